export { msg91Template } from "./messages/msg91.ts";
export { checkTwilio } from "./messages/twilio.ts";
export { checkFcm } from "./push/fcm.ts";
export { createNotifications } from "./create-notifications.ts";
export { createNotices, type Notices } from "./notices.ts";
export { languageOf } from "./notices.store.ts";
