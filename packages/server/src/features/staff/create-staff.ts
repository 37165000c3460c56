import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { staffRoutes } from "./staff.routes.ts";

/** Named members of the provider's staff, their invitations, passkeys and sessions. */
export const createStaff = (deps: StaffDeps): Feature =>
  routesOnly((mounts) => staffRoutes(mounts, deps));
