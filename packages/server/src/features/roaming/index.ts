export { createRoaming, type RoamingApi } from "./create-roaming.ts";
export { getPartner } from "./show-partners.ts";
export { listOperators, operatorNamed } from "./operators.store.ts";
export { speaksFor } from "./parties.store.ts";
