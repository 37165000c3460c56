export { createStaff } from "./create-staff.ts";
export { OPENID_CALLBACK } from "./openid-return.ts";
export { sessionOf } from "./staff-session.ts";
export { isMember, lockNames, membersWho } from "./staff.store.ts";
export type { StaffAct } from "./staff-deps.ts";
