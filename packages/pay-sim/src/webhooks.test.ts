import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hmac, openShop, WEBHOOK_SECRET, type Heard, type Shop } from "../test/shop.ts";
import { BACKOFF_MS, LATE_CAPTURE_MS, LATE_WEBHOOK_MS } from "./webhooks.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ webhookTimeoutMs: 150 });
});
afterEach(() => shop.close());

const signed = ({ headers, body }: Heard) =>
  headers["x-razorpay-signature"] === hmac(WEBHOOK_SECRET, body);
async function paidOrder(): Promise<{ id: string }> {
  const order = await shop.order();
  await shop.pay(order.id);
  await shop.sim.drain();
  return order;
}

describe("[B-1] webhooks", () => {
  test("authorized, captured, paid: signed over the raw body, each with its own id", async () => {
    const order = await paidOrder();
    expect(shop.events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
    expect(shop.heard.every(signed)).toBe(true);
    expect(new Set(shop.heard.map(({ headers }) => headers["x-razorpay-event-id"])).size).toBe(3);
    const last = JSON.parse(shop.heard[2]!.body);
    expect(last).toMatchObject({
      entity: "event",
      contains: ["payment", "order"],
      payload: {
        order: { entity: { id: order.id, status: "paid" } },
        payment: { entity: { status: "captured", order_id: order.id } },
      },
    });
    expect(JSON.parse(shop.heard[0]!.body).payload.payment.entity.status).toBe("authorized");
  });

  test("a refund is reported too", async () => {
    const order = await shop.order();
    const { body } = await shop.pay(order.id);
    await shop.call("POST", `/v1/payments/${body.razorpay_payment_id}/refund`, { amount: 100 });
    await shop.sim.drain();
    expect(shop.events().slice(3)).toEqual(["refund.created", "refund.processed"]);
  });

  test("a webhook without a 2xx answer is sent again with the same id, after growing pauses", async () => {
    shop.onWebhook((response, nth) => {
      response.writeHead(nth <= 2 ? 500 : 200).end();
    });
    await shop.scenario("happy");
    const order = await shop.order();
    await shop.pay(order.id);
    await shop.sim.drain();
    expect(shop.events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
    shop.clock.time += BACKOFF_MS[0]! - 1;
    await shop.sim.drain();
    expect(shop.heard).toHaveLength(3);
    shop.clock.time += 1;
    await shop.sim.drain();
    expect(shop.events().slice(3)).toEqual(["payment.authorized", "payment.captured"]);
    expect(shop.heard[3]!.headers["x-razorpay-event-id"]).toBe(
      shop.heard[0]!.headers["x-razorpay-event-id"],
    );
    expect(shop.heard[3]!.body).toBe(shop.heard[0]!.body);
  });

  test("a redirect and a timeout count as failures", async () => {
    shop.onWebhook((response, nth) => {
      if (nth === 1) response.writeHead(302, { location: "/elsewhere" }).end();
      else if (nth > 2) response.end();
    });
    await paidOrder();
    shop.clock.time += BACKOFF_MS[0]!;
    await shop.sim.drain();
    expect(shop.events().slice(3)).toEqual(["payment.authorized", "payment.captured"]);
  });

  test("after a day of failures an event is given up", async () => {
    shop.onWebhook((response) => {
      response.writeHead(500).end();
    });
    await paidOrder();
    for (const pause of BACKOFF_MS) {
      shop.clock.time += pause;
      await shop.sim.drain();
    }
    expect(shop.heard).toHaveLength(3 * (BACKOFF_MS.length + 1));
    expect(BACKOFF_MS.reduce((a, b) => a + b)).toBeGreaterThan(24 * 3_600_000);
    shop.clock.time += 48 * 3_600_000;
    await shop.sim.drain();
    expect(shop.heard).toHaveLength(3 * (BACKOFF_MS.length + 1));
  });
});

describe("[B-1] scenarios", () => {
  test("late_webhook", async () => {
    await shop.scenario("late_webhook");
    await paidOrder();
    expect(shop.heard).toHaveLength(0);
    shop.clock.time += LATE_WEBHOOK_MS;
    await shop.sim.drain();
    expect(shop.events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
  });

  test("duplicate_webhooks", async () => {
    await shop.scenario("duplicate_webhooks");
    await paidOrder();
    expect(shop.heard).toHaveLength(6);
    expect(new Set(shop.heard.map(({ headers }) => headers["x-razorpay-event-id"])).size).toBe(3);
    expect(shop.heard.every(signed)).toBe(true);
  });

  test("out_of_order", async () => {
    await shop.scenario("out_of_order");
    await paidOrder();
    expect(shop.events()).toEqual(["order.paid", "payment.captured", "payment.authorized"]);
  });

  test("failed_then_captured: the same payment, half a minute later", async () => {
    await shop.scenario("failed_then_captured");
    const order = await shop.order();
    const { status, body } = await shop.pay(order.id);
    expect(status).toBe(400);
    const { payment_id } = body.error.metadata;
    expect((await shop.call("GET", `/v1/payments/${payment_id}`)).body).toMatchObject({
      status: "failed",
      error_reason: "payment_failed",
    });
    expect((await shop.call("GET", `/v1/orders/${order.id}`)).body).toMatchObject({
      status: "attempted",
      attempts: 1,
    });
    await shop.sim.drain();
    expect(shop.events()).toEqual(["payment.failed"]);
    shop.clock.time += LATE_CAPTURE_MS;
    expect((await shop.call("GET", `/v1/orders/${order.id}/payments`)).body.items).toMatchObject([
      { id: payment_id, status: "captured", error_code: null },
    ]);
    await shop.sim.drain();
    expect(shop.events()).toEqual(["payment.failed", "payment.captured", "order.paid"]);
  });

  test("failed_then_captured, but paid by another attempt first: captured once", async () => {
    await shop.scenario("failed_then_captured");
    const order = await shop.order();
    await shop.pay(order.id);
    await shop.scenario("happy");
    await shop.pay(order.id);
    shop.clock.time += LATE_CAPTURE_MS;
    const { items } = (await shop.call("GET", `/v1/orders/${order.id}/payments`)).body;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(["failed", "captured"]);
  });

  test("tampered_webhook: the signature is wrong, and it is sent once", async () => {
    shop.onWebhook((response) => {
      response.writeHead(401).end();
    });
    await shop.scenario("tampered_webhook");
    await paidOrder();
    expect(shop.heard.some(signed)).toBe(false);
    expect(JSON.parse(shop.heard[0]!.body).payload.payment.entity.amount).toBe(500_000);
    shop.clock.time += 48 * 3_600_000;
    await shop.sim.drain();
    expect(shop.heard).toHaveLength(3);
  });

  test("no_webhook: the payment is found only by polling", async () => {
    await shop.scenario("no_webhook");
    const order = await paidOrder();
    expect(shop.heard).toHaveLength(0);
    expect((await shop.call("GET", `/v1/orders/${order.id}`)).body.status).toBe("paid");
  });
});
