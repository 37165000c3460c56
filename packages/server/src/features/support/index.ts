export { firstSupport, ticketForBackoffice } from "./answer-tickets.ts";
export { createSupport } from "./create-support.ts";
export { isInTicket } from "./tickets.store.ts";
export { toSummary } from "./tickets.ts";
