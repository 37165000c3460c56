export { billingRoutes } from "./billing.routes.ts";
export { onCdr } from "./on-cdr.ts";
export { readCdr } from "./read-bills.ts";
export { settlementOf } from "./settle-operators.ts";
