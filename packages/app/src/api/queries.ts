import type { Movement, Session, Vehicle, Withdrawal } from "@voltmarg/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useUser } from "./account.ts";
import { call } from "./endpoint.ts";
import * as to from "./endpoints.ts";
import { useLiveLink } from "./live-link.ts";
import { queryClient } from "./query-client.ts";
import { isRefusal } from "./refusal.ts";

/** Every key of the query cache. Features share data through these, never through each other. */
export const keys = {
  config: ["config"] as const,
  vehicles: (userId: string) => ["vehicles", userId] as const,
  companyVehicles: (companyId: string) => ["company-vehicles", companyId] as const,
  models: ["models"] as const,
  wallet: ["wallet"] as const,
  movements: (which: MovementChoice) => ["wallet", "movements", which] as const,
  withdrawals: ["wallet", "withdrawals"] as const,
  topUp: (id: string) => ["top-up", id] as const,
  session: (id: string) => ["session", id] as const,
  openSessions: ["sessions", "open"] as const,
  cdr: (id: string) => ["cdr", id] as const,
  cdrOfSession: (sessionId: string) => ["cdr", "of-session", sessionId] as const,
  cdrs: ["cdrs"] as const,
  cdrsOf: (which: CdrChoice) => ["cdrs", "list", which] as const,
  /** Below the list: what changes it changes the sums. */
  usage: (of: UsageChoice) => ["cdrs", "usage", of] as const,
  location: (id: string) => ["location", id] as const,
  /** When a station's operator was last asked; not below the station, where only stations are. */
  checked: (id: string) => ["checked", id] as const,
  watches: ["watches"] as const,
  wishlist: ["wishlist"] as const,
  appVersion: ["app-version"] as const,
  image: (fileId: string) => ["image", fileId] as const,
  profileImage: (userId: string) => ["profile-image", userId] as const,
  /** The provider's texts of one type; `search` as the driver typed it. */
  messages: (type: string, language: string, search = "") =>
    ["messages", type, language, search] as const,
  support: ["support"] as const,
  tickets: ["tickets"] as const,
  ticket: (id: string) => ["tickets", "one", id] as const,
  rating: (sessionId: string) => ["rating", sessionId] as const,
  notifications: ["notifications"] as const,
  unread: ["unread"] as const,
  notificationPreferences: ["notification-preferences"] as const,
};

/** Limits, currency, links and what this server is. Public, and as good as constant. */
export const useConfig = () =>
  useQuery({
    queryKey: keys.config,
    queryFn: async ({ signal }) =>
      (await call(to.getEmspConfig, { params: { id: "default" } }, signal)).data,
    staleTime: Infinity,
    gcTime: Infinity,
  });

export function useVehicles() {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.vehicles(userId),
    queryFn: async ({ signal }) =>
      (await call(to.listVehicles, { params: { userId } }, signal)).content,
  });
}

/** What the driver may charge: their own vehicles, then their company's. */
export function useChargeVehicles(): { data: Vehicle[] | undefined; isPending: boolean } {
  const { company_id: company } = useUser();
  const own = useVehicles();
  const shared = useQuery({
    queryKey: keys.companyVehicles(company ?? ""),
    queryFn: async ({ signal }) =>
      (await call(to.listCompanyVehicles, { params: { id: company! }, query: {} }, signal)).content,
    enabled: company !== null,
  });
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

/** Days such as 2026-11-20, both included. */
export type MovementChoice = { kind?: Movement["kind"]; from?: string; until?: string };

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

/** A month such as 2026-11, and words to search for. */
export type CdrChoice = { month?: string; search_text?: string };

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
  });
}

/** Days of India such as 2026-11-20, both included. */
export type UsageChoice = {
  date_from: string;
  date_to: string;
  group_by: "day" | "week" | "month";
};

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
  });

/** One session. The live stream keeps it fresh; while the stream is down it is asked for every 10 s. */
export function useSession(id: string | undefined) {
  const live = useLiveLink() === "live";
  return useQuery({
    queryKey: keys.session(id ?? ""),
    queryFn: async ({ signal }) =>
      newer(
        queryClient.getQueryData<Session>(keys.session(id ?? "")),
        (await call(to.getSession, { params: { id: id ?? "" } }, signal)).data,
      ),
    enabled: id !== undefined,
    refetchInterval: (query) =>
      !live && query.state.data && isOpen(query.state.data) ? 10_000 : false,
  });
}

/** ACTIVE and starting sessions of the driver; only ACTIVE counts as ongoing. */
export function useOpenSessions() {
  const live = useLiveLink() === "live";
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.openSessions,
    queryFn: async ({ signal }) => {
      const { content } = await call(to.activeSessions, { params: { userId } }, signal);
      return content.map((session) => {
        const known = queryClient.getQueryData<Session>(keys.session(session.id));
        const best = newer(known, session);
        queryClient.setQueryData(keys.session(session.id), best);
        return best;
      });
    },
    select: (sessions) => sessions.filter(isOpen),
    refetchInterval: (query) => (!live && query.state.data?.length ? 10_000 : false),
  });
}

export const isOpen = (session: Session): boolean =>
  session.status === "ACTIVE" || session.status === "PENDING";

/** An answer that was under way must not overwrite younger news from the stream. */
export const newer = (known: Session | undefined, next: Session): Session =>
  known && known.id === next.id && known.version > next.version ? known : next;

export const useModels = () =>
  useQuery({
    queryKey: keys.models,
    queryFn: async ({ signal }) =>
      (await call(to.listModelsByType, { query: { page_size: "100", sort_by: "make" } }, signal))
        .content,
    staleTime: Infinity,
  });
