import type { Order, Payment, Refund } from "./entities.ts";
import { openJournal, type Journal } from "./journal.ts";

export type Clock = { now(): number };

export const SCENARIOS = [
  /** authorized, captured, paid: sent at once and in order */
  "happy",
  /** the same, a minute late */
  "late_webhook",
  /** each event twice under one id */
  "duplicate_webhooks",
  /** paid, captured, authorized */
  "out_of_order",
  /** the payment fails and is captured half a minute later (a late authorisation) */
  "failed_then_captured",
  /** the body is changed after it was signed */
  "tampered_webhook",
  "no_webhook",
  /** the bank says yes, the capture never comes, half a minute later the payment has failed */
  "authorized_then_failed",
  /** an order for every request, whatever its receipt says */
  "two_orders",
  /** the same, and the first answer of each receipt waits for `POST /control/answer-held` */
  "held_order",
  /** the webhook about a call arrives before the call is answered */
  "before_answer",
  /** 503 to every API call */
  "away",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const REFUND_SCENARIOS = [
  /** made and paid out at once */
  "processed",
  /** made, paid out a minute later */
  "pending_then_processed",
  /** made, refused by the bank a minute later */
  "pending_then_failed",
  /** 400: this payment takes none */
  "refused",
  /** 409 to each first request: another one is in flight */
  "in_flight_once",
  /** 429 to each first request, with Retry-After */
  "rate_limited_once",
  /** 502 to each first request, nothing made */
  "broken_once",
  /** 502 to each first request, although the refund is made */
  "made_but_broken",
  /** made, paid out three days later */
  "pending_for_days",
  /** lists of refunds return the last ten, whatever limit was given */
  "last_ten_only",
  /** 502 to each first request, although the refund is made; idempotency keys are ignored */
  "forgets_keys",
] as const;
export type RefundScenario = (typeof REFUND_SCENARIOS)[number];

/** Dependencies of every operation. */
export type Provider = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  clock: Clock;
  journal: Journal;
  /** API calls so far, in this process. */
  calls: number;
  /** Calls of the registration portal. */
  portalCalls: number;
};

export function openProvider(
  settings: Omit<Provider, "journal" | "calls" | "portalCalls">,
  stateDir: string | null,
): Provider {
  const journal = openJournal(stateDir);
  indexOldEntries(journal);
  return { ...settings, journal, calls: 0, portalCalls: 0 };
}

/** Orders and payments stored before the indexes by receipt and by order existed. */
function indexOldEntries(journal: Journal): void {
  for (const { id, receipt } of journal.all<Order>("order")) {
    if (receipt !== null && journal.get("order_of_receipt", receipt) === undefined) {
      journal.write([["order_of_receipt", receipt, id]]);
    }
  }
  for (const { id, order_id } of journal.all<Payment>("payment")) {
    const ids = journal.get<string[]>("payments_of_order", order_id) ?? [];
    if (!ids.includes(id)) journal.write([["payments_of_order", order_id, [...ids, id]]]);
  }
}

export function nowSeconds(provider: Provider): number {
  return Math.floor(provider.clock.now() / 1000);
}

export function scenarioOf(provider: Provider): Scenario {
  return provider.journal.get<Scenario>("setting", "scenario") ?? "happy";
}

/** Of the payments of one order, or of all. */
export function refundScenarioOf({ journal }: Provider, orderId?: string): RefundScenario {
  const ofOrder = orderId && journal.get<RefundScenario>("setting", `refund_scenario ${orderId}`);
  return ofOrder || (journal.get<RefundScenario>("setting", "refund_scenario") ?? "processed");
}

/** Refunds of a payment, newest first. */
export function refundsOf(provider: Provider, paymentId: string): Refund[] {
  const ids = provider.journal.get<string[]>("refunds_of_payment", paymentId) ?? [];
  return ids.toReversed().flatMap((id) => findRefund(provider, id) ?? []);
}

export function findOrder(provider: Provider, id: string): Order | undefined {
  return provider.journal.get<Order>("order", id);
}

export function findPayment(provider: Provider, id: string): Payment | undefined {
  return provider.journal.get<Payment>("payment", id);
}

export function findRefund(provider: Provider, id: string): Refund | undefined {
  return provider.journal.get<Refund>("refund", id);
}

export function paymentsOf(provider: Provider, orderId: string): Payment[] {
  const ids = provider.journal.get<string[]>("payments_of_order", orderId) ?? [];
  return ids.flatMap((id) => findPayment(provider, id) ?? []);
}
