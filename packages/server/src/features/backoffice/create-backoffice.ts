import { routesOnly, type Feature } from "../../platform/feature.ts";
import { backofficeRoutes, type BackofficeDeps } from "./backoffice.routes.ts";

/** Credentials of staff, their audit log, statements and goodwill. */
export const createBackoffice = (deps: BackofficeDeps): Feature =>
  routesOnly((mounts) => backofficeRoutes(mounts, deps));
