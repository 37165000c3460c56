import { afterEach, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "../test/shop.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

type Line = { entity_id: string; type: string; debit: number; credit: number; fee: number };
const paid = async (amount: number): Promise<string> => {
  const order = await shop.order(amount);
  return (await shop.pay(order.id, "card")).body.razorpay_payment_id;
};
const settle = async (...traps: string[]) =>
  (await shop.call("POST", "/control/settle", { traps })).body as unknown as {
    id: string;
    amount: number;
  };
const DAY_MS = 86_400_000;
/** The report of the day in India, so many days from now. */
const report = async (query = "", days = 0) => {
  const at = new Date(shop.clock.time + 5.5 * 3_600_000 + days * DAY_MS).toISOString();
  const [year, month, day] = at.slice(0, 10).split("-");
  const path = `/v1/settlements/recon/combined?year=${year}&month=${month}&day=${day}${query}`;
  const { status, body } = await shop.call("GET", path);
  return { status, items: body.items as unknown as Line[] };
};

test("[B-3] a settlement has each payment, refund and dispute once, less the fee", async () => {
  const id = await paid(100_000);
  await shop.call("POST", `/v1/payments/${id}/refund`, { amount: 20_000, receipt: "refund-1" });
  await shop.call("POST", "/control/dispute", {
    payment_id: await paid(30_000),
    event: "lost",
    amount_deducted: 30_000,
  });
  const { id: settlement, amount } = await settle();
  expect(amount).toBe(130_000 - 2_360 - 708 - 50_000);
  const { items } = await report();
  expect(items.map(({ type, credit, debit }) => [type, credit - debit])).toEqual([
    ["payment", 97_640],
    ["payment", 29_292],
    ["refund", -20_000],
    ["adjustment", -30_000],
  ]);
  expect((await report("&count=1&skip=2")).items).toEqual([items[2]]);
  const told = await shop.call("GET", `/v1/settlements/${settlement}`);
  expect(told.body).toMatchObject({ amount, status: "processed" });
  expect(await settle()).toBeNull();
});

test("[B-3] late and repeated lines are in the report of the day on which they are said", async () => {
  await paid(100_000);
  await paid(20_000);
  await settle("late_line");
  expect((await report()).items).toHaveLength(1);
  shop.clock.time += DAY_MS;
  expect((await report("", -1)).items).toHaveLength(2);
  await paid(5_000);
  await settle("repeated");
  expect((await report()).items).toEqual((await report("", 1)).items);
});

test.each([
  ["away", "", 503],
  ["first_page_only", "&skip=10", 502],
])("[B-3] the report can be %s", async (name, query, status) => {
  await shop.call("POST", "/control/report-scenario", { name });
  expect((await report(query)).status).toBe(status);
});

test("a trap, a scenario or a date that does not exist is refused", async () => {
  const refused = [
    await shop.call("POST", "/control/settle", { traps: ["unheard of"] }),
    await shop.call("POST", "/control/report-scenario", { name: "unheard of" }),
    await shop.call("GET", "/v1/settlements/recon/combined?year=26&month=1&day=1"),
    await shop.call("GET", "/v1/settlements/setl_unknown"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
});
