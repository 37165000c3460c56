import type { Ticket } from "@voltmarg/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { findSupportInformation, getTicket, listTickets } from "../http/endpoints/support.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";
import { nextPage } from "./next-page.ts";
import { queryClient } from "./query-client.ts";

/** Support needs no sign-in: "empty" is sent as an empty Authorization header. */
const NO_TOKEN = { Authorization: "empty" };

/** The first item of what the service lists; its absence is only logged. */
export const useSupportInformation = () =>
  useQuery({
    queryKey: keys.support,
    queryFn: async ({ signal }) => {
      try {
        const { content } = await call(findSupportInformation, {}, signal, NO_TOKEN);
        return content[0] ?? null;
      } catch (error) {
        // oxlint-disable-next-line no-console -- the specification wants it logged, and nothing else done
        if (!signal.aborted) console.warn("Support information did not load", error);
        throw error;
      }
    },
    retry: false,
    staleTime: 5 * 60_000,
    meta: PERSISTED,
  });

/** The driver's tickets, the most recently updated first. */
export const useTickets = () =>
  useInfiniteQuery({
    queryKey: keys.tickets,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(listTickets, { query: { page_no: pageParam, page_size: 20 } }, signal),
    getNextPageParam: nextPage,
    meta: PERSISTED,
  });

/** A ticket with its messages; polled until it is closed. */
export const useTicket = (id: string) =>
  useQuery({
    queryKey: keys.ticket(id),
    queryFn: async ({ signal }) => (await call(getTicket, { params: { id } }, signal)).data,
    refetchInterval: ({ state }) => (state.data?.state === "CLOSED" ? false : 30_000),
    meta: PERSISTED,
  });

/** Stores the service's answer in the cache. The list is loaded anew, since its order may have changed. */
export function keepTicket(ticket: Ticket): void {
  queryClient.setQueryData(keys.ticket(ticket.id), ticket);
  void queryClient.invalidateQueries({ queryKey: keys.tickets, exact: true });
}
