import type { TopUp } from "@voltmarg/contract";
import { formatInr } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { Outbox, OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { creditPayment } from "./credit-payment.ts";
import { lockWallet, readBalances, type Balances } from "./ledger.store.ts";
import type { Payment, Razorpay } from "./razorpay.ts";
import {
  findTopUp,
  findTopUpById,
  findTopUpByKey,
  findTopUpByOrder,
  nameOrder,
  noteAsked,
  ordersOf,
  failProcessing,
  putTopUp,
  sumOfOpenTopUps,
  type TopUpRow,
} from "./top-up.store.ts";
import { isCredited } from "./withdrawal.store.ts";

export const MINIMUM_TOP_UP = 5_000n;
export const MAXIMUM_TOP_UP = 1_000_000n;
/** The shortest time between two requests to the provider about an open top-up. */
const ASK_AGAIN_MS = 5_000;
const FIRST_POLL_SECONDS = 60;
const LAST_POLL_ATTEMPT = 40;
/** Once an hour at the end: six days in total, longer than an authorisation is valid. */
const LAST_ATTEMPT_OF_AUTHORISED = 150;

/** How long a top-up that was begun counts as being paid. */
const BEING_PAID_MS = 15 * 60_000;

export type TopUpDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  outbox: Outbox;
  razorpay: Razorpay;
  /** Paise that top-ups may bring a wallet to. */
  maximumBalance: bigint;
};

export function toWire(row: TopUpRow): TopUp {
  return {
    id: row.id,
    amount_minor: Number(row.amount),
    status: row.status,
    order_id: row.order_id ?? "",
    checkout_path: `/pay/${row.order_id ?? ""}`,
    created_at: row.created_at.toISOString(),
  };
}

type CreateRefusals =
  | "AMOUNT_TOO_SMALL"
  | "AMOUNT_TOO_LARGE"
  | "WALLET_FULL"
  | "PAYMENT_PROVIDER_UNREACHABLE"
  | "IDEMPOTENCY_KEY_REUSED";

/** Paise of top-ups that a driver is paying now. */
export const beingPaid = (on: Queryable, userId: string, at: Date): Promise<bigint> =>
  sumOfOpenTopUps(on, userId, new Date(at.getTime() - BEING_PAID_MS));

/** Paise that a top-up may have now, with what else is being paid; what comes back from bills may bring a wallet above. */
export function addable(
  { wallet, held, overdraft }: Balances,
  open: bigint,
  maximumBalance: bigint,
): bigint {
  const room = maximumBalance - (wallet + held + overdraft) - open;
  const most = room < MAXIMUM_TOP_UP ? room : MAXIMUM_TOP_UP;
  return most < MINIMUM_TOP_UP ? 0n : most;
}

/** Makes an order at the provider. Nothing is credited before a payment is confirmed, and a payment always is. */
export async function createTopUp(
  deps: TopUpDeps,
  userId: string,
  amount: bigint,
  key: string | null,
): Promise<Outcome<TopUp, CreateRefusals>> {
  if (amount < MINIMUM_TOP_UP)
    return refuse("AMOUNT_TOO_SMALL", {
      message: "Add at least ₹50.",
      extra: { least_minor: Number(MINIMUM_TOP_UP) },
    });
  if (amount > MAXIMUM_TOP_UP)
    return refuse("AMOUNT_TOO_LARGE", {
      message: "Add ₹10,000 at most at a time.",
      extra: { most_minor: Number(MAXIMUM_TOP_UP) },
    });
  const now = deps.clock.now();
  const made = await deps.database.transact<Outcome<TopUpRow, "WALLET_FULL">>(async (tx) => {
    // Two top-ups at once wait for each other here, and count each other.
    const balances = await lockWallet(tx, userId);
    const earlier = key === null ? null : await findTopUpByKey(tx, userId, key);
    if (earlier) return done(earlier);
    const most = addable(balances, await beingPaid(tx, userId, now), deps.maximumBalance);
    if (amount > most) return refuse("WALLET_FULL", whatFits(most, deps.maximumBalance));
    const put = await putTopUp(tx, { userId, id: newId("top", now), amount, key, at: now });
    if (put.made) {
      const due = new Date(now.getTime() + FIRST_POLL_SECONDS * 1000);
      await deps.outbox.enqueue(tx, "payment.poll", { userId, topUpId: put.row.id }, due);
    }
    return done(put.row);
  });
  if (!made.ok) return made;
  const row = made.value;
  if (row.amount !== amount) return refuse("IDEMPOTENCY_KEY_REUSED");
  if (row.order_id) return done(toWire(row));
  const order = await deps.razorpay.createOrder(row.id, row.amount);
  if (!order) return refuse("PAYMENT_PROVIDER_UNREACHABLE");
  const named = await deps.database.transact((tx) => nameOrder(tx, userId, row.id, order.id));
  return done(toWire(named ?? row));
}

const whatFits = (most: bigint, maximumBalance: bigint) => {
  const cap = formatInr(maximumBalance, { decimals: 0 });
  return {
    message:
      most > 0n
        ? `The wallet may have ${cap}: ${formatInr(most)} more can be added now.`
        : `The wallet may have ${cap}: nothing can be added now.`,
    extra: { field: "amount_minor", most_minor: Number(most) },
  };
};

