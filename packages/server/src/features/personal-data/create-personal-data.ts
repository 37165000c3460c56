import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { EraseDeps } from "./erase-driver.ts";
import { personalDataRoutes } from "./personal-data.routes.ts";

/** Export and erasure of the personal data of a driver. */
export const createPersonalData = (deps: EraseDeps): Feature =>
  routesOnly((mounts) => personalDataRoutes(mounts, deps));
