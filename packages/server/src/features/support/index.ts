export { firstSupport } from "./answer-tickets.ts";
export { createSupport } from "./create-support.ts";
export { standsInTicket } from "./tickets.store.ts";
