import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../test/shop.ts";
import { DAYS_MS, LATE_REFUND_MS } from "./refunds.ts";
import { LATE_CAPTURE_MS } from "./webhooks.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const paid = async (amount = 50_000): Promise<string> => {
  const order = await shop.order(amount);
  return (await shop.pay(order.id)).body.razorpay_payment_id;
};
const refund = (id: string, amount: number, key: string) =>
  shop.call(
    "POST",
    `/v1/payments/${id}/refund`,
    { amount, receipt: key },
    { "x-refund-idempotency": key },
  );
const scenario = (name: string) => shop.call("POST", "/control/refund-scenario", { name });
const madeOf = async (id: string) =>
  (await shop.call("GET", `/v1/payments/${id}/refunds`)).body.items;
const refundEvents = () => shop.events().filter((event) => event.startsWith("refund."));

describe("[A-6] refunds by scenario", () => {
  test("lists return ten unless more are requested, newest first; last_ten_only: whatever is requested", async () => {
    const id = await paid();
    for (let n = 0; n < 12; n++) await refund(id, 100 + n, `withdrawal-${n}`);
    const listed = async (query: string) =>
      (await shop.call("GET", `/v1/payments/${id}/refunds${query}`)).body.items.map(
        (each) => (each as unknown as { amount: number }).amount,
      );
    expect(await listed("")).toEqual([111, 110, 109, 108, 107, 106, 105, 104, 103, 102]);
    expect(await listed("?count=100")).toHaveLength(12);
    expect(await listed("?count=5&skip=10")).toEqual([101, 100]);
    await scenario("last_ten_only");
    expect(await listed("?count=100&skip=10")).toHaveLength(10);
  });

  test("forgets_keys: the first answer is lost, and the same key makes a second refund", async () => {
    await scenario("forgets_keys");
    const id = await paid();
    expect((await refund(id, 100, "withdrawal-1")).status).toBe(502);
    expect((await refund(id, 100, "withdrawal-1")).status).toBe(200);
    expect(await madeOf(id)).toHaveLength(2);
  });

  test("pending_for_days: a bank that takes three days", async () => {
    await scenario("pending_for_days");
    const id = await paid();
    await refund(id, 100, "withdrawal-1");
    shop.clock.time += DAYS_MS - 1;
    expect(await madeOf(id)).toMatchObject([{ status: "pending" }]);
    shop.clock.time += 1;
    expect(await madeOf(id)).toMatchObject([{ status: "processed" }]);
  });

  test.each([
    ["pending_then_processed", "processed", 20_000],
    ["pending_then_failed", "failed", 0],
  ])("%s", async (name, end, refunded) => {
    await scenario(name);
    const id = await paid();
    expect((await refund(id, 20_000, "withdrawal-1")).body.status).toBe("pending");
    await shop.sim.drain();
    expect(refundEvents()).toEqual(["refund.created"]);
    shop.clock.time += LATE_REFUND_MS;
    await shop.sim.drain();
    expect(refundEvents()).toEqual(["refund.created", `refund.${end}`]);
    expect(await madeOf(id)).toMatchObject([{ status: end, receipt: "withdrawal-1" }]);
    expect((await shop.call("GET", `/v1/payments/${id}`)).body.amount_refunded).toBe(refunded);
  });

  test.each([
    ["in_flight_once", 409, 0],
    ["rate_limited_once", 429, 0],
    ["broken_once", 502, 0],
    ["made_but_broken", 502, 1],
  ])(
    "%s: the first request of a key fails, the next one goes through once",
    async (name, status, made) => {
      await scenario(name);
      const id = await paid();
      expect((await refund(id, 100, "withdrawal-1")).status).toBe(status);
      expect(await madeOf(id)).toHaveLength(made);
      expect((await refund(id, 100, "withdrawal-1")).status).toBe(200);
      expect((await refund(id, 100, "withdrawal-1")).status).toBe(200);
      expect(await madeOf(id)).toHaveLength(1);
    },
  );

  test("refused: 400, and nothing is made", async () => {
    await scenario("refused");
    const id = await paid();
    expect((await refund(id, 100, "withdrawal-1")).status).toBe(400);
    expect(await madeOf(id)).toEqual([]);
    expect((await scenario("sunny")).status).toBe(400);
  });
});

test("[B-1] authorized_then_failed: reported as authorised, and half a minute later as failed", async () => {
  await shop.scenario("authorized_then_failed");
  const order = await shop.order();
  const { razorpay_payment_id: id } = (await shop.pay(order.id)).body;
  await shop.sim.drain();
  expect((await shop.call("GET", `/v1/payments/${id}`)).body.status).toBe("authorized");
  shop.clock.time += LATE_CAPTURE_MS;
  await shop.sim.drain();
  expect(shop.events()).toEqual(["payment.authorized", "payment.failed"]);
  expect((await shop.call("GET", `/v1/orders/${order.id}/payments`)).body.items).toMatchObject([
    { status: "failed" },
  ]);
});

test("[B-1] webhooks that wait for a retry can be sent at once", async () => {
  shop.onWebhook((response, nth) => {
    response.writeHead(nth <= 3 ? 500 : 200).end();
  });
  await paid();
  await shop.sim.drain();
  await shop.sim.drain();
  expect(shop.events()).toHaveLength(3);
  expect((await shop.call("POST", "/control/deliver-now", {})).body).toEqual({ hurried: 3 });
  await shop.sim.drain();
  expect(shop.events()).toHaveLength(6);
  expect((await shop.call("GET", "/control/totals")).body).toMatchObject({ untold: 0 });
});

test("[B-1] a dispute is reported, and the totals are the provider's own", async () => {
  const id = await paid();
  await refund(id, 20_000, "withdrawal-1");
  const { body } = await shop.call("POST", "/control/dispute", { payment_id: id });
  expect(body).toMatchObject({ payment_id: id, status: "open", amount: 50_000 });
  expect((await shop.call("POST", "/control/dispute", { payment_id: "pay_none" })).status).toBe(
    400,
  );
  expect((await shop.call("GET", "/control/totals")).body).toEqual({
    captured: 50_000,
    payments: 1,
    refunded: 20_000,
    refunds: 1,
    pending: 0,
    untold: 6,
  });
  await shop.sim.drain();
  expect(shop.events().at(-1)).toBe("payment.dispute.created");
  expect((await shop.call("GET", "/control/totals")).body).toMatchObject({ untold: 0 });
});
