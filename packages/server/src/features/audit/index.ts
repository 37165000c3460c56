export { createAudit } from "./create-audit.ts";
export { createAuditLog } from "./account-acts.ts";
