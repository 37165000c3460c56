export { deskRoutes } from "./desk.routes.ts";
export { createOpenDesk } from "./open-desk.ts";
