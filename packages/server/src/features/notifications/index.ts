export { centreRoutes } from "./centre.routes.ts";
export { createMessages, tableCarrier } from "./messages.ts";
export { createNotices, type Notices } from "./notices.ts";
export { notificationsRoutes } from "./notifications.routes.ts";
