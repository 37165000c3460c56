import type { Location } from "@voltmarg/contract";
import { useQuery } from "@tanstack/react-query";
import { serviceNow } from "../../clock.ts";
import { call } from "../http/call.ts";
import { getLocation } from "../http/endpoints/locations.ts";
import { withOptimisticFavourite } from "../offline/optimistic-favourites.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { useStation } from "./locations.ts";
import type { Place } from "../../map/camera.ts";

/** The operator's answer to a status request, and when, ms. `failed`: it did not answer in time. */
export type Check = { answer: "now" | "recent" | "failed"; at: number };

/** An operator's answer counts as fresh for this long. */
const FRESH_MS = 15_000;

/**
 * A location's details: first what the lists know, then the service's answer, then its operator's. The operator is asked
 * when the page opens, when the driver comes back to it and on `ask`.
 */
export function useStationDetails(id: string, me: Place | null) {
  const station = useStation(id, me);
  const check = useQuery({
    queryKey: keys.checked(id),
    queryFn: ({ signal }) => askOperator(id, me, signal),
    staleTime: FRESH_MS,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: true,
  });
  return {
    station,
    /** undefined: not asked yet, or the service itself could not be reached. */
    check: check.isError ? undefined : check.data,
    asking: check.isFetching,
    ask: check.refetch,
  };
}

async function askOperator(id: string, me: Place | null, signal: AbortSignal): Promise<Check> {
  const asked = performance.now();
  const { data } = await call(
    getLocation,
    {
      params: { id },
      query: { fresh: "true", ...(me && { latitude: me.lat, longitude: me.lon }) },
    },
    signal,
  );
  await keep(withOptimisticFavourite(data, asked));
  return { answer: data.checked ?? "failed", at: serviceNow() };
}

/** An answer requested earlier that arrives later would restore the old status. */
async function keep(location: Location): Promise<void> {
  const key = keys.location(location.id);
  await queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData<Location>(key, location);
}

/** The location with its operator's current status, before a start; null: no answer in time. */
export async function checkBeforeStart(
  id: string,
  check: Check | undefined,
): Promise<Location | null> {
  const known = queryClient.getQueryData<Location>(keys.location(id)) ?? null;
  if (known && check && check.answer !== "failed" && serviceNow() - check.at < FRESH_MS)
    return known;
  try {
    await queryClient.fetchQuery({
      queryKey: keys.checked(id),
      queryFn: ({ signal }) => askOperator(id, null, signal),
      staleTime: 0,
      retry: false,
    });
    return queryClient.getQueryData<Location>(keys.location(id)) ?? null;
  } catch {
    // The next screen shows what is wrong.
    return null;
  }
}
