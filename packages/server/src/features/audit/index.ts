export { auditRoutes } from "./audit.routes.ts";
export { createNoteAct } from "./account-acts.ts";
