import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Vehicle } from "@voltmarg/contract";
import { serviceNow } from "../../clock.ts";
import { call } from "../http/call.ts";
import { findAlongRoute } from "../http/endpoints/locations.ts";
import { getReach, planWay } from "../http/endpoints/trips.ts";
import { withOptimisticFavourite } from "../offline/optimistic-favourites.ts";
import { keys } from "./keys.ts";
import type { FilterQuery } from "./locations.ts";
import { nextPage } from "./next-page.ts";
import { tripList } from "./trip-list.ts";

/** degrees */
type Place = { latitude: number; longitude: number; name?: string };

const FRESH_MS = 60_000;
/** Roads do not change while a driver looks at a way. */
const HOUR_MS = 3_600_000;
const PAGE = 100;
/** What was known of the battery so long ago is likely not so any more. */
const BATTERY_HOLDS_MS = 12 * HOUR_MS;

/** The service takes the primary vehicle: its answer is another one for another vehicle, or other figures of it. */
const energyOf = (vehicle: Vehicle | undefined) =>
  vehicle && [vehicle.id, vehicle.battery_capacity, vehicle.range];

/** The way between two places; asked for when both are known. `charge`: percent; null: not known. */
export function useWay(
  start: Place | null,
  end: Place | null,
  charge: number | null,
  vehicle: Vehicle | undefined,
) {
  const body = { start, end, ...(charge !== null && { charge_percent: charge }) };
  return useQuery({
    enabled: start !== null && end !== null,
    queryKey: keys.way("road", body, energyOf(vehicle)),
    queryFn: async ({ signal }) =>
      (await call(planWay, { body: { ...body, start: start!, end: end! } }, signal)).data,
    // Another charge: the line stays until the new figures are there.
    placeholderData: keepPreviousData,
    // A router that was away may be back.
    staleTime: ({ state }) => (state.data?.straight ? FRESH_MS : HOUR_MS),
    gcTime: HOUR_MS,
  });
}

/** Stations along a line in the order in which it passes them, page by page. */
export function useAlong(polyline: string, km: number, filter: FilterQuery | null) {
  const { price_max: price, ...rest } = filter ?? {};
  const most = price === undefined ? {} : { price_max: Number(price) };
  const asked = { polyline, distance: km, ...rest, ...most };
  return useInfiniteQuery({
    enabled: polyline !== "" && filter !== null,
    queryKey: keys.way("along", asked),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const at = performance.now();
      const body = { ...asked, page_no: pageParam, page_size: PAGE };
      const list = await call(findAlongRoute, { body }, signal);
      return { ...list, content: list.content.map((one) => withOptimisticFavourite(one, at)) };
    },
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: HOUR_MS,
  });
}

/** How far a charge lasts, percent; null: not known, so nobody is asked. */
export function useReach(charge: number | null, vehicle: Vehicle | undefined) {
  return useQuery({
    enabled: charge !== null,
    queryKey: keys.way("reach", charge, energyOf(vehicle)),
    queryFn: async ({ signal }) =>
      (await call(getReach, { query: { charge_percent: charge! } }, signal)).data,
    placeholderData: keepPreviousData,
    staleTime: HOUR_MS,
  });
}

/** The charge of a vehicle's battery as it was known last, percent, unless that is long ago. */
export const useLastCharge = (vehicleId: string | undefined) =>
  useQuery({
    ...tripList,
    select: ({ battery }) =>
      battery &&
      battery.vehicle_id === vehicleId &&
      serviceNow() - Date.parse(battery.at) < BATTERY_HOLDS_MS
        ? battery.percent
        : null,
    enabled: vehicleId !== undefined,
  });
