import { useQuery } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { getLocation } from "../http/endpoints/locations.ts";
import { withOptimisticFavourite } from "../offline/optimistic-favourites.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";

const HOUR_MS = 3_600_000;

/** How one station is fetched and kept, also for offline. `me`: degrees, for its distance. */
export const locationQuery = (id: string, me: { lat: number; lon: number } | null) => ({
  queryKey: keys.location(id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const asked = performance.now();
    const query = me ? { latitude: me.lat, longitude: me.lon } : {};
    const { data } = await call(getLocation, { params: { id }, query }, signal);
    return withOptimisticFavourite(data, asked);
  },
  staleTime: 15_000,
  gcTime: HOUR_MS,
  meta: PERSISTED,
});

/** One location, from the cache where another screen has filled it. */
export const useLocation = (id: string) => useQuery(locationQuery(id, null));
