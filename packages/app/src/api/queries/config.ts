import { useQuery } from "@tanstack/react-query";
import { getEmspConfig } from "../http/endpoints/account.ts";
import { call } from "../http/call.ts";
import { keys } from "./keys.ts";

/** Limits, currency, links and what this server is. Public, and as good as constant. */
export const useConfig = () =>
  useQuery({
    queryKey: keys.config,
    queryFn: async ({ signal }) =>
      (await call(getEmspConfig, { params: { id: "default" } }, signal)).data,
    staleTime: Infinity,
    gcTime: Infinity,
  });
