export { createMessages, tableCarrier } from "./messages.ts";
export { notificationsRoutes } from "./notifications.routes.ts";
