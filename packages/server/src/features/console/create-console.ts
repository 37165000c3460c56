import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { chargesRoutes } from "./charges.routes.ts";
import { consoleRoutes } from "./console.routes.ts";
import { operatorsRoutes } from "./operators.routes.ts";
import { locationsRoutes } from "./locations.routes.ts";
import { refundsRoutes } from "./refunds.routes.ts";
import { ticketsRoutes } from "./tickets.routes.ts";

/** The provider's console: lists over all drivers, and what the staff may do to charges and stations. */
export const createConsole = (deps: ConsoleDeps): Feature =>
  routesOnly((mounts) => {
    consoleRoutes(mounts, deps);
    chargesRoutes(mounts, deps);
    refundsRoutes(mounts, deps);
    operatorsRoutes(mounts, deps);
    ticketsRoutes(mounts, deps);
    locationsRoutes(mounts, deps);
  });
