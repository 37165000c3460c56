import type { Tx } from "../../platform/database/database.ts";
import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { addDisputed, endDispute, payerOf, putDispute, setDisputeAside } from "./dispute.store.ts";
import { lockWallet, move, type Posting } from "./ledger.store.ts";
import type { DisputeNotice } from "./notices.ts";
import type { Dispute } from "./razorpay.ts";
import { retryDelay } from "./retry-delay.ts";
import type { TopUpDeps } from "./top-up.ts";

/** What a driver is told of a dispute. */
export type DisputeNews =
  | { of: "PAYMENT_DISPUTED"; aside: boolean }
  | { of: "DISPUTE_OVER"; outcome: "STANDS" | "BACK" | "PART" | "TAKEN" | "OWED" };
export type DisputeDeps = TopUpDeps & {
  /** Notifies the driver in the caller's transaction, once for each key; nobody where the account is closed. */
  notifyDriver(tx: Tx, userId: string, news: { key: string; said: DisputeNews }): Promise<void>;
};

/** About two hours, by which time the provider's read replicas are up to date. */
const LAST_ATTEMPT_UNCONFIRMED = 13;

/**
 * Handles a notice of a cardholder's dispute. It is only a hint, as of a payment: the provider is asked for the dispute,
 * and its answer counts, so that notices may come late, twice and in any order.
 */
export async function onDisputeNotice(
  deps: DisputeDeps,
  { disputeId }: DisputeNotice,
  attempts: number,
): Promise<OutboxOutcome> {
  const told = await deps.razorpay.dispute(disputeId);
  if (told === null || (told === "NONE" && attempts < LAST_ATTEMPT_UNCONFIRMED))
    return { retryAfterSeconds: retryDelay(attempts) };
  if (told === "NONE") {
    deps.logger.error(
      { dispute: disputeId },
      "a notice tells of a dispute the provider does not know",
    );
    return;
  }
  const { id, payment_id: payment, amount, status } = told;
  deps.logger.error({ dispute: id, payment, amount, status }, "a payment is disputed");
  await deps.database.transact((tx) => bookDispute(deps, tx, told));
}

/**
 * Money under dispute is set aside, as far as the wallet has it, and cannot be spent or withdrawn. A won dispute gives it
 * back. A lost one pays the loss out of it, then out of the wallet, and what is missing is the driver's debt.
 */
async function bookDispute(deps: DisputeDeps, tx: Tx, dispute: Dispute): Promise<void> {
  const at = deps.clock.now();
  const { id } = dispute;
  const userId = await payerOf(tx, dispute.payment_id);
  // The wallet is locked before the dispute's row, so that two notices of one dispute are processed one after the other.
  const before = userId === null ? null : await lockWallet(tx, userId);
  const { amount, set_aside, loss } = await putDispute(tx, userId, dispute, at);
  if (userId === null || before === null) {
    deps.logger.error({ dispute: id }, "a payment that nobody was credited for is disputed");
    return;
  }
  if (loss !== null) return;
  const book = (step: "begin" | "end", returned: boolean, reason: string, postings: Posting[]) =>
    move(tx, {
      scope: userId,
      idem: `dispute:${id}:${step}`,
      kind: returned ? "DISPUTE_RETURNED" : "DISPUTE",
      reason,
      at,
      sessionId: null,
      cdrId: null,
      input: [id, step],
      postings,
    });
  const disputed = ["system", "disputed"] as const;
  const payments = ["system", "payments"] as const;
  const wallet = [userId, "wallet"] as const;

  const aside = set_aside ?? least(amount, before.wallet);
  if (set_aside === null) {
    if (aside > 0n)
      await book("begin", false, "Your bank disputes a payment", [
        { source: wallet, destination: disputed, amount: aside },
      ]);
    await setDisputeAside(tx, id, aside);
    await addDisputed(tx, userId, dispute.payment_id, amount);
  }
  const lost = lossOf(dispute);
  const tell = (step: "begin" | "end", said: DisputeNews) =>
    deps.notifyDriver(tx, userId, { key: `dispute:${id}:${step}`, said });
  if (lost === null) {
    await tell("begin", { of: "PAYMENT_DISPUTED", aside: aside > 0n });
    return;
  }
  await endDispute(tx, id, lost);
  await addDisputed(tx, userId, dispute.payment_id, lost - amount);
  const paid = least(aside, lost);
  const back = aside - paid;
  const now = await lockWallet(tx, userId);
  const more = least(lost - paid, now.wallet);
  const debt = lost - paid - more;
  await tell("end", { of: "DISPUTE_OVER", outcome: outcomeOf(aside, lost, debt) });
  if (aside + lost === 0n) return;
  const reason =
    lost === 0n ? "The dispute of a payment is settled" : "Your bank took back a payment";
  await book("end", back > 0n, reason, [
    { source: disputed, destination: payments, amount: paid },
    { source: disputed, destination: wallet, amount: back },
    { source: wallet, destination: payments, amount: more },
    { source: [userId, "overdraft"], destination: payments, amount: debt },
  ]);
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

function outcomeOf(aside: bigint, lost: bigint, debt: bigint) {
  if (debt > 0n) return "OWED";
  if (lost > 0n) return aside > lost ? "PART" : "TAKEN";
  return aside > 0n ? "BACK" : "STANDS";
}

/** Paise that the provider took for good; null: not decided. */
function lossOf({ status, amount, amount_deducted: deducted }: Dispute): bigint | null {
  if (status === "won") return 0n;
  if (status === "lost") return BigInt(deducted || amount);
  return status === "closed" ? BigInt(deducted ?? 0) : null;
}
