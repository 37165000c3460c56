import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hmac, KEY_ID, KEY_SECRET, openShop, type Shop } from "../test/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe("[B-1] orders", () => {
  test("an order has the provider's fields", async () => {
    const { status, body } = await shop.call("POST", "/v1/orders", {
      amount: 50_000,
      currency: "INR",
      receipt: "topup-1",
      notes: { top_up: "1" },
      payment: {
        capture: "automatic",
        capture_options: { automatic_expiry_period: 30, refund_speed: "normal" },
      },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: "order",
      amount: 50_000,
      amount_paid: 0,
      amount_due: 50_000,
      currency: "INR",
      receipt: "topup-1",
      offer_id: null,
      status: "created",
      attempts: 0,
      notes: { top_up: "1" },
      created_at: shop.clock.time / 1000,
    });
    expect((await shop.call("GET", `/v1/orders/${body.id}`)).body).toEqual(body);
    expect((await shop.call("GET", `/v1/orders/${body.id}/payments`)).body).toEqual({
      entity: "collection",
      count: 0,
      items: [],
    });
  });

  test("one receipt is one order", async () => {
    const first = await shop.order(70_000, { receipt: "topup-2" });
    expect(await shop.order(70_000, { receipt: "topup-2" })).toEqual(first);
    const other = await shop.call("POST", "/v1/orders", {
      amount: 80_000,
      currency: "INR",
      receipt: "topup-2",
    });
    expect(other.status).toBe(400);
    expect((await shop.order()).id).not.toBe((await shop.order()).id);
  });

  test.each([
    [{ currency: "INR" }, "amount"],
    [{ amount: 99, currency: "INR" }, "amount"],
    [{ amount: 100.5, currency: "INR" }, "amount"],
    [{ amount: "100", currency: "INR" }, "amount"],
    [{ amount: 100 }, "currency"],
    [{ amount: 100, currency: "USD" }, "currency"],
    [{ amount: 100, currency: "INR", receipt: "r".repeat(41) }, "receipt"],
    [{ amount: 100, currency: "INR", receipt: 7 }, "receipt"],
    [{ amount: 100, currency: "INR", notes: "x" }, "notes"],
    [{ amount: 100, currency: "INR", notes: { a: "x".repeat(257) } }, "notes"],
    [
      {
        amount: 100,
        currency: "INR",
        notes: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [i, "x"])),
      },
      "notes",
    ],
    [{ amount: 100, currency: "INR", payment: { capture: "manual" } }, "payment.capture"],
  ])("%j is refused for its %s", async (order, field) => {
    const { status, body } = await shop.call("POST", "/v1/orders", order);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: "BAD_REQUEST_ERROR",
        description: expect.any(String),
        source: "business",
        step: "payment_initiation",
        reason: "input_validation_failed",
        metadata: {},
        field,
      },
    });
  });

  test("a body that is not a JSON object, or far too long, is refused", async () => {
    for (const body of ["{", "[]", "null", ""])
      expect((await shop.call("POST", "/v1/orders", body)).status).toBe(400);
    expect((await shop.call("POST", "/v1/orders", { x: "y".repeat(70_000) })).status).toBe(413);
  });

  test("a wrong key is refused", async () => {
    for (const authorization of [
      "",
      "Basic",
      "Bearer x",
      `Basic ${btoa(`${KEY_ID}:wrong`)}`,
      `Basic ${btoa(`other:${KEY_SECRET}`)}`,
    ]) {
      const { status, body } = await shop.call(
        "POST",
        "/v1/orders",
        { amount: 100, currency: "INR" },
        { authorization },
      );
      expect([status, body.error.description]).toEqual([401, "Authentication failed"]);
    }
  });

  test("not found: an unknown id is 400, an unknown address 404", async () => {
    for (const path of [
      "/v1/orders/order_x",
      "/v1/orders/order_x/payments",
      "/v1/payments/pay_x",
      "/v1/refunds/rfnd_x",
    ]) {
      expect((await shop.call("GET", path)).body.error.description).toBe(
        "The id provided does not exist",
      );
    }
    for (const [method, path] of [
      ["GET", "/v1/customers/x"],
      ["DELETE", "/v1/orders/x"],
      ["GET", "/v1/refunds/x/payments"],
      ["GET", "/"],
    ] as const) {
      expect((await shop.call(method, path)).status).toBe(404);
    }
  });
});

