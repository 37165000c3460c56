import type { backoffice as routes, RouteOutput } from "@voltmarg/contract";
import { isSameName } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { mobileOf } from "../accounts/index.ts";
import {
  lockWallet,
  payBankRefund,
  readBalances,
  returnBankRefund,
  setAsideForBank,
  unused,
} from "../wallet/index.ts";
import { findByReference, type MoneyApproval } from "./approvals.store.ts";
import { failedToSend, ownNames } from "./bank-refund.store.ts";
import { beginGiving, propose, waitingToWire, type FourEyesDeps } from "./propose.ts";

type Refusals =
  | "NOT_FOUND"
  | "HOLDER_DIFFERS"
  | "REFUND_NOT_FAILED"
  | "WITHDRAWAL_TOO_LARGE"
  | "REFERENCE_REUSED";
type Refunded = RouteOutput<typeof routes.refundByBank>["data"];

const NO_NAME = "The driver's account has no name yet. Ask the driver to enter it in the app.";

/** A bank's reference is unique among all transfers. */
const ANY_TRANSFER = "bank";

/**
 * Records that money of a wallet went to the driver's bank account, once for each of the bank's references: what a refund to
 * its payment failed to send, and only to an account in the driver's own name. It leaves the wallet now; a large amount stays
 * set aside until a second member has confirmed it.
 */
export const refundByBank = (
  deps: FourEyesDeps,
  backoffice: BackofficeCall,
  asked: { userId: string; amount: bigint; holder: string; bankReference: string; reason: string },
): Promise<Outcome<Refunded, Refusals>> =>
  backoffice.transact<Refunded, Refusals>(async (tx) => {
    const { userId, amount, bankReference: reference, reason } = asked;
    if ((await mobileOf(tx, userId)) === null) return refuse("NOT_FOUND");
    const names = await ownNames(tx, userId);
    if (!names.some((name) => isSameName(name, asked.holder)))
      return refuse("HOLDER_DIFFERS", names.length > 0 ? {} : { message: NO_NAME });
    const person = await beginGiving(tx, backoffice, userId);
    const named = { kind: "BANK_REFUND", subject: ANY_TRANSFER, reference } as const;
    const available = unused(await lockWallet(tx, userId));
    if (!(await findByReference(tx, named))) {
      if (amount > available)
        return refuse("WITHDRAWAL_TOO_LARGE", { extra: { available_minor: Number(available) } });
      const failed = await failedToSend(tx, userId);
      if (amount > failed)
        return refuse("REFUND_NOT_FAILED", { extra: { failed_minor: Number(failed) } });
    }
    const proposed = await propose(deps, tx, backoffice, {
      ...named,
      person,
      user_id: userId,
      amount,
      reason,
    });
    if (!proposed.ok) return proposed;
    const { row, isNew } = proposed.value;
    if (isNew) await setAsideForBank(tx, refundOf(row, row.proposed_at));
    const state = waitingToWire(row);
    const booked = isNew && state.approval === null;
    if (booked) await payBankRefund(tx, refundOf(row, row.proposed_at), reference);
    const { wallet, held, overdraft } = await readBalances(tx, userId);
    return done({ ...state, booked, balance_minor: Number(wallet + held + overdraft) });
  });

const refundOf = ({ id, user_id: userId, amount }: MoneyApproval, at: Date) => ({
  id,
  userId,
  amount,
  at,
});

/** Books what was proposed: the money was set aside with the proposal, so that nothing can have happened to it. */
export async function bookProposedRefund(
  tx: Tx,
  row: MoneyApproval,
  at: Date,
): Promise<Outcome<null, "CONFLICT">> {
  await payBankRefund(tx, refundOf(row, at), row.reference);
  return done(null);
}

/** The money of a proposal that came to nothing goes back into the wallet. */
export const dropProposedRefund = (tx: Tx, row: MoneyApproval, at: Date) =>
  returnBankRefund(tx, refundOf(row, at));
