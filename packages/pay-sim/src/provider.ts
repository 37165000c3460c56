import type { Order, Payment, Refund } from "./entities.ts";
import { openJournal, type Journal } from "./journal.ts";

export type Clock = { now(): number };

export const SCENARIOS = [
  /** authorized, captured, paid: told at once and in order */
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
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** What every operation works on. */
export type Provider = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  clock: Clock;
  journal: Journal;
};

export function openProvider(
  settings: Omit<Provider, "journal">,
  stateDir: string | null,
): Provider {
  return { ...settings, journal: openJournal(stateDir) };
}

export function nowSeconds(provider: Provider): number {
  return Math.floor(provider.clock.now() / 1000);
}

export function scenarioOf(provider: Provider): Scenario {
  return provider.journal.get<Scenario>("setting", "scenario") ?? "happy";
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
  return provider.journal.all<Payment>("payment").filter((payment) => payment.order_id === orderId);
}
