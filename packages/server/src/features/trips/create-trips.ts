import type { Database } from "../../platform/database/database.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { secretFraction } from "../../platform/ids.ts";
import { createTripJobs } from "./jobs.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { LOOK } from "./begin-trip.ts";
import { hasKept, keepTrip, replaceKept, type KeepDeps } from "./keep-trips.ts";
import { lookAtStation, type LookDeps } from "./look-at-stops.ts";
import type { PlanDeps } from "./plan-trip.ts";
import { createRouter } from "./router.ts";
import type { BatteryDeps } from "./trip-battery.ts";
import { tripsRoutes } from "./trips.routes.ts";
import { createWatchedStations } from "./watched-stations.ts";

export type TripsDeps = Omit<PlanDeps, "router" | "jobs" | "hasTrip" | "keep"> &
  Omit<KeepDeps, "watched"> &
  LookDeps &
  BatteryDeps & {
    database: Database;
    bus: Bus;
    outbox: Outbox;
    /** null: there is no road router. */
    router: { url: string; key: string | null } | null;
    outbound: Outbound;
    logger: Logger;
  };

export type TripsApi = {
  /** Call after commit, with stations whose plugs changed. */
  stationsChanged(ids: readonly string[]): Promise<void>;
  /** Reads which stations are watched, and has what was missed looked at; every minute in every replica. */
  watchStops(): Promise<void>;
};

/** Trips with charging stops, over the roads of a router. */
export function createTrips(deps: TripsDeps): Feature<TripsApi> {
  const { router: settings, logger } = deps;
  if (!settings) logger.warn("no ROUTER_URL: no trips are planned");
  const router = settings && createRouter({ ...deps, settings });
  const watched = createWatchedStations(deps);
  const kept = { ...deps, watched, fraction: secretFraction };
  const keep: PlanDeps["keep"] = async (userId, made, replaces) => {
    if (replaces === undefined) return keepTrip(kept, userId, made);
    return (await replaceKept(kept, userId, replaces, made)) ? replaces : null;
  };
  const hasTrip: PlanDeps["hasTrip"] = (userId, id) => hasKept(kept, userId, id);
  const jobs = createTripJobs();
  return {
    routes: (mounts) => tripsRoutes(mounts, { ...kept, router, jobs, hasTrip, keep }),
    handlers: {
      [LOOK]: {
        queue: "message",
        handle: ({ locationId }: { locationId: string }) => lookAtStation(deps, locationId),
      },
    },
    api: { stationsChanged: watched.changed, watchStops: watched.refresh },
  };
}