describe("[B-1] paying without a browser", () => {
  test("gives the three fields, signed over our order and the payment", async () => {
    const order = await shop.order();
    const { status, body } = await shop.pay(order.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      razorpay_order_id: order.id,
      razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      razorpay_signature: hmac(KEY_SECRET, `${order.id}|${body.razorpay_payment_id}`),
    });
    const payment = (await shop.call("GET", `/v1/payments/${body.razorpay_payment_id}`)).body;
    expect(payment).toMatchObject({
      status: "captured",
      captured: true,
      amount: 50_000,
      method: "upi",
      vpa: "success@razorpay",
      fee: 0,
    });
    expect((await shop.call("GET", `/v1/orders/${order.id}/payments`)).body.items).toEqual([
      payment,
    ]);
    expect((await shop.call("GET", `/v1/orders/${order.id}`)).body).toMatchObject({
      status: "paid",
      amount_paid: 50_000,
      amount_due: 0,
      attempts: 1,
    });
  });

  test("a card costs the shop a fee with tax", async () => {
    const order = await shop.order(100_000);
    const { body } = await shop.pay(order.id, "card");
    const payment = (await shop.call("GET", `/v1/payments/${body.razorpay_payment_id}`)).body;
    expect(payment).toMatchObject({ method: "card", fee: 2360, tax: 360, vpa: null });
  });

  test("a second payment, an amount of zero, or another method is refused", async () => {
    const order = await shop.order();
    await shop.pay(order.id);
    expect((await shop.pay(order.id)).body.error.description).toBe(
      "Payment already done for this order.",
    );
    expect((await shop.pay("order_nothing")).status).toBe(400);
    expect((await shop.pay(order.id, "cheque")).body.error.field).toBe("method");
  });

  test("a page of another origin cannot use the control API", async () => {
    const answer = await shop.call(
      "POST",
      "/control/scenario",
      { name: "happy" },
      { origin: "https://evil.example" },
    );
    expect(answer.status).toBe(404);
    expect((await shop.call("GET", "/control/nothing")).status).toBe(404);
    expect((await shop.scenario("sunny")).body.error.field).toBe("name");
    expect((await shop.call("GET", "/control/scenario")).body).toMatchObject({ name: "happy" });
  });
});

describe("[A-6] refunds", () => {
  const paid = async (amount = 50_000): Promise<string> => {
    const order = await shop.order(amount);
    return (await shop.pay(order.id)).body.razorpay_payment_id;
  };
  const refund = (id: string, body?: unknown, key?: string) =>
    shop.call(
      "POST",
      `/v1/payments/${id}/refund`,
      body,
      key === undefined ? {} : { "x-refund-idempotency": key },
    );

  test("in parts, then the rest, then no more", async () => {
    const id = await paid();
    const part = await refund(id, {
      amount: 20_000,
      speed: "optimum",
      receipt: "w-1",
      notes: { a: "b" },
    });
    expect(part).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^rfnd_/),
        entity: "refund",
        amount: 20_000,
        currency: "INR",
        payment_id: id,
        notes: { a: "b" },
        receipt: "w-1",
        acquirer_data: { arn: null },
        created_at: shop.clock.time / 1000,
        batch_id: null,
        status: "processed",
        speed_processed: "normal",
        speed_requested: "optimum",
      },
    });
    expect((await shop.call("GET", `/v1/refunds/${part.body.id}`)).body).toEqual(part.body);
    expect((await shop.call("GET", `/v1/payments/${id}`)).body).toMatchObject({
      status: "captured",
      amount_refunded: 20_000,
      refund_status: "partial",
    });
    expect((await refund(id, { amount: 30_001 })).body.error.field).toBe("amount");
    expect((await refund(id)).body.amount).toBe(30_000);
    expect((await shop.call("GET", `/v1/payments/${id}`)).body).toMatchObject({
      status: "refunded",
      refund_status: "full",
    });
    expect((await refund(id)).body.error.description).toBe(
      "The payment has been fully refunded already",
    );
  });

  test("the same key returns the same refund, another body is refused", async () => {
    const id = await paid();
    const first = await refund(id, { amount: 100 }, "withdrawal-1");
    expect(await refund(id, { amount: 100 }, "withdrawal-1")).toEqual(first);
    expect((await refund(id, { amount: 200 }, "withdrawal-1")).status).toBe(400);
    expect((await refund(await paid(), { amount: 100 }, "withdrawal-1")).status).toBe(400);
    expect((await refund(id, { amount: 100 }, "short")).status).toBe(400);
    expect((await shop.call("GET", `/v1/payments/${id}`)).body.amount_refunded).toBe(100);
  });

  test("of zero, of too little, or at an unknown speed is refused", async () => {
    expect((await refund("pay_nothing", { amount: 100 })).status).toBe(400);
    const id = await paid();
    for (const body of [
      { amount: 99 },
      { speed: "warp" },
      { receipt: "r".repeat(41) },
      { notes: 1 },
    ]) {
      expect((await refund(id, body)).status).toBe(400);
    }
  });
});
