import type { RouteCall, trips, TripSummary } from "@voltmarg/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { deleteTrip, getSharedTrip, getTrip, updateTrip } from "../http/endpoints/trips.ts";
import { isRefusal } from "../http/refusal.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { tripList } from "./trip-list.ts";

export type TripChange = NonNullable<RouteCall<typeof trips.updateTrip>["body"]>;

/** How often what comes next on a trip is looked at. */
const ON_THE_WAY_MS = 60_000;
const DAY_MS = 86_400_000;

/** The last ten trips and those with a name, newest first. */
export const useTrips = () => useQuery(tripList);

const tripQuery = (id: string) => ({
  queryKey: keys.trip(id),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(getTrip, { params: { id } }, signal)).data,
  gcTime: DAY_MS,
  // A trip is driven where there is no network.
  meta: PERSISTED,
});

/** One trip with its plan; on the way also what its stops are like now. */
export const useTrip = (id: string) =>
  useQuery({
    ...tripQuery(id),
    refetchInterval: ({ state }) => (state.data?.begun_at ? ON_THE_WAY_MS : false),
  });

/** Loads a trip that was planned just now before its screen shows it, and keeps it on the device. */
export const loadTrip = (id: string) => queryClient.fetchQuery({ ...tripQuery(id), staleTime: 0 });

/** Names, shares or ends the sharing of a trip. Throws a Refusal. */
export async function changeTrip(id: string, body: TripChange): Promise<TripSummary> {
  const { data } = await call(updateTrip, { params: { id }, body }).catch(gone);
  await queryClient.invalidateQueries({ queryKey: keys.trips });
  return data;
}

/** Throws a Refusal. */
export async function removeTrip(id: string): Promise<void> {
  await call(deleteTrip, { params: { id } }).catch(gone);
  queryClient.removeQueries({ queryKey: keys.trip(id) });
  await queryClient.invalidateQueries({ queryKey: keys.trips });
}

/** Trips are loaded again after one was deleted on another device, so that its screen says so. */
const gone = (error: unknown): never => {
  if (isRefusal(error, "NOT_FOUND")) void queryClient.invalidateQueries({ queryKey: keys.trips });
  throw error;
};

/** What a link shows, signed in or not. */
export const useSharedTrip = (key: string) =>
  useQuery({
    queryKey: keys.sharedTrip(key),
    queryFn: async ({ signal }) => (await call(getSharedTrip, { params: { key } }, signal)).data,
  });
