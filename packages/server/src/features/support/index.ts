export { firstSupport } from "./answer-tickets.ts";
export { supportRoutes } from "./support.routes.ts";
export { standsInTicket } from "./tickets.store.ts";
