import type { Location, Pin } from "@voltmarg/contract";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useUser } from "../../api/account.ts";
import { call } from "../../api/endpoint.ts";
import {
  addToWishlist,
  getLocation,
  getWishlist,
  listPins,
  removeFromWishlist,
  searchLocations,
} from "../../api/endpoints.ts";
import { keys } from "../../api/queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { sentence } from "../../api/refusal.ts";
import type { Bounds } from "../../map/camera.ts";
import { showToast } from "../../ui/toast.ts";
import type { Place } from "./station-words.ts";
import type { Area } from "./view.ts";

const nearbyKey = ["stations", "nearby"] as const;
const pinsKey = ["stations", "pins"] as const;
/** Status is pulled from operators every few minutes; asking more often brings nothing. */
const FRESH_MS = 60_000;
const PAGE = 200;

/** What the map draws, by the box asked for. The old pins stay until the new ones are there. */
export const usePins = (box: Bounds | null) =>
  useQuery({
    queryKey: [...pinsKey, box],
    queryFn: async ({ signal }) => (await call(listPins, { query: box! }, signal)).data,
    enabled: box !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

export type NearbyAsk = { area: Area; text: string };

/** The list: around a place, or by text anywhere. */
export const useNearby = ({ area, text }: NearbyAsk) =>
  useQuery({
    queryKey: [...nearbyKey, area, text],
    queryFn: ({ signal }) =>
      call(
        searchLocations,
        {
          query: {
            latitude: area.lat,
            longitude: area.lon,
            distance: text ? 5000 : area.km,
            page_size: PAGE,
            apply_tariff_restrictions: "true",
            ...(text && { "search-text": text }),
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** One station. What the lists already know of it is shown at once. */
export const useStation = (id: string | null, me: Place | null) =>
  useQuery({
    queryKey: keys.location(id ?? ""),
    queryFn: async ({ signal }) =>
      (
        await call(
          getLocation,
          {
            params: { id: id ?? "" },
            query: me ? { latitude: me.lat, longitude: me.lon } : {},
          },
          signal,
        )
      ).data,
    enabled: id !== null,
    placeholderData: () => (id === null ? undefined : fromLists(id)),
    staleTime: 15_000,
    refetchInterval: 30_000,
  });

function fromLists(id: string): Location | undefined {
  const lists = [
    ...queryClient.getQueriesData<{ content: Location[] }>({ queryKey: nearbyKey }),
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

export function useFavourites(me: Place | null) {
  const userId = useUser().id;
  return useQuery({
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
  });
}

/**
 * The heart. Every place that shows the station follows at once; when the service refuses, all of
 * them go back and the driver is told.
 */
export function useHeart() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: ({ location, on }: { location: Location; on: boolean }) =>
      on
        ? call(addToWishlist, { params: { userId }, body: { location_id: location.id } })
        : call(removeFromWishlist, { params: { userId, locationId: location.id } }),
    onMutate: async ({ location, on }) => {
      await queryClient.cancelQueries({ queryKey: keys.wishlist });
      show(location, on);
    },
    onError: (error, { location, on }) => {
      show(location, !on);
      showToast(sentence(error), "error");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.wishlist }),
  });
}

function show(location: Location, on: boolean): void {
  const mark = (one: Location): Location =>
    one.id === location.id ? { ...one, isWishListItem: on } : one;
  queryClient.setQueryData<Location>(keys.location(location.id), (one) => one && mark(one));
  queryClient.setQueriesData<{ content: Location[] }>(
    { queryKey: nearbyKey },
    (list) => list && { ...list, content: list.content.map(mark) },
  );
  queryClient.setQueriesData<{ pins: Pin[]; truncated: boolean }>(
    { queryKey: pinsKey },
    (feed) =>
      feed && {
        ...feed,
        pins: feed.pins.map((pin) => (pin.id === location.id ? { ...pin, favourite: on } : pin)),
      },
  );
  queryClient.setQueryData<Location[]>(keys.wishlist, (list) => {
    const others = list?.filter((one) => one.id !== location.id);
    return others && on ? [...others, { ...location, isWishListItem: true }] : others;
  });
}
