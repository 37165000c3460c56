import { formatInr } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { retryDelay } from "./retry-delay.ts";
import { allocate, sumOf } from "./allocate.ts";
import { lockWallet, move } from "./ledger.store.ts";
import type { Razorpay, Refund, RefundAnswer } from "./razorpay.ts";
import { requestRefunds, type WithdrawDeps } from "./withdraw.ts";
import {
  closePayment,
  findRefund,
  findRefundByReceipt,
  isClosed,
  lockRefund,
  openSources,
  setRefund,
  type RefundRow,
} from "./withdrawal.store.ts";

/** Which registered text, and its variables. */
export type RefundNews = {
  kind: "REFUND_TO_WALLET" | "REFUND_BY_SUPPORT";
  variables: { amount: string; source: string };
};
export type RefundDeps = WithdrawDeps & {
  razorpay: Razorpay;
  /** Queues a text message to the driver in the caller's transaction. */
  tellDriver(tx: Tx, userId: string, news: RefundNews): Promise<void>;
};

const HOUR_S = 3_600;
const LOUD_AFTER_ATTEMPTS = 20;

/** Sends a refund, and asks for its state until the provider reports success or failure. */
export async function sendRefund(
  deps: RefundDeps,
  at: { userId: string; refundId: string },
  attempts: number,
): Promise<OutboxOutcome> {
  const row = await findRefund(deps.database.db, at.userId, at.refundId);
  if (!row || row.status === "DONE" || row.status === "FAILED") return;
  const answer = await askOrSend(deps, row, attempts);
  if (answer.outcome === "REFUSED") return settleRefund(deps, row, { failure: answer.reason });
  if (answer.outcome === "MADE") {
    await settleRefund(deps, row, answer.refund);
    // Banks need days; usually the notice comes first.
    return answer.refund.status === "pending" ? { retryAfterSeconds: HOUR_S } : undefined;
  }
  const level = attempts > LOUD_AFTER_ATTEMPTS ? "error" : "warn";
  deps.logger[level]({ refund: row.id, reason: answer.reason, attempts }, "refund not sent yet");
  return { retryAfterSeconds: retryDelay(attempts, answer.afterSeconds) };
}

/**
 * A refund with a provider id is requested by that id, and never sent again. One that may have been sent is searched for first: the
 * provider forgets idempotency keys, and would make a second refund.
 */
async function askOrSend(
  { razorpay }: RefundDeps,
  row: RefundRow,
  attempts: number,
): Promise<RefundAnswer> {
  if (row.refund_id !== null) {
    const refund = await razorpay.refundNamed(row.refund_id);
    if (refund === null) return later("the provider cannot be asked");
    if (refund === "NONE") return later(`the provider does not know ${row.refund_id} any more`);
    return { outcome: "MADE", refund };
  }
  const before = attempts > 1 ? await lookFor(razorpay, row) : null;
  if (before) return before;
  const answer = await razorpay.refund(row.id, row.payment_id, row.amount);
  // A refused request may be a repetition of an accepted one: "fully refunded already".
  return answer.outcome === "REFUSED" ? ((await lookFor(razorpay, row)) ?? answer) : answer;
}

const later = (reason: string): RefundAnswer => ({ outcome: "LATER", reason, afterSeconds: null });

/** Looks for a refund by its receipt. Null: it was never made. */
export async function lookFor(razorpay: Razorpay, row: RefundRow): Promise<RefundAnswer | null> {
  const payment = await razorpay.payment(row.payment_id);
  if (payment === "NONE") return null;
  const known = payment && (await razorpay.refundsOf(row.payment_id));
  if (!known) return later("the provider cannot be asked");
  const refund = known.find((each) => isOf(row, each));
  if (refund) return { outcome: "MADE", refund };
  const listed = known.reduce((sum, each) => sum + (each.status === "failed" ? 0 : each.amount), 0);
  if ((payment.amount_refunded ?? 0) > listed)
    return later("the provider's list of refunds is not whole");
  return null;
}

/** Whoever uses the provider's dashboard may give a refund our receipt: it is ours with our payment and amount only. */
const isOf = (row: RefundRow, refund: Refund): boolean =>
  row.payment_id === refund.payment_id &&
  row.amount === BigInt(refund.amount) &&
  row.id === refund.receipt;

/** After so many tries, about two hours, the provider's answer counts although it contradicts its notice. */
const LAST_ATTEMPT_UNCONFIRMED = 13;

