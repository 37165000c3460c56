export { msg91Template } from "./messages/msg91.ts";
export { checkTwilio } from "./messages/twilio.ts";
export { checkFcm } from "./push/fcm.ts";
export { createNotifications } from "./create-notifications.ts";
export { type Notices } from "./notices.ts";
export type { Messages } from "./messages/messages.ts";
export { languageOf } from "./notices.store.ts";
export { say } from "./words/say.ts";
