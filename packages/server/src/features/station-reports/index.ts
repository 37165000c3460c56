export { checkInsRoutes } from "./check-ins.routes.ts";
export { evidenceAt, evidenceAtEach } from "./check-ins.store.ts";
export { problemsRoutes } from "./problems.routes.ts";
