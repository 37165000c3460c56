import { useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import { listPasskeys, listSignIns } from "../http/endpoints/sign-ins.ts";
import { keys } from "./keys.ts";

/** Where the driver is signed in. */
export function useSignIns() {
  const { id } = useUser();
  return useQuery({
    queryKey: keys.signIns(id),
    queryFn: async ({ signal }) =>
      (await call(listSignIns, { params: { id } }, signal)).data.sign_ins,
  });
}

export function usePasskeys() {
  const { id } = useUser();
  return useQuery({
    queryKey: keys.passkeys(id),
    queryFn: async ({ signal }) =>
      (await call(listPasskeys, { params: { id } }, signal)).data.passkeys,
  });
}
