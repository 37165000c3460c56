export { createMessages, tableCarrier, type Messages } from "./messages.ts";
export { notificationsRoutes } from "./notifications.routes.ts";
