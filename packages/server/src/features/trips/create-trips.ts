import type { Clock } from "../../platform/clock.ts";
import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { createRouter } from "./router.ts";

export type TripsDeps = {
  /** null: there is no road router. */
  router: { url: string; key: string | null } | null;
  outbound: Outbound;
  clock: Clock;
  logger: Logger;
};

/** Trips with charging stops, over the roads of a router. */
export function createTrips(deps: TripsDeps): Feature {
  const { router: settings, logger } = deps;
  if (settings) createRouter({ ...deps, settings });
  else logger.warn("no ROUTER_URL: no trips are planned");
  return routesOnly(() => {});
}
