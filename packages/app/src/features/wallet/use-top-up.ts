import { useEffect } from "react";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { useTopUp } from "../../api/queries/wallet.ts";
import { forgetOpenTopUp } from "./open-top-up.ts";

/** How a payment stands. Once it is credited, it is no longer open and the wallet is asked for anew. */
export function useOpenTopUp(id: string | null) {
  const topUp = useTopUp(id);
  const status = topUp.data?.status;
  useEffect(() => {
    if (status !== "CREDITED" || id === null) return;
    forgetOpenTopUp(id);
    void queryClient.invalidateQueries({ queryKey: keys.wallet });
  }, [status, id]);
  return topUp;
}