/** Handles a notice of a refund. As with payments, the provider's answer to our request counts. */
export async function onRefundNotice(
  deps: RefundDeps,
  told: Refund,
  attempts: number,
): Promise<OutboxOutcome> {
  const row = told.receipt ? await findRefundByReceipt(deps.database.db, told.receipt) : null;
  const isSettled = row?.status === "DONE" || row?.status === "FAILED";
  if (isSettled && row.refund_id === told.id && told.status !== "processed") return;
  if (row?.status === "DONE" && row.refund_id === told.id) return;
  const refund = await deps.razorpay.refundNamed(told.id);
  if (refund === null || (refund === "NONE" && attempts < LAST_ATTEMPT_UNCONFIRMED))
    return { retryAfterSeconds: retryDelay(attempts) };
  if (refund === "NONE") {
    deps.logger.error({ refund: told.id }, "a notice tells of a refund the provider does not know");
    return;
  }
  const ours = row && isOf(row, refund) && (row.refund_id ?? refund.id) === refund.id;
  if (ours && row.status !== "FAILED") return settleRefund(deps, row, refund);
  if (ours && refund.status !== "processed") return;
  deps.logger.error(
    { refund: refund.id, payment: refund.payment_id, amount: refund.amount },
    "a refund that nobody here asked for",
  );
  if (refund.status !== "processed") return;
  await deps.database.transact((tx) =>
    move(tx, {
      scope: "system",
      idem: `refund:${refund.id}`,
      kind: "CORRECTION",
      reason: "Refund that fits no withdrawal",
      at: deps.clock.now(),
      sessionId: null,
      cdrId: null,
      postings: [
        {
          source: ["system", "suspense"],
          destination: ["system", "payments"],
          amount: BigInt(refund.amount),
        },
      ],
    }),
  );
}

/** Books the outcome of a refund; the first outcome counts. */
async function settleRefund(
  deps: RefundDeps,
  { user_id: userId, id }: RefundRow,
  told: Refund | { failure: string },
): Promise<void> {
  const at = deps.clock.now();
  await deps.database.transact(async (tx) => {
    await lockWallet(tx, userId);
    const row = await lockRefund(tx, userId, id);
    if (!row || row.status === "DONE" || row.status === "FAILED") return;
    const refundId = "failure" in told ? null : told.id;
    if (row.refund_id !== null && row.refund_id !== refundId) {
      deps.logger.error({ refund: id, known: row.refund_id, told: refundId }, "refunded twice");
      return;
    }
    const set = (status: RefundRow["status"], failure: string | null = null) =>
      setRefund(tx, {
        userId,
        id,
        status,
        refundId,
        failure,
        settledAt: status === "SENT" ? null : at,
      });
    if ("failure" in told || told.status === "failed") {
      await set("FAILED", "failure" in told ? told.failure : "the bank did not take it");
      await sendElsewhere(deps, tx, row);
    } else if (told.status === "processed") {
      await set("DONE");
      await move(tx, {
        scope: userId,
        idem: `refund:${id}`,
        kind: "PAYOUT",
        reason: `Paid out to ${row.source}`,
        at,
        sessionId: null,
        cdrId: null,
        postings: [
          {
            source: [userId, "withdrawing"],
            destination: ["system", "payments"],
            amount: row.amount,
          },
        ],
      });
    } else if (row.status === "REQUESTED") {
      await set("SENT");
    }
  });
}

/** Splits it over the next payments that can be refunded. The rest returns to the wallet, and the driver is notified. */
async function sendElsewhere(deps: RefundDeps, tx: Tx, row: RefundRow): Promise<void> {
  const { user_id: userId } = row;
  const at = deps.clock.now();
  deps.logger.warn({ refund: row.id, payment: row.payment_id }, "refund failed");
  await closePayment(tx, userId, row.payment_id, at);
  const parts = allocate(row.amount, await openSources(tx, userId));
  await requestRefunds(deps, tx, { userId, withdrawalId: row.withdrawal_id, parts });
  const rest = row.amount - sumOf(parts);
  if (rest === 0n) return;
  await move(tx, {
    scope: userId,
    idem: `refund:${row.id}`,
    kind: "WITHDRAWAL_RETURNED",
    reason: `Refund to ${row.source} failed`,
    at,
    sessionId: null,
    cdrId: null,
    postings: [{ source: [userId, "withdrawing"], destination: [userId, "wallet"], amount: rest }],
  });
  await deps.tellDriver(tx, userId, {
    kind: (await isClosed(tx, userId)) ? "REFUND_BY_SUPPORT" : "REFUND_TO_WALLET",
    variables: { amount: formatInr(rest), source: row.source },
  });
}
