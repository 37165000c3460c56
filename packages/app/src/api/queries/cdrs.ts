import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call, download } from "../http/call.ts";
import {
  getCdr,
  getCdrOfSession,
  powerConsumption,
  searchCdrs,
} from "../http/endpoints/charging.ts";
import { isRefusal } from "../http/refusal.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { type CdrChoice, keys, type UsageChoice } from "./keys.ts";
import { nextPage } from "./next-page.ts";

export function useCdrs(which: CdrChoice) {
  const userId = useUser().id;
  return useInfiniteQuery({
    queryKey: keys.cdrsOf(which),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        searchCdrs,
        { params: { userId }, query: { page_no: pageParam, page_size: 10, ...which } },
        signal,
      ),
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    meta: PERSISTED,
  });
}

/** Energy, sessions and cost as the service sums them up. */
export function useUsage(of: UsageChoice) {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.usage(of),
    queryFn: async ({ signal }) =>
      (await call(powerConsumption, { query: { user_id: userId, ...of } }, signal)).data,
  });
}

export const useCdr = (id: string | undefined) =>
  useQuery({
    queryKey: keys.cdr(id ?? ""),
    queryFn: async ({ signal }) => (await call(getCdr, { params: { id: id ?? "" } }, signal)).data,
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
    meta: PERSISTED,
  });

/** The CDR of a session; null until the operator has sent it, polled every 10 s until then. */
export const useCdrOfSession = (sessionId: string | undefined) =>
  useQuery({
    queryKey: keys.cdrOfSession(sessionId ?? ""),
    queryFn: async ({ signal }) => {
      try {
        return (await call(getCdrOfSession, { params: { id: sessionId ?? "" } }, signal)).data;
      } catch (error) {
        if (isRefusal(error, "CDR_NOT_FOUND")) return null;
        throw error;
      }
    },
    enabled: sessionId !== undefined,
    refetchInterval: (query) => (query.state.data === null ? 10_000 : false),
    meta: PERSISTED,
  });

/** The invoice of a charge record, as a file of this name. */
export const useInvoice = (cdrId: string, name: string) =>
  useQuery({
    queryKey: keys.invoice(cdrId),
    queryFn: async ({ signal }) => {
      // "Content-Type: application/pdf" marks the request; the request rules turn it into Accept.
      const headers = { "Content-Type": "application/pdf" };
      const pdf = await download(getCdr, { params: { id: cdrId } }, headers, signal);
      return new File([pdf], name, { type: "application/pdf" });
    },
    // The document never changes once it is issued.
    staleTime: Infinity,
  });

/** The most charge records the service gives at once. */
const MOST_CDRS = 100;

/** The charge records between two days, 100 at most; `total_elements` says how many there are. */
export function useCdrsBetween(from: string, until: string) {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.cdrsBetween(from, until),
    queryFn: ({ signal }) =>
      call(
        searchCdrs,
        { params: { userId }, query: { date_from: from, date_to: until, page_size: MOST_CDRS } },
        signal,
      ),
  });
}
