export { createAudit } from "./create-audit.ts";
export { createNoteAct } from "./account-acts.ts";
