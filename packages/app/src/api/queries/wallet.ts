import type { Vehicle, Withdrawal } from "@voltmarg/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import * as to from "../http/endpoints/charging.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { type CdrChoice, keys, type MovementChoice, type UsageChoice } from "./keys.ts";
import { isRefusal } from "../http/refusal.ts";

export function useVehicles() {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.vehicles(userId),
    queryFn: async ({ signal }) =>
      (await call(to.listVehicles, { params: { userId } }, signal)).content,
  });
}

/** Those of the driver's company, 100 at most; a driver without one asks nobody. */
export function useCompanyVehicles() {
  const { company_id: company } = useUser();
  return useQuery({
    queryKey: keys.companyVehicles(company ?? ""),
    queryFn: async ({ signal }) =>
      (await call(to.listCompanyVehicles, { params: { id: company! }, query: {} }, signal)).content,
    enabled: company !== null,
  });
}

/** What the driver may charge: their own vehicles, then their company's. */
export function useChargeVehicles(): { data: Vehicle[] | undefined; isPending: boolean } {
  const { company_id: company } = useUser();
  const own = useVehicles();
  const shared = useCompanyVehicles();
  // A list that does not load leaves the other one usable.
  const lists = [...(own.data ?? []), ...(shared.data ?? []).map(notPrimary)];
  return {
    data: own.data || shared.data ? lists : undefined,
    isPending: own.isPending || (company !== null && shared.isPending),
  };
}

/** A company's own first choice is not the driver's. */
const notPrimary = (vehicle: Vehicle): Vehicle => ({ ...vehicle, is_primary: false });

export const primaryOf = (vehicles: Vehicle[] | undefined): Vehicle | undefined =>
  vehicles?.find((vehicle) => vehicle.is_primary);

export function useWallet() {
  const user = useUser();
  return useQuery({
    queryKey: keys.wallet,
    queryFn: async ({ signal }) =>
      (await call(to.getWallet, { params: { userId: user.id } }, signal)).data,
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
        to.listMovements,
        { params: { userId: user.id }, query: { page_no: pageParam, page_size: 20, ...which } },
        signal,
      ),
    getNextPageParam: nextPage,
    enabled: user.customer_type === "PERSONAL",
  });
}

/** Money on its way back, newest first; asked again while some of it is under way. */
export function useWithdrawals() {
  const user = useUser();
  return useInfiniteQuery({
    queryKey: keys.withdrawals,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        to.listWithdrawals,
        { params: { userId: user.id }, query: { page_no: pageParam, page_size: 20 } },
        signal,
      ),
    getNextPageParam: nextPage,
    enabled: user.customer_type === "PERSONAL",
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      const [newest] = data?.pages[0]?.content ?? [];
      if (!data?.pages.some(({ content }) => content.some(isUnderWay))) return false;
      // Most is settled within seconds; what is not takes days.
      return newest && dataUpdatedAt - Date.parse(newest.created_at) < 60_000 ? 2000 : 30_000;
    },
  });
}

export const isUnderWay = ({ status }: Withdrawal): boolean =>
  status === "REQUESTED" || status === "PROCESSING";

export function useCdrs(which: CdrChoice) {
  const userId = useUser().id;
  return useInfiniteQuery({
    queryKey: keys.cdrsOf(which),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        to.searchCdrs,
        { params: { userId }, query: { page_no: pageParam, page_size: 10, ...which } },
        signal,
      ),
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    meta: PERSISTED,
  });
}

/** Energy, charges and cost as the service sums them up. */
export function useUsage(of: UsageChoice) {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.usage(of),
    queryFn: async ({ signal }) =>
      (await call(to.powerConsumption, { query: { user_id: userId, ...of } }, signal)).data,
  });
}

/** For lists that load page by page. */
export const nextPage = (last: { page_no: number; total_pages: number }) =>
  last.page_no + 1 < last.total_pages ? last.page_no + 1 : undefined;

export const useCdr = (id: string | undefined) =>
  useQuery({
    queryKey: keys.cdr(id ?? ""),
    queryFn: async ({ signal }) =>
      (await call(to.getCdr, { params: { id: id ?? "" } }, signal)).data,
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
    meta: PERSISTED,
  });

/** Null while the operator has not sent the charge record yet; asks again every 10 s until it is there. */
export const useCdrOfSession = (sessionId: string | undefined) =>
  useQuery({
    queryKey: keys.cdrOfSession(sessionId ?? ""),
    queryFn: async ({ signal }) => {
      try {
        return (await call(to.getCdrOfSession, { params: { id: sessionId ?? "" } }, signal)).data;
      } catch (error) {
        if (isRefusal(error, "CDR_NOT_FOUND")) return null;
        throw error;
      }
    },
    enabled: sessionId !== undefined,
    refetchInterval: (query) => (query.state.data === null ? 10_000 : false),
    meta: PERSISTED,
  });

export const useModels = () =>
  useQuery({
    queryKey: keys.models,
    queryFn: async ({ signal }) =>
      // As many as the service gives at once: a picker that ends in the middle of a make helps nobody.
      (await call(to.listModelsByType, { query: { page_size: "500", sort_by: "make" } }, signal))
        .content,
    staleTime: Infinity,
  });
