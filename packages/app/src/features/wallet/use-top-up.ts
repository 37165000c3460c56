import { useQuery } from "@tanstack/react-query";
import type { TopUp } from "@voltmarg/contract";
import { useEffect } from "react";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { getTopUp } from "../../api/http/endpoints/charging.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { forgetOpenTopUp } from "./open-top-up.ts";

const [oftenMs, seldomMs] = [2000, 10_000];

/** How a payment stands, asked until it is credited: a failed one can still come through, a left one can be paid elsewhere. */
export function useTopUp(id: string | null) {
  const userId = useUser().id;
  const topUp = useQuery({
    queryKey: keys.topUp(id ?? ""),
    queryFn: async ({ signal }) =>
      (await call(getTopUp, { params: { userId, id: id ?? "" } }, signal)).data,
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => intervalOf(data, dataUpdateCount),
  });
  const status = topUp.data?.status;
  useEffect(() => {
    if (status !== "CREDITED" || id === null) return;
    forgetOpenTopUp(id);
    void queryClient.invalidateQueries({ queryKey: keys.wallet });
  }, [status, id]);
  return topUp;
}

function intervalOf(topUp: TopUp | undefined, asked: number): number | false {
  if (topUp?.status === "CREDITED") return false;
  return topUp?.status !== "FAILED" && asked < 15 ? oftenMs : seldomMs;
}
