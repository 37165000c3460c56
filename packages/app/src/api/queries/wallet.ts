import type { Withdrawal } from "@voltmarg/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { serviceNow } from "../../clock.ts";
import { useUser } from "../account/account.ts";
import { call, download } from "../http/call.ts";
import {
  getTopUp,
  getWallet,
  listMovements,
  listWithdrawals,
  planWithdrawal,
} from "../http/endpoints/wallet.ts";
import { keys, type MovementChoice } from "./keys.ts";
import { nextPage } from "./next-page.ts";

export function useWallet() {
  const user = useUser();
  return useQuery({
    queryKey: keys.wallet,
    queryFn: async ({ signal }) =>
      (await call(getWallet, { params: { userId: user.id } }, signal)).data,
    // A company pays: there is no wallet to ask for.
    enabled: user.customer_type === "PERSONAL",
  });
}

export function useMovements(which: MovementChoice) {
  const user = useUser();
  return useInfiniteQuery({
    queryKey: keys.movements(which),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        listMovements,
        {
          params: { userId: user.id },
          // Who asks for one kind wants each of it.
          query: {
            page_no: pageParam,
            page_size: 20,
            ...which,
            ...(which.kind ? {} : { per: "session" }),
          },
        },
        signal,
      ),
    getNextPageParam: nextPage,
    enabled: user.customer_type === "PERSONAL",
  });
}

/** Withdrawals, newest first; polled while one is in progress. */
export function useWithdrawals() {
  const user = useUser();
  return useInfiniteQuery({
    queryKey: keys.withdrawals,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        listWithdrawals,
        { params: { userId: user.id }, query: { page_no: pageParam, page_size: 20 } },
        signal,
      ),
    getNextPageParam: nextPage,
    enabled: user.customer_type === "PERSONAL",
    refetchInterval: ({ state: { data } }) => {
      const [newest] = data?.pages[0]?.content ?? [];
      if (!data?.pages.some(({ content }) => content.some(isUnderWay))) return false;
      // Most settle in seconds; the others take days.
      return newest && serviceNow() - Date.parse(newest.created_at) < 60_000 ? 2000 : 30_000;
    },
  });
}

/** Where a refund of this amount would go. */
export function useWithdrawalPlan(minor: number) {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.withdrawalPlan(minor),
    queryFn: async ({ signal }) =>
      (
        await call(
          planWithdrawal,
          { params: { userId }, query: { amount_minor: String(minor) } },
          signal,
        )
      ).data,
    staleTime: 0,
  });
}

export const isUnderWay = ({ status }: Withdrawal): boolean =>
  status === "REQUESTED" || status === "PROCESSING";

/** All movements of a choice, as a table for a spreadsheet. */
export const fetchMovementTable = (userId: string, which: MovementChoice): Promise<Blob> =>
  download(listMovements, { params: { userId }, query: which }, { Accept: "text/csv" });

const [oftenMs, seldomMs] = [2000, 10_000];

/** A payment, asked for until it is credited: a failed one can still come through, a left one can be paid elsewhere. */
export function useTopUp(id: string | null) {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.topUp(id ?? ""),
    queryFn: async ({ signal }) =>
      (await call(getTopUp, { params: { userId, id: id ?? "" } }, signal)).data,
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.status === "CREDITED") return false;
      return data?.status !== "FAILED" && dataUpdateCount < 15 ? oftenMs : seldomMs;
    },
  });
}
