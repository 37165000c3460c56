export { WAITS as WAITS_FOR_RECORD } from "./credit.store.ts";
export { createBilling } from "./create-billing.ts";
export { readCdr, figuresOf } from "./read-bills.ts";
export { closeUnbilled, whyNot as whyNotClosed } from "./close-unbilled.ts";
export { billToCorrect, correctBill, ownerOfBill } from "./correct-bill.ts";
export { drawStatement } from "./invoice-pdf/draw-statement.ts";
export { findSeller } from "./invoice.store.ts";
export { settlementOf } from "./settle-operators.ts";
export { numbersUsed } from "./issue-invoice.ts";
