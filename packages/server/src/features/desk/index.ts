export { deskRoutes } from "./desk.routes.ts";
export { createOpenDesk } from "./open-desk.ts";
export { lastBooksCheck } from "./books-check.store.ts";
export { checkBooksInTurn } from "./check-books.ts";
