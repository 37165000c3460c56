export { createBackoffice } from "./create-backoffice.ts";
export { createOpenBackoffice } from "./authenticate-staff.ts";
export { isCredential } from "./backoffice.store.ts";
export { writeStaffAct } from "./authenticate-staff.ts";
export { lastBooksCheck } from "./ledger-check.store.ts";
export { checkBooksInTurn } from "./check-ledger.ts";
export { officerOf, readSeller } from "./manage-seller.ts";
