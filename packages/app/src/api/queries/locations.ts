import type { Location, Pin, RouteCall, stations } from "@voltmarg/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import {
  getWishlist,
  listPins,
  searchLocations,
  searchPartners,
} from "../http/endpoints/locations.ts";
import { withOptimisticFavourite } from "../offline/optimistic-favourites.ts";
import { locationQuery } from "./location-query.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { PERSISTED, persistedIf } from "../offline/persisted-meta.ts";
import type { Bounds } from "../../map/camera.ts";
import { feedAfter, type PinFeed, withOptimisticFavourites } from "./pin-feed.ts";
import type { Place } from "../../map/camera.ts";

/** Where the list looks: round the middle of the map when it was last asked to. */
export type Area = Place & { km: number };

/** The orders the service knows, by the names of the list. */
const SORT_ON_WIRE = {
  best: "best",
  free: "free",
  near: "distance",
  cheap: "price",
  fast: "power",
} as const;
export type Sort = keyof typeof SORT_ON_WIRE;

/** The filter as the service is asked; without the names of what the driver does not ask for. */
export type FilterQuery = Pick<
  NonNullable<RouteCall<typeof stations.searchLocations>["query"]>,
  "status" | "standard" | "power_type" | "power_range" | "party_id" | "open_now" | "price_max"
>;

/** Status is pulled from operators every few minutes; asking more often brings nothing. */
const FRESH_MS = 60_000;
const PAGE = 200;
/** The service thins out beyond this; a country has as many. */
const MOST_PINS = 100_000;
const MOST_KEPT_PINS = 5_000;
const HOUR_MS = 3_600_000;

/**
 * The pins of a box that pass the filter. The old pins stay until the new ones are there; of a known box only the changes
 * are sent.
 */
export const usePins = (box: Bounds | null, filter: FilterQuery) => {
  const queryKey = keys.pinsOf(box, filter);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<PinFeed> => {
      const before = queryClient.getQueryData<PinFeed>(queryKey);
      const query = {
        ...box!,
        ...filter,
        limit: MOST_PINS,
        compact: "true",
        ...(before?.version && { since: before.version }),
      };
      const asked = performance.now();
      const { data } = await call(listPins, { query }, signal);
      // The current feed has the driver's changes since.
      const feed = feedAfter(queryClient.getQueryData<PinFeed>(queryKey) ?? before, data);
      return withOptimisticFavourites(feed, asked);
    },
    enabled: box !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    gcTime: HOUR_MS,
    // Comparing tens of thousands of pins member by member costs more than drawing them.
    structuralSharing: false,
    meta: persistedIf((feed: PinFeed) => feed.pins.length <= MOST_KEPT_PINS),
  });
};

export type NearbyAsk = { area: Area; text: string; filter: FilterQuery; sort: Sort };

const searchOf = ({ area, text, filter, sort }: NearbyAsk) => ({
  latitude: area.lat,
  longitude: area.lon,
  distance: text ? ANYWHERE_KM : area.km,
  apply_tariff_restrictions: "true",
  ...filter,
  // What answers a text best comes first, whatever the list is sorted by.
  ...(text ? { "search-text": text } : { sort: SORT_ON_WIRE[sort] }),
});
const ANYWHERE_KM = 5000;

/** The list: around a place, or by text anywhere; not `enabled` while it is not known what to ask for. */
export const useNearby = (ask: NearbyAsk, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: keys.nearbyOf(searchOf(ask)),
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      const query = { ...searchOf(ask), page_size: PAGE };
      const list = await call(searchLocations, { query }, signal);
      return { ...list, content: list.content.map((one) => withOptimisticFavourite(one, asked)) };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    gcTime: HOUR_MS,
    meta: PERSISTED,
  });

const FEW = 8;

