import { createHmac } from "node:crypto";
import { newId, type Order, type Payment, type Refund } from "./entities.ts";
import type { Put } from "./journal.ts";
import { nowSeconds, scenarioOf, type Provider, type Scenario } from "./provider.ts";

export const DISPUTE_EVENTS = ["created", "under_review", "won", "lost", "closed"] as const;
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number];
export type Dispute = {
  id: string;
  entity: "dispute";
  payment_id: string;
  amount: number;
  currency: "INR";
  /** Paise taken from the shop's settlement so far. */
  amount_deducted: number;
  status: string;
  reason_code: string;
  respond_by: number;
  created_at: number;
};

export type Notice = {
  event:
    | "payment.authorized"
    | "payment.captured"
    | "payment.failed"
    | "order.paid"
    | "refund.created"
    | "refund.processed"
    | "refund.failed"
    | `payment.dispute.${DisputeEvent}`;
  payload: { payment?: Payment; order?: Order; refund?: Refund; dispute?: Dispute };
};

/** A pending event; removed once it is answered with 2xx or given up. */
export type Delivery = {
  id: string;
  event_id: string;
  event: Notice["event"];
  /** the exact bytes that are sent */
  body: string;
  signature: string;
  /** ms, on the provider's clock */
  due_at: number;
  attempts: number;
  /** a forged message is sent once: a forger does not retry */
  once: boolean;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const LATE_WEBHOOK_MS = MINUTE;
export const LATE_CAPTURE_MS = 30 * SECOND;
/** Pauses between attempts; in total a little over a day, then the event is given up. */
export const BACKOFF_MS = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  8 * HOUR,
  12 * HOUR,
];

/** The changes that queue the webhooks, as the current scenario requires. */
export function announce(provider: Provider, notices: readonly Notice[]): Put[] {
  const scenario = scenarioOf(provider);
  if (scenario === "no_webhook") return [];
  const ordered = scenario === "out_of_order" ? notices.toReversed() : notices;
  return ordered.flatMap((notice) => {
    const first = newDelivery(provider, notice, scenario);
    const deliveries =
      scenario === "duplicate_webhooks" ? [first, { ...first, id: newId("evt") }] : [first];
    return deliveries.map((delivery): Put => ["delivery", delivery.id, delivery]);
  });
}

function newDelivery(provider: Provider, notice: Notice, scenario: Scenario): Delivery {
  const { payload } = notice;
  const contains = (["payment", "order", "refund", "dispute"] as const).filter(
    (part) => payload[part] !== undefined,
  );
  const body = JSON.stringify({
    entity: "event",
    account_id: `acc_${provider.keyId.slice(-14)}`,
    event: notice.event,
    contains,
    payload: Object.fromEntries(contains.map((part) => [part, { entity: payload[part] }])),
    created_at: nowSeconds(provider),
  });
  const tampered = scenario === "tampered_webhook";
  const id = newId("evt");
  return {
    id,
    event_id: id,
    event: notice.event,
    body: tampered ? body.replaceAll(/"amount":(\d+)/g, '"amount":$10') : body,
    signature: createHmac("sha256", provider.webhookSecret).update(body).digest("hex"),
    due_at: provider.clock.now() + (scenario === "late_webhook" ? LATE_WEBHOOK_MS : 0),
    attempts: 0,
    once: tampered,
  };
}

export type Target = { url: string; timeoutMs: number; atOnce: number; stop: AbortSignal };

/** Sends what is due, oldest first, `atOnce` in parallel, until nothing is. */
export async function deliverDue(provider: Provider, target: Target): Promise<void> {
  for (;;) {
    const due = allDue(provider);
    if (due.length === 0) return;
    const work = async () => {
      for (let next = due.shift(); next && !target.stop.aborted; next = due.shift()) {
        await deliver(provider, target, next);
      }
    };
    await Promise.all(Array.from({ length: target.atOnce }, work));
    if (target.stop.aborted) return;
  }
}

async function deliver(provider: Provider, target: Target, due: Delivery): Promise<void> {
  const taken = await send(due, target);
  // Aborted by our own shutdown: it is sent again after the next start.
  if (target.stop.aborted) return;
  const attempts = due.attempts + 1;
  const pause = due.once ? undefined : BACKOFF_MS[attempts - 1];
  const after: Delivery | null =
    taken || pause === undefined
      ? null
      : { ...due, attempts, due_at: provider.clock.now() + pause };
  provider.journal.write([["delivery", due.id, after]]);
}

function allDue(provider: Provider): Delivery[] {
  const now = provider.clock.now();
  return provider.journal
    .all<Delivery>("delivery")
    .filter(({ due_at }) => due_at <= now)
    .toSorted((a, b) => a.due_at - b.due_at);
}

async function send(delivery: Delivery, target: Target): Promise<boolean> {
  try {
    const response = await fetch(target.url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([target.stop, AbortSignal.timeout(target.timeoutMs)]),
      headers: {
        "content-type": "application/json",
        "user-agent": "Razorpay-Webhook/v1 (test)",
        "x-razorpay-event-id": delivery.event_id,
        "x-razorpay-signature": delivery.signature,
      },
      body: delivery.body,
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
