export { createRoaming, type RoamingApi } from "./create-roaming.ts";
export { keepSessions } from "./announced-sessions.store.ts";
export { getPartner } from "./show-partners.ts";
export { listHealth } from "./operator-health.ts";
export { listOperators, operatorNamed } from "./operators.store.ts";
export { speaksFor } from "./parties.store.ts";
