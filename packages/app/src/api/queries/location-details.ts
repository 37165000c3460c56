import type { Location } from "@voltmarg/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { getLocation } from "../http/endpoints/locations.ts";
import { withOptimisticFavourite } from "../offline/optimistic-favourites.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { useStation } from "./locations.ts";
import type { Place } from "../../map/camera.ts";

/** What the operator said when it was asked, and when, in milliseconds. `failed`: nothing, in the time there was. */
export type Check = { answer: "now" | "recent" | "failed"; at: number };

/** So long a word of the operator's counts as just now. */
const FRESH_MS = 15_000;

/**
 * A station's details: at once what the lists know of it, then what the service knows, then what its operator says, who
 * is asked when the page opens, when the driver comes back to it and on `ask`.
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
    ask: () => check.refetch(),
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
  return { answer: data.checked ?? "failed", at: Date.now() };
}

/** An answer that was asked for before and comes later would bring back what was known before. */
async function keep(location: Location): Promise<void> {
  const key = keys.location(location.id);
  await queryClient.cancelQueries({ queryKey: key, exact: true });
  queryClient.setQueryData<Location>(key, location);
}

/** The station as its operator says it is now, for a start; null: nobody answers, or not in time. */
export async function checkBeforeStart(
  id: string,
  check: Check | undefined,
): Promise<Location | null> {
  const known = queryClient.getQueryData<Location>(keys.location(id)) ?? null;
  if (known && check && check.answer !== "failed" && Date.now() - check.at < FRESH_MS) return known;
  try {
    await queryClient.fetchQuery({
      queryKey: keys.checked(id),
      queryFn: ({ signal }) => askOperator(id, null, signal),
      staleTime: 0,
      retry: false,
    });
    return queryClient.getQueryData<Location>(keys.location(id)) ?? null;
  } catch {
    // The next screen says what is wrong; here it is only that nothing newer is known.
    return null;
  }
}
