import { databases } from "@voltmarg/testkit/test-databases";
import { beforeAll, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { creditPayment } from "./credit-payment.ts";
import { captureHold, readBalances } from "./ledger.store.ts";
import type { Payment } from "./razorpay.ts";
import { findTopUp, type TopUpRow } from "./top-up.store.ts";
import { closeWallet } from "./close-wallet.ts";
import type { WithdrawDeps } from "./withdraw.ts";

const START = new Date("2026-11-20T06:30:00Z");
const clock = fakeClock(START);

let database: Database;
let deps: WithdrawDeps;
let queued = 0;
beforeAll(async () => {
  const created = await databases.create();
  database = openDatabase(created.connectionString, () => {}, 4);
  const outbox = { enqueue: async () => void queued++ } as unknown as WithdrawDeps["outbox"];
  deps = { database, clock, logger: createLogger("silent"), outbox };
  return async () => {
    await database.close();
    await created.drop();
  };
});

type Case = { userId: string; order: string };
let drivers = 0;
/** A driver with an order of ₹500. */
async function ordered(status: TopUpRow["status"] = "CREATED", payment: string | null = null) {
  const userId = `usr_${drivers++}`;
  const order = `order_${userId}`;
  await sql`select ledger_open_driver(${userId})`.execute(database.db);
  await sql`insert into top_up (user_id, id, amount, status, order_id, payment_id, created_at)
    values (${userId}, ${`top_${userId}`}, 50000, ${status}, ${order}, ${payment}, ${START})`.execute(
    database.db,
  );
  await sql`insert into payment_order (order_id, user_id, top_up_id)
    values (${order}, ${userId}, ${`top_${userId}`}) on conflict do nothing`.execute(database.db);
  return { userId, order };
}
const payment = (of: Case, more: Partial<Payment> = {}): Payment => ({
  id: `pay_${of.userId}`,
  order_id: of.order,
  amount: 50_000,
  currency: "INR",
  status: "captured",
  method: "upi",
  ...more,
});
const credit = (of: Case, more: Partial<Payment> = {}) =>
  creditPayment(deps, of.order, payment(of, more));
const topUpOf = ({ userId }: Case) => findTopUp(database.db, userId, `top_${userId}`);
const balances = ({ userId }: Case) => readBalances(database.db, userId);
const paymentsOf = async ({ userId }: Case) =>
  (
    await sql<{ payment_id: string; amount: bigint; source: string }>`
      select payment_id, amount, source from wallet_payment where user_id = ${userId}
      order by payment_id`.execute(database.db)
  ).rows;
const suspense = async () =>
  (await one(
    database.db,
    sql<{ total: bigint }>`select coalesce(sum(amount), 0)::bigint as total from ledger_posting
      where destination_kind = 'suspense'`,
  ))!.total;
const owing = async (of: Case, debt: bigint) => {
  const { userId } = of;
  await database.transact((tx) =>
    captureHold(tx, {
      userId,
      sessionId: `ses_${userId}`,
      cdrId: `cdr_${userId}`,
      total: debt,
      gst: 0n,
      reason: "Baner Hub",
      at: START,
    }),
  );
};

describe("[B-1] a top-up", () => {
  const first = "pay_first";
  test.each<[TopUpRow["status"], Payment["status"], "its own" | "another", TopUpRow["status"]]>([
    ["CREATED", "created", "another", "CREATED"],
    ["CREATED", "authorized", "another", "PROCESSING"],
    ["CREATED", "failed", "another", "FAILED"],
    ["CREATED", "refunded", "another", "FAILED"],
    ["CREATED", "captured", "another", "CREDITED"],
    ["PROCESSING", "created", "its own", "PROCESSING"],
    ["PROCESSING", "failed", "its own", "FAILED"],
    ["PROCESSING", "refunded", "its own", "FAILED"],
    ["PROCESSING", "failed", "another", "PROCESSING"],
    ["PROCESSING", "refunded", "another", "PROCESSING"],
    ["PROCESSING", "authorized", "another", "PROCESSING"],
    ["PROCESSING", "captured", "another", "CREDITED"],
    ["FAILED", "failed", "another", "FAILED"],
    ["FAILED", "authorized", "another", "PROCESSING"],
    ["FAILED", "captured", "its own", "CREDITED"],
    ["CREDITED", "authorized", "another", "CREDITED"],
    ["CREDITED", "failed", "its own", "CREDITED"],
    ["CREDITED", "refunded", "its own", "CREDITED"],
    ["CREDITED", "captured", "another", "CREDITED"],
  ])("that is %s, with a payment that is %s and %s: is then %s", async (from, told, whose, to) => {
    const of = await ordered(from, from === "CREATED" ? null : first);
    const id = whose === "its own" ? first : `pay_${of.userId}`;
    expect(await credit(of, { id, status: told })).toMatchObject({ status: to });
    const after = await topUpOf(of);
    expect(after).toMatchObject({
      status: to,
      settled_at: from !== to && to === "CREDITED" ? START : null,
    });
    const before = from === "CREATED" ? null : first;
    expect(after?.payment_id).toBe(from === to ? before : id);
    expect((await balances(of)).wallet).toBe(told === "captured" ? 50_000n : 0n);
  });

  test("whose payment comes twice is credited once, a second payment of it too", async () => {
    const of = await ordered();
    for (const id of ["pay_x", "pay_x", "pay_y"]) await credit(of, { id });
    expect((await balances(of)).wallet).toBe(100_000n);
    expect((await topUpOf(of))?.payment_id).toBe("pay_x");
    expect(await paymentsOf(of)).toMatchObject([{ payment_id: "pay_x" }, { payment_id: "pay_y" }]);
  });

  test.each<[string, Partial<Payment>]>([
    ["a paisa less", { amount: 49_999 }],
    ["a paisa more", { amount: 50_001 }],
    ["another currency", { currency: "USD" }],
  ])("does not get a payment of %s: that is in suspense, once", async (_name, more) => {
    const of = await ordered();
    const before = await suspense();
    for (const _ of [1, 2])
      expect(await credit(of, more)).toMatchObject({ id: `top_${of.userId}`, status: "CREATED" });
    expect((await suspense()) - before).toBe(BigInt(more.amount ?? 50_000));
    expect((await balances(of)).wallet).toBe(0n);
    expect(await topUpOf(of)).toMatchObject({ status: "CREATED", payment_id: null });
    // One that is not captured moves no money, and counts like every try.
    expect(await credit(of, { ...more, status: "failed" })).toMatchObject({ status: "FAILED" });
    expect((await suspense()) - before).toBe(BigInt(more.amount ?? 50_000));
  });

  test("that is unknown gets nothing: what was captured is in suspense", async () => {
    const of = { userId: `usr_${drivers++}`, order: "order_of_nobody" };
    const before = await suspense();
    expect(await credit(of, { status: "authorized" })).toBeNull();
    expect(await suspense()).toBe(before);
    expect(await credit(of)).toBeNull();
    expect((await suspense()) - before).toBe(50_000n);
  });

  test.each<[bigint, bigint, bigint]>([
    [0n, 50_000n, 0n],
    [20_000n, 30_000n, 0n],
    [50_000n, 0n, 0n],
    [70_000n, 0n, -20_000n],
  ])("pays a debt of %s first", async (debt, wallet, overdraft) => {
    const of = await ordered();
    await owing(of, debt);
    for (const _ of [1, 2]) await credit(of);
    expect(await balances(of)).toMatchObject({ wallet, overdraft });
  });

  test.each<[Partial<Payment>, string, string]>([
    [{ method: "upi" }, "UPI", "Added by UPI"],
    [{ method: "card" }, "card", "Added by card"],
    [{ method: "card", card: null }, "card", "Added by card"],
    [{ method: "card", card: { last4: "1234" } }, "card ••1234", "Added by card"],
    [{ method: "upi", card: { last4: "1234" } }, "UPI", "Added by UPI"],
    [{ method: "netbanking" }, "net banking", "Added by net banking"],
    [{ method: "barter" }, "your payment", "Added"],
    [{ method: undefined }, "your payment", "Added"],
  ])("paid with %j is shown as of %s, %s", async (more, source, reason) => {
    const of = await ordered();
    await credit(of, more);
    expect(await paymentsOf(of)).toMatchObject([{ amount: 50_000n, source }]);
    const booked = await one(
      database.db,
      sql<{ reason: string }>`select reason from ledger_transfer where scope = ${of.userId}`,
    );
    expect(booked?.reason).toBe(reason);
  });

  test("of a closed account is sent back", async () => {
    const of = await ordered();
    await database.transact((tx) => closeWallet(deps, tx, of.userId, { forGood: true }));
    const before = queued;
    await credit(of);
    expect(await balances(of)).toMatchObject({ wallet: 0n, withdrawing: 50_000n });
    expect(queued).toBe(before + 1);
  });
});
