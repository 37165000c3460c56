import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { openidCallback, openidRoutes } from "./openid.routes.ts";
import { staffRoutes } from "./staff.routes.ts";

/** Named members of the provider's staff, their invitations, passkeys, company accounts and sessions. */
export const createStaff = (deps: StaffDeps): Feature =>
  routesOnly(async (mounts) => {
    staffRoutes(mounts, deps);
    openidRoutes(mounts, deps);
    await mounts.raw(openidCallback(deps));
  });