/** Whether a top-up that was begun may still be paid: another one may have been since. */
export const stillFits = async (
  { database, maximumBalance }: TopUpDeps,
  { user_id, amount }: TopUpRow,
): Promise<boolean> => {
  const { wallet, held, overdraft } = await readBalances(database.db, user_id);
  return wallet + held + overdraft + amount <= maximumBalance;
};

/** A top-up as stored. */
export const readTopUp = (deps: TopUpDeps, userId: string, id: string) =>
  findTopUp(deps.database.db, userId, id);

/** The state of a top-up; while it is open, the provider is asked at intervals. */
export async function getTopUp(
  deps: TopUpDeps,
  userId: string,
  id: string,
): Promise<TopUpRow | null> {
  const { db } = deps.database;
  const row = await findTopUp(db, userId, id);
  if (!row?.order_id || row.status === "CREDITED") return row;
  const at = deps.clock.now();
  const before = new Date(at.getTime() - ASK_AGAIN_MS);
  if (!(await noteAsked(db, { userId, id, at, before }))) return row;
  await askAbout(deps, row);
  return findTopUp(db, userId, id);
}

/** Asks the provider about every order of a top-up. */
async function askAbout(deps: TopUpDeps, { user_id, id }: TopUpRow): Promise<void> {
  for (const orderId of await ordersOf(deps.database.db, user_id, id)) {
    await askProvider(deps, orderId);
  }
}

const TELLING: Payment["status"][] = ["created", "failed", "refunded", "authorized", "captured"];

/**
 * An order may have several payment tries; the one that got furthest counts. Returns how many there are; null: the
 * provider cannot be asked.
 */
async function askProvider(deps: TopUpDeps, orderId: string): Promise<number | null> {
  const payments = await deps.razorpay.paymentsOf(orderId);
  if (!payments) return null;
  const told = payments.toSorted((a, b) => TELLING.indexOf(a.status) - TELLING.indexOf(b.status));
  for (const payment of told) await creditPayment(deps, orderId, payment);
  return told.length;
}

type Asked = { status: TopUpRow["status"]; payments: number };

/**
 * Asks the provider about every order of a top-up now, for the staff. What it has captured is credited, once. That it was
 * asked is in the audit log before.
 */
export async function askAboutTopUp(
  deps: TopUpDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<Asked, "NOT_FOUND" | "CONFLICT" | "PAYMENT_PROVIDER_UNREACHABLE">> {
  const found = await backoffice.transact<string[], "NOT_FOUND" | "CONFLICT">(async (tx) => {
    const row = await findTopUpById(tx, id);
    if (!row) return refuse("NOT_FOUND");
    const orders = await ordersOf(tx, row.user_id, id);
    return orders.length > 0
      ? done(orders)
      : refuse("CONFLICT", { message: "The payment provider never made an order of this." });
  });
  if (!found.ok) return found;
  let payments = 0;
  for (const orderId of found.value) {
    const told = await askProvider(deps, orderId);
    if (told === null)
      return refuse("PAYMENT_PROVIDER_UNREACHABLE", {
        message: "The payment provider cannot be reached. Try again later.",
      });
    payments += told;
  }
  return done({ status: (await findTopUpById(deps.database.db, id))!.status, payments });
}

export type CheckoutAnswer = { paymentId: string; orderId: string; signature: string };

/** Handles the result of checkout: accepted only if signed for an order of this top-up; then the provider is asked. */
export async function verifyTopUp(
  deps: TopUpDeps,
  row: TopUpRow,
  answer: CheckoutAnswer,
): Promise<boolean> {
  const { orderId, paymentId, signature } = answer;
  const { db } = deps.database;
  if (!(await ordersOf(db, row.user_id, row.id)).includes(orderId)) return false;
  if (!deps.razorpay.checkoutSigned(orderId, paymentId, signature)) return false;
  if (!(await isCredited(db, row.user_id, paymentId))) await askProvider(deps, orderId);
  return true;
}

/** The poller: asks until the top-up is credited and nobody can pay it, or another order of it, any more. */
export async function pollTopUp(
  deps: TopUpDeps,
  payload: { userId: string; topUpId: string },
  attempts: number,
): Promise<OutboxOutcome> {
  const { db } = deps.database;
  const { userId, topUpId } = payload;
  const found = await findTopUp(db, userId, topUpId);
  if (!found) return;
  const oneOrder = (await ordersOf(db, userId, topUpId)).length < 2;
  if (found.status === "CREDITED" && oneOrder) return;
  await askAbout(deps, found);
  const row = await findTopUp(db, userId, topUpId);
  if (!row || (row.status === "CREDITED" && oneOrder)) return;
  if (row.status === "PROCESSING" && attempts >= LAST_ATTEMPT_OF_AUTHORISED) {
    deps.logger.error({ order: row.order_id }, "authorised and never captured: given up");
    await failProcessing(deps.database.db, row.user_id, row.id);
    return;
  }
  if (row.status !== "PROCESSING" && attempts >= LAST_POLL_ATTEMPT) return;
  return { retryAfterSeconds: Math.min(FIRST_POLL_SECONDS * 2 ** attempts, 3_600) };
}

export const orderOf = (deps: TopUpDeps, orderId: string) =>
  findTopUpByOrder(deps.database.db, orderId);
