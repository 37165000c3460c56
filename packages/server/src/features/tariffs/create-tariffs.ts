import { routesOnly, type Feature } from "../../platform/feature.ts";
import { tariffsRoutes, type TariffsDeps } from "./tariffs.routes.ts";

/** Retail rules, set in the back office. */
export const createTariffs = (deps: TariffsDeps): Feature =>
  routesOnly((mounts) => tariffsRoutes(mounts, deps));
