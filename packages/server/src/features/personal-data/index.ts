export { consentOf, withdrawConsent } from "./consent.ts";
export { createPersonalData } from "./create-personal-data.ts";
export { createNotice, type Notice } from "./notice.ts";
export type { BreachDeps } from "./tell-breach.ts";
