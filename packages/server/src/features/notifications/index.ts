export { createNotifications } from "./create-notifications.ts";
export { createNotices, type Notices } from "./notices.ts";
export { languageOf } from "./notices.store.ts";