/** A few locations whose name or address answers a text best, wherever they are; none for an empty one. */
export function useStationsNamed(text: string, near: Place) {
  const search = {
    latitude: near.lat,
    longitude: near.lon,
    distance: ANYWHERE_KM,
    "search-text": text,
    page_size: FEW,
    total: "false",
  };
  return useQuery({
    enabled: text !== "",
    queryKey: keys.nearbyOf(search),
    queryFn: ({ signal }) => call(searchLocations, { query: search }, signal),
    select: ({ content }) => content,
    staleTime: FRESH_MS,
  });
}

/** How many locations the list would have. */
export const useCount = (ask: NearbyAsk) =>
  useQuery({
    queryKey: keys.locationCount(searchOf(ask)),
    queryFn: async ({ signal }) =>
      (await call(searchLocations, { query: { ...searchOf(ask), page_size: 1 } }, signal))
        .total_elements,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** The operators a driver can choose from, by name. */
export const useOperators = () =>
  useQuery({
    queryKey: keys.operators,
    queryFn: async ({ signal }) =>
      (await call(searchPartners, { query: { page_size: 100, partner_type: "CPO" } }, signal))
        .content,
    staleTime: HOUR_MS,
    meta: PERSISTED,
  });

/** One location. What the lists know of it is shown at once. */
export const useStation = (id: string | null, me: Place | null) =>
  useQuery({
    ...locationQuery(id ?? "", me),
    enabled: id !== null,
    placeholderData: () => (id === null ? undefined : fromLists(id)),
    refetchInterval: 30_000,
  });

function fromLists(id: string): Location | undefined {
  const lists = [
    ...queryClient.getQueriesData<{ content: Location[] }>({ queryKey: keys.nearby }),
    ...queryClient
      .getQueriesData<Location[]>({ queryKey: keys.wishlist })
      .map(([key, list]) => [key, list && { content: list }] as const),
  ];
  for (const [, list] of lists) {
    const found = list?.content.find((location) => location.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Every cached location in its newest version, and the time of the newest, ms. */
export function useSeen(wanted: boolean): { stations: Location[]; at: number } | null {
  const cache = queryClient.getQueryCache();
  const newest = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => (wanted ? Math.max(0, ...seenLists().map(({ at }) => at)) : 0),
  );
  return useMemo(() => (newest > 0 ? { stations: seenStations(), at: newest } : null), [newest]);
}

/** All cached pins, of any box and filter. */
export function seenPins(): Pin[] {
  const feeds = queryClient.getQueriesData<PinFeed>({ queryKey: keys.pins });
  const byId = new Map(feeds.flatMap(([, feed]) => feed?.pins ?? []).map((pin) => [pin.id, pin]));
  return [...byId.values()];
}

function seenLists(): { stations: Location[]; at: number }[] {
  const cache = queryClient.getQueryCache();
  return [keys.nearby, keys.wishlist, keys.locations].flatMap((queryKey) =>
    cache.findAll({ queryKey }).flatMap(({ state: { data, dataUpdatedAt: at } }) => {
      const known = data as { content: Location[] } | Location[] | Location | undefined;
      if (!known) return [];
      const stations = Array.isArray(known) ? known : "content" in known ? known.content : [known];
      return [{ stations, at }];
    }),
  );
}

function seenStations(): Location[] {
  const oldestFirst = seenLists().toSorted((a, b) => a.at - b.at);
  const byId = new Map(oldestFirst.flatMap(({ stations }) => stations).map((one) => [one.id, one]));
  return [...byId.values()];
}

export function useFavourites(me: Place | null, enabled = true) {
  const userId = useUser().id;
  return useQuery({
    enabled,
    queryKey: keys.wishlist,
    queryFn: async ({ signal }) =>
      (
        await call(
          getWishlist,
          { params: { userId }, query: me ? { latitude: me.lat, longitude: me.lon } : {} },
          signal,
        )
      ).data.locations,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    gcTime: Infinity,
    meta: PERSISTED,
  });
}
