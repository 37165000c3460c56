import type { Harness } from "@voltmarg/testkit/test-bed";

type Order = { id: string; receipt: string | null };
type Payment = { id: string; order_id: string; amount: number; captured: boolean };
type Refund = { receipt: string | null; amount: number; status: string };
/** The provider's own data, against which the books are checked. */
export type ProviderRecord = { orders: Order[]; payments: Payment[]; refunds: Refund[] };

/** What checkout returns to the page. */
export type Checkout = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

/** The next scenario: each is as likely as it is frequent in this list. */
export const PAYMENT_WAYS = [
  "happy",
  "late_webhook",
  "duplicate_webhooks",
  "out_of_order",
  "failed_then_captured",
  "tampered_webhook",
  "no_webhook",
  "two_orders",
  "two_orders",
  "two_orders",
  "held_order",
  "before_answer",
  "away",
] as const;
export const REFUND_WAYS = [
  "processed",
  "pending_then_processed",
  "pending_then_failed",
  "pending_for_days",
  "pending_for_days",
  "refused",
  "in_flight_once",
  "rate_limited_once",
  "broken_once",
  "made_but_broken",
  "last_ten_only",
  "forgets_keys",
  "forgets_keys",
] as const;

export const DISPUTE_EVENTS = ["created", "under_review", "won", "lost", "closed"] as const;
type DisputeEvent = (typeof DISPUTE_EVENTS)[number];
/** A cardholder's dispute; `lost`: what the bank took for good, null while it is open. */
export type Disputed = { id: string; payment: { id: string; amount: number }; lost: number | null };

export type Provider = ReturnType<typeof providerOf>;

/** The simulated payment provider, through its control API. */
export function providerOf({ pay }: Harness) {
  const control = async <T>(path: string, body?: object): Promise<T | null> => {
    const response = await fetch(`${pay.url}/control/${path}`, {
      method: body ? "POST" : "GET",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as T;
    return response.ok ? answer : null;
  };
  return {
    behave: async (payments: string, refunds: string) => {
      await control("scenario", { name: payments });
      await control("refund-scenario", { name: refunds });
    },
    /** Pays out what was captured, less refunds and disputes. */
    settle: (...traps: "negative"[]) => control("settle", { traps }),
    record: async () => (await control<ProviderRecord>("record"))!,
    /** Pays an order; null: the bank declined, or it is paid already. */
    pay: (orderId: string) => control<Checkout>("pay", { order_id: orderId }),
    /** The bank of a payment says something of a dispute. */
    dispute: (id: string, payment: { id: string; amount: number }, event: DisputeEvent) =>
      control("dispute", { id, payment_id: payment.id, amount: payment.amount, event }),
    /** Sends answers that the scenario delays, until a job is done. */
    letGoUntil: async (work: Promise<unknown>) => {
      const over = work.then(
        () => true,
        () => true,
      );
      const look = () => control("answer-held", {}).then(() => false);
      while (!(await Promise.race([over, look()])));
    },
  };
}
