import { useQuery } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { getLegal } from "../http/endpoints/support.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";

/** Who sells and who answers for complaints. Public. */
export const useLegal = () =>
  useQuery({
    queryKey: keys.legal,
    queryFn: async ({ signal }) => (await call(getLegal, {}, signal)).data,
    staleTime: 5 * 60_000,
    meta: PERSISTED,
  });
