import { routesOnly, type Feature } from "../../platform/feature.ts";
import { appConfigRoutes, type AppConfigDeps } from "./app-config.routes.ts";

/** The configuration that the app reads at start. */
export const createAppConfig = (deps: AppConfigDeps): Feature =>
  routesOnly((mounts) => appConfigRoutes(mounts, deps));
