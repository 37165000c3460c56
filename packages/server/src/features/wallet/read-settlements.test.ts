import { books, wallet } from "@voltmarg/contract";
import { monthOf } from "@voltmarg/rules";
import {
  accountBalances,
  ledgerFaults,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

const as = { token: PROVIDER_TOKEN };
const DAY_S = 86_400;

let world: Harness;
beforeEach(async () => {
  world = await startHarness({ locations: 0, operators: false });
  // The first reading decides from which day on.
  await read();
});
afterEach(() => world.stop());

const read = () => world.service.readSettlements();
const nextDay = () => world.pass(DAY_S, DAY_S);
type Settled = { id: string; amount: number; utr: string };
async function steer<T = Settled>(path: string, body: object): Promise<T> {
  const response = await fetch(`${world.pay.url}/control/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}
const settle = (...traps: string[]) => steer("settle", { traps });
const calls = async () =>
  ((await (await fetch(`${world.pay.url}/control/calls`)).json()) as { calls: number }).calls;
const report = (name: string) => steer("report-scenario", { name });

/** A payment by card, which costs 2 % and GST of 18 % on that. */
async function paid(minor: number, method = "card"): Promise<{ driver: Driver; payment: string }> {
  const driver = await world.signUp();
  const { body } = await world.call(wallet.createTopUp, {
    params: { userId: driver.id },
    body: { amount_minor: minor },
    token: driver.token,
  });
  await steer("pay", { order_id: body.data.order_id, method });
  await world.drain();
  return { driver, payment: await paymentOf(driver) };
}
const paymentOf = async ({ id }: Driver) =>
  (
    await rows(
      world.database.db,
      sql<{ payment_id: string }>`select payment_id from wallet_payment where user_id = ${id}`,
    )
  )[0]!.payment_id;

/** Debits less credits, in sound books. */
async function balances() {
  const found = await accountBalances(world, "system");
  const of = (kind: string) => Number(-(found[kind] ?? 0n));
  return {
    clearing: of("payments"),
    bank: of("bank"),
    fees: of("gateway_fees"),
    tax: of("gateway_gst"),
    suspense: of("unmatched"),
    faults: await ledgerFaults(world),
  };
}
const SOUND = { unbalanced: 0, drifted: 0, misheld: 0 };
const NOTHING = { clearing: 0, bank: 0, fees: 0, tax: 0, suspense: 0, faults: SOUND };
const settlements = async () =>
  (await world.call(books.listGatewaySettlements, { ...as, query: {} })).body.content;
const mismatches = async () =>
  (await world.call(books.listSettlementMismatches, { ...as, query: {} })).body.content;
const reasons = async () => (await mismatches()).map(({ reason }) => reason);

describe("[B-3] a settlement of the payment provider", () => {
  test("reaches the bank less fees and their GST, and clears what drivers paid", async () => {
    await paid(100_000);
    await paid(50_000, "upi");
    const { id, amount, utr } = await settle();
    expect(amount).toBe(147_640);
    await read();
    expect(await balances()).toEqual({ ...NOTHING, bank: 147_640, fees: 2_000, tax: 360 });
    expect(await settlements()).toEqual([
      {
        id,
        utr,
        settled_at: world.clock.now().toISOString(),
        amount_minor: 147_640,
        lines_minor: 147_640,
        fees_minor: 2_000,
        tax_minor: 360,
        lines: 2,
        unmatched: 0,
      },
    ]);
    expect(await mismatches()).toEqual([]);
  });

  test("has refunds and disputes taken off, and clears them too", async () => {
    const one = await paid(100_000);
    await world.call(wallet.createWithdrawal, {
      params: { userId: one.driver.id },
      token: one.driver.token,
      body: { amount_minor: 30_000 },
    });
    await world.drain();
    const other = await paid(40_000);
    await steer("dispute", { payment_id: other.payment, event: "lost", amount_deducted: 40_000 });
    await world.drain();
    const { amount } = await settle();
    expect(amount).toBe(140_000 - 3_304 - 70_000);
    await read();
    expect(await balances()).toEqual({ ...NOTHING, bank: amount, fees: 2_800, tax: 504 });
    expect(await mismatches()).toEqual([]);
  });

  test("is a receipt in the books of its month, with UTR, fees and input tax", async () => {
    await paid(100_000);
    const { id, utr } = await settle();
    await read();
    const month = monthOf(world.clock.now());
    const { body } = await world.call(books.getBooks, { ...as, params: { month } });
    const debits = Object.fromEntries(
      body.data.accounts.map((each) => [each.name, each.debit_minor]),
    );
    expect(debits).toMatchObject({
      Bank: 97_640,
      "Payment gateway fees": 2_000,
      "Input GST on payment gateway fees": 360,
    });
    const file = `${world.url}/provider/v1/books/${month}/ledger.journal`;
    const headers = { authorization: `Bearer ${PROVIDER_TOKEN}` };
    const text = await (await fetch(file, { headers })).text();
    expect(text).toContain(`Receipt | Settlement of the payment gateway ${id}, ${utr}, on 2026-`);
    expect(text).toContain("expenses:Indirect Expenses:Payment gateway fees  INR 20.00");
  });

  test("is booked once: read again, repeated in the next day's report, by two replicas at once", async () => {
    await paid(100_000);
    await settle("repeated");
    await report("slow");
    const first = read();
    // The second replica finds the first one waiting for the report.
    let answered = 0;
    while (answered === 0) ({ answered } = await steer<{ answered: number }>("answer-held", {}));
    await Promise.all([first, read(), read()]);
    await report("fine");
    await read();
    await nextDay();
    await read();
    expect(await balances()).toEqual({ ...NOTHING, bank: 97_640, fees: 2_000, tax: 360 });
    expect(await settlements()).toHaveLength(1);
    expect(await mismatches()).toEqual([]);
  });

  test("is booked once where a replica is so slow that another one takes its turn", async () => {
    await paid(100_000);
    await settle();
    await report("slow");
    const before = await calls();
    const slow = read();
    while ((await calls()) === before);
    await world.database.pool.query("delete from lease");
    await read();
    let answered = 0;
    while (answered === 0) ({ answered } = await steer<{ answered: number }>("answer-held", {}));
    await slow;
    expect(await balances()).toEqual({ ...NOTHING, bank: 97_640, fees: 2_000, tax: 360 });
  });

  test("has a line that comes a day late: the bank is right at once, clearing then", async () => {
    await paid(100_000);
    await paid(20_000);
    const { amount } = await settle("late_line");
    await read();
    expect(await reasons()).toEqual(["SUM_DIFFERS"]);
    expect((await balances()).bank).toBe(amount);
    await nextDay();
    await read();
    expect(await balances()).toEqual({ ...NOTHING, bank: amount, fees: 2_400, tax: 432 });
    expect(await mismatches()).toEqual([]);
  });

  test("has more lines than a page; of a report whose second page fails nothing is booked yet", async () => {
    await paid(100_000);
    for (let n = 0; n < 1_000; n += 1)
      await steer("payment", { order_id: "order_elsewhere", amount: 1_000 });
    const { amount } = await settle();
    await report("first_page_only");
    await read();
    expect(await settlements()).toEqual([]);
    await report("fine");
    await read();
    const [found] = await settlements();
    expect(found).toMatchObject({ amount_minor: amount, lines: 1_001, unmatched: 1_000 });
    expect(await balances()).toMatchObject({ clearing: 0, suspense: -1_000_000 });
  });
});

describe("[B-3] what does not match of a settlement is in suspense, and listed with its reason", () => {
  const cases: [trap: string, reason: string, suspense: number][] = [
    ["unknown_payment", "UNKNOWN", -9_764],
    ["wrong_amount", "OTHER_AMOUNT", -97_540],
    ["wrong_currency", "OTHER_CURRENCY", -97_640],
    ["sum_differs", "SUM_DIFFERS", 500],
  ];
  test.each(cases)("%s: %s", async (trap, reason, suspense) => {
    const { payment } = await paid(100_000);
    const { id, amount, utr } = await settle(trap);
    await read();
    const now = await balances();
    expect(now).toMatchObject({ bank: amount, suspense, faults: SOUND });
    expect(now.clearing).toBe(reason.startsWith("OTHER") ? 100_000 : 0);
    const [found, ...more] = await mismatches();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ reason, settlement_id: id, utr });
    if (reason.startsWith("OTHER")) expect(found!.entity_id).toBe(payment);
    // Tried again every day, and booked no second time.
    await nextDay();
    await read();
    expect(await balances()).toEqual(now);
    expect(await reasons()).toEqual([reason]);
  });

  test("a payment that is settled twice counts once", async () => {
    await paid(100_000);
    await settle();
    await read();
    await nextDay();
    await paid(20_000);
    const { amount } = await settle("settled_twice");
    await read();
    expect(await reasons()).toEqual(["SETTLED_TWICE"]);
    expect(amount).toBe(19_528 + 97_640);
    expect(await balances()).toEqual({
      ...NOTHING,
      bank: 97_640 + amount,
      fees: 2_400,
      tax: 432,
      suspense: -97_640,
    });
  });

  test("less than nothing reaches no bank: what the provider is owed is in suspense", async () => {
    const { driver } = await paid(100_000);
    await settle();
    await read();
    await world.call(wallet.createWithdrawal, {
      params: { userId: driver.id },
      token: driver.token,
      body: { amount_minor: 30_000 },
    });
    await world.drain();
    await settle("negative");
    await read();
    expect(await reasons()).toEqual(["NEGATIVE"]);
    expect(await balances()).toEqual({
      ...NOTHING,
      bank: 97_640,
      fees: 2_000,
      tax: 360,
      suspense: -30_000,
    });
  });

  test("a payment that is credited after it was settled matches then", async () => {
    const driver = await world.signUp();
    const { body } = await world.call(wallet.createTopUp, {
      params: { userId: driver.id },
      body: { amount_minor: 100_000 },
      token: driver.token,
    });
    await steer("scenario", { name: "no_webhook" });
    await steer("pay", { order_id: body.data.order_id, method: "card" });
    await settle();
    await read();
    expect(await reasons()).toEqual(["UNKNOWN"]);
    expect(await balances()).toMatchObject({ clearing: 0, bank: 97_640, suspense: -97_640 });
    await world.pass(3_600, 60);
    await read();
    expect(await balances()).toEqual({ ...NOTHING, bank: 97_640, fees: 2_000, tax: 360 });
    expect(await mismatches()).toEqual([]);
  });

  test("a payment that no settlement has after a week, until one has it", async () => {
    const { payment } = await paid(100_000);
    await world.pass(6 * DAY_S, DAY_S);
    await read();
    expect(await mismatches()).toEqual([]);
    await nextDay();
    await read();
    expect(await mismatches()).toMatchObject([
      { reason: "NOT_SETTLED", entity_id: payment, settlement_id: null, amount_minor: 100_000 },
    ]);
    await settle();
    await read();
    expect(await mismatches()).toEqual([]);
  });

  test("a payout that the bank refused is in no book, and its payment is listed", async () => {
    await paid(100_000);
    await settle("failed");
    await read();
    expect(await balances()).toEqual({ ...NOTHING, clearing: 100_000 });
    await world.pass(7 * DAY_S, DAY_S);
    await read();
    expect(await reasons()).toEqual(["NOT_SETTLED"]);
  });
});

describe("[B-3] reading the report", () => {
  test("catches up after it was away for ten days, and accuses nobody meanwhile", async () => {
    await paid(100_000);
    await settle();
    await report("away");
    for (let day = 0; day < 10; day += 1) {
      await read();
      await nextDay();
    }
    expect(await settlements()).toEqual([]);
    expect(await mismatches()).toEqual([]);
    await report("fine");
    await read();
    expect(await balances()).toEqual({ ...NOTHING, bank: 97_640, fees: 2_000, tax: 360 });
  });

  test("does not pass over a line that it cannot read", async () => {
    await paid(100_000);
    await settle();
    await report("unreadable");
    await read();
    expect(await settlements()).toEqual([]);
    await report("fine");
    await read();
    expect(await settlements()).toHaveLength(1);
  });

  test("goes on after a restart between two settlements, and books each once", async () => {
    await paid(100_000);
    await settle();
    await paid(20_000);
    const { id } = await settle();
    const { pool } = world.database;
    await pool.query(`
      create function lose_power() returns trigger language plpgsql as $$
      begin
        if new.id = '${id}' then raise exception 'the power is gone'; end if;
        return new;
      end $$;
      create trigger lose_power after update on gateway_settlement for each row execute function lose_power()`);
    await expect(read()).rejects.toThrow("the power is gone");
    expect(await settlements()).toHaveLength(1);
    await world.restart();
    await pool.query("drop trigger lose_power on gateway_settlement; drop function lose_power()");
    await read();
    expect(await settlements()).toHaveLength(2);
    expect(await balances()).toEqual({ ...NOTHING, bank: 117_168, fees: 2_400, tax: 432 });
  });

  test("begins on its first day: what was settled before was booked by hand", async () => {
    await world.database.pool.query("delete from gateway_report");
    await paid(100_000);
    await settle();
    await nextDay();
    await read();
    expect(await settlements()).toEqual([]);
  });
});
