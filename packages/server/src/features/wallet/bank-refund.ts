import type { Tx } from "../../platform/database/database.ts";
import { move } from "./ledger.store.ts";

/** Money that goes to a driver's bank account instead of back to a payment. `id` is that of the staff's record of it. */
type BankRefund = { id: string; userId: string; amount: bigint; at: Date };

/** Takes it out of the wallet, as a withdrawal does. */
export const setAsideForBank = (tx: Tx, { id, userId, amount, at }: BankRefund) =>
  move(tx, {
    scope: userId,
    idem: `bank-refund:${id}`,
    kind: "WITHDRAWAL",
    reason: "Refund by bank transfer",
    at,
    sessionId: null,
    cdrId: null,
    input: [id, amount],
    postings: [{ source: [userId, "wallet"], destination: [userId, "withdrawing"], amount }],
  });

/** What was set aside has left our bank account. */
export const payBankRefund = (tx: Tx, { id, userId, amount, at }: BankRefund, reference: string) =>
  move(tx, {
    scope: userId,
    idem: `refund:${id}`,
    kind: "PAYOUT",
    reason: `Paid out by bank transfer ${reference}`,
    at,
    sessionId: null,
    cdrId: null,
    postings: [{ source: [userId, "withdrawing"], destination: ["system", "bank"], amount }],
  });

/** What was set aside is the driver's to spend again. */
export const returnBankRefund = (tx: Tx, { id, userId, amount, at }: BankRefund) =>
  move(tx, {
    scope: userId,
    idem: `refund:${id}`,
    kind: "WITHDRAWAL_RETURNED",
    reason: "Refund by bank transfer was not made",
    at,
    sessionId: null,
    cdrId: null,
    postings: [{ source: [userId, "withdrawing"], destination: [userId, "wallet"], amount }],
  });
