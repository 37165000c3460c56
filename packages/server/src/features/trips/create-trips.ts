import type { Database } from "../../platform/database/database.ts";
import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { createTripJobs } from "./jobs.ts";
import { keepTrip } from "./keep-trips.ts";
import type { PlanDeps } from "./plan-trip.ts";
import { createRouter } from "./router.ts";
import { tripsRoutes } from "./trips.routes.ts";

export type TripsDeps = Omit<PlanDeps, "router" | "jobs" | "keep"> & {
  database: Database;
  /** null: there is no road router. */
  router: { url: string; key: string | null } | null;
  outbound: Outbound;
  logger: Logger;
};

/** Trips with charging stops, over the roads of a router. */
export function createTrips(deps: TripsDeps): Feature {
  const { router: settings, logger } = deps;
  if (!settings) logger.warn("no ROUTER_URL: no trips are planned");
  const router = settings && createRouter({ ...deps, settings });
  const keep: PlanDeps["keep"] = (userId, plan) => keepTrip(deps, userId, plan);
  const jobs = createTripJobs();
  return routesOnly((mounts) => tripsRoutes(mounts, { ...deps, router, jobs, keep }));
}
