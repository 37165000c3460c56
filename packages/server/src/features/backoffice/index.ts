export { deskRoutes } from "./backoffice.routes.ts";
export { createOpenDesk } from "./authenticate-staff.ts";
export { lastBooksCheck } from "./ledger-check.store.ts";
export { checkBooksInTurn } from "./check-ledger.ts";
