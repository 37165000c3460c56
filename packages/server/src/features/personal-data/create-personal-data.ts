import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { ConsentDeps } from "./consent.ts";
import type { EraseDeps } from "./erase-driver.ts";
import { personalDataRoutes } from "./personal-data.routes.ts";

/** The privacy notice and consent to it; export and erasure of the personal data of a driver. */
export const createPersonalData = (deps: EraseDeps & ConsentDeps): Feature =>
  routesOnly((mounts) => personalDataRoutes(mounts, deps));
