export { roamingRoutes } from "./roaming.routes.ts";
export { pullCatalogue, pullCdrs, pullSessions } from "./pull.ts";
export { registerWith } from "./register.ts";
export { sendCommand, type CommandOrder } from "./send-command.ts";
export { listOperators, operatorNamed } from "./operators.store.ts";
export type { RoamingDeps } from "./roaming-deps.ts";
