import type { Feature } from "../../platform/feature.ts";
import { approvalsRoutes } from "./approvals.routes.ts";
import { backofficeRoutes, type BackofficeDeps } from "./backoffice.routes.ts";
import { expireApproval } from "./decide-approval.ts";

/** Credentials of staff, their audit log, statements, and what the staff give drivers. */
export const createBackoffice = (deps: BackofficeDeps): Feature => ({
  routes: (mounts) => {
    backofficeRoutes(mounts, deps);
    approvalsRoutes(mounts, deps);
  },
  handlers: { "approval.expire": (at: { id: string }) => expireApproval(deps, at) },
  api: {},
});
