import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../test/shop.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe("[B-1] provider failures", () => {
  test("two_orders: one receipt, an order for each request", async () => {
    await shop.scenario("two_orders");
    const [one, two] = [
      await shop.order(5_000, { receipt: "top-up-1" }),
      await shop.order(5_000, { receipt: "top-up-1" }),
    ];
    expect(one.id).not.toBe(two.id);
    expect((await shop.pay(one.id)).status).toBe(200);
    expect((await shop.pay(two.id)).status).toBe(200);
  });

  test("held_order: the first answer of a receipt comes after the second's", async () => {
    await shop.scenario("held_order");
    const came: string[] = [];
    const first = shop.order(5_000, { receipt: "top-up-1" }).then(() => came.push("held"));
    await expect
      .poll(async () => (await shop.call("POST", "/control/answer-held")).body)
      .toEqual({ answered: 1 });
    await first;
    await shop.order(5_000, { receipt: "top-up-1" });
    expect(came).toEqual(["held"]);
  });

  test("before_answer: the webhook about a call arrives before the call's answer", async () => {
    await shop.scenario("before_answer");
    const order = await shop.order();
    await shop.pay(order.id);
    expect(shop.events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
  });

  test("away: no call is answered, and earlier data is still there afterwards", async () => {
    const order = await shop.order();
    await shop.scenario("away");
    expect((await shop.call("GET", `/v1/orders/${order.id}`)).status).toBe(503);
    await shop.scenario("happy");
    expect((await shop.call("GET", "/control/calls")).body).toEqual({ calls: 2 });
    expect((await shop.call("GET", `/v1/orders/${order.id}`)).status).toBe(200);
  });

  test("a payment can be added that fits no order, and all data can be read", async () => {
    const odd = { order_id: "order_of_nobody", amount: 700, currency: "USD" };
    const { body } = await shop.call("POST", "/control/payment", odd);
    expect((await shop.call("GET", `/v1/payments/${body.id}`)).body).toMatchObject({
      ...odd,
      status: "captured",
    });
    const record = (await shop.call("GET", "/control/record")).body;
    expect(record).toMatchObject({ orders: [], payments: [{ id: body.id }], refunds: [] });
    expect(shop.heard).toEqual([]);
  });
});
