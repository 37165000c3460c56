import { createHmac } from "node:crypto";
import { accounts, wallet, type TopUp } from "@voltmarg/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  accountBalances,
  ledgerFaults,
  startHarness,
  WEBHOOK_SECRET,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { createLogger } from "../../platform/observability/logger.ts";
import { creditPayment } from "./credit-payment.ts";
import { move, placeHold, releaseHold, type AccountKind } from "./ledger.store.ts";
import { reopenWallet } from "./close-wallet.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
afterEach(async () => {
  await control("scenario", { name: "happy" });
  await control("refund-scenario", { name: "processed" });
});

type Record = {
  orders: { id: string; receipt: string }[];
  payments: { id: string; order_id: string }[];
  refunds: { id: string; receipt: string | null; status: string; amount: number }[];
};
async function control<T = unknown>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${world.pay.url}/control/${path}`, {
    method: body ? "POST" : "GET",
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}
type Checkout = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};
const record = () => control<Record>("record");
const callsSoFar = async () => (await control<{ calls: number }>("calls")).calls;
const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const asking = (driver: Driver, minor: number, key: string) => ({
  ...as(driver),
  body: { amount_minor: minor },
  headers: { "idempotency-key": `top-up-${key}` },
});
const topUpOf = async (driver: Driver, minor: number, key: string): Promise<TopUp> =>
  (await world.call(wallet.createTopUp, asking(driver, minor, key))).body.data;
const look = async (driver: Driver, id: string) =>
  (await world.call(wallet.getTopUp, { params: { userId: driver.id, id }, token: driver.token }))
    .body.data;
const balanceOf = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data.balance_minor;
const withdraw = async (driver: Driver, minor?: number) =>
  (
    await world.call(wallet.createWithdrawal, {
      ...as(driver),
      body: minor === undefined ? {} : { amount_minor: minor },
    })
  ).body.data;
const suspense = async () => (await accountBalances(world, "system"))["suspense"] ?? 0n;

let events = 0;
const notify = async (
  event: string,
  payment: object,
  { id = `evt_unkind_${events++}`, at = world.url } = {},
): Promise<number> => {
  const body = JSON.stringify({ event, payload: { payment: { entity: payment } } });
  const response = await fetch(`${at}/webhooks/razorpay`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex"),
      "x-razorpay-event-id": id,
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
};

/** The first call is slow: the driver asks again, is shown the second order, and then the first answer comes. */
async function askTwice(driver: Driver, minor: number, key: string) {
  await control("scenario", { name: "held_order" });
  const both = [topUpOf(driver, minor, key), topUpOf(driver, minor, key)];
  const shown = await Promise.race(both);
  await control("answer-held", {});
  const answers = await Promise.all(both);
  await control("scenario", { name: "happy" });
  const orders = (await record()).orders.filter(({ receipt }) => receipt === shown.id);
  expect(orders).toHaveLength(2);
  return { shown, answers, other: orders.find(({ id }) => id !== shown.order_id)! };
}

describe("[B-1] a top-up with more than one order", () => {
  test("shows one of them, and credits a payment on any of them once", async () => {
    const driver = await world.signUp();
    const before = await suspense();
    const { shown, answers, other } = await askTwice(driver, 50_000, "slow");
    expect(answers.map(({ order_id }) => order_id)).toEqual([shown.order_id, shown.order_id]);
    await control("pay", { order_id: shown.order_id });
    await world.drain();
    expect(await balanceOf(driver)).toBe(50_000);
    // The other order's page may be open elsewhere: a payment there is credited too.
    const page = await fetch(`${world.url}/pay/${other.id}`, { redirect: "manual" });
    expect(page.status).toBe(303);
    await control("pay", { order_id: other.id });
    await world.drain();
    expect(await balanceOf(driver)).toBe(100_000);
    expect(await suspense()).toBe(before);
  });

  test("is credited by the poller and by checkout, whichever order was paid", async () => {
    const driver = await world.signUp();
    for (const way of ["poller", "checkout"]) {
      const { shown, other } = await askTwice(driver, 5_000, way);
      await control("scenario", { name: "no_webhook" });
      const before = await balanceOf(driver);
      for (const order_id of [other.id, shown.order_id]) {
        const paid = await control<Checkout>("pay", { order_id });
        const params = { userId: driver.id, id: shown.id };
        if (way === "checkout")
          await world.call(wallet.verifyTopUp, { params, token: driver.token, body: paid });
        else await world.pass(120, 60);
      }
      expect((await balanceOf(driver)) - before).toBe(10_000);
    }
  });
});

describe("[B-1] a notice that a payment is captured", () => {
  test("moves no money before the provider confirms it when asked", async () => {
    await control("scenario", { name: "no_webhook" });
    const driver = await world.signUp();
    const topUp = await topUpOf(driver, 1_000_000, "forged");
    const forged = {
      id: "pay_forged",
      order_id: topUp.order_id,
      amount: 1_000_000,
      currency: "INR",
      status: "captured",
      method: "upi",
    };
    expect(await notify("payment.captured", forged)).toBe(200);
    expect(await notify("payment.captured", { ...forged, order_id: "order_of_nobody" })).toBe(200);
    const before = await suspense();
    await world.pass(4 * 3_600, 600);
    expect(await accountBalances(world, driver.id)).toEqual({});
    expect(await suspense()).toBe(before);
  });

  test("waits while the provider is down, and is credited when it is back", async () => {
    const driver = await world.signUp();
    const topUp = await topUpOf(driver, 50_000, "while-away");
    await control("pay", { order_id: topUp.order_id });
    await control("scenario", { name: "away" });
    await world.pass(30, 10);
    expect(await balanceOf(driver)).toBe(0);
    // The poller has run too, and its next run is in a minute.
    await world.pass(40, 40);
    await control("scenario", { name: "happy" });
    await world.pass(64, 32);
    expect(await balanceOf(driver)).toBe(50_000);
  });

  /** A payment that the provider has and tells nobody about. */
  async function paidInSilence(minor: number) {
    const driver = await world.signUp();
    const { order_id } = await topUpOf(driver, minor, "silent");
    await control("scenario", { name: "no_webhook" });
    const { razorpay_payment_id: id } = await control<Checkout>("pay", { order_id });
    await control("scenario", { name: "happy" });
    const told = { id, order_id, amount: minor, currency: "INR", status: "captured" };
    return { driver, told };
  }

  test("that cannot be stored is not accepted, and counts when the provider sends it again", async () => {
    const { driver, told } = await paidInSilence(30_000);
    const { pool } = world.database;
    await pool.query(`create function no_inbox() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await pool.query(
      "create trigger no_inbox before insert on inbox for each row execute function no_inbox()",
    );
    const id = "evt_not_stored";
    expect(await notify("payment.captured", told, { id })).toBe(500);
    await pool.query("drop function no_inbox cascade");
    await world.service.outbox.drain();
    expect(await balanceOf(driver)).toBe(0);
    for (const _ of [1, 2]) expect(await notify("payment.captured", told, { id })).toBe(200);
    await world.drain();
    expect(await balanceOf(driver)).toBe(30_000);
  });

  test("that two replicas get at once, under one id and under several, is credited once", async () => {
    const { driver, told } = await paidInSilence(40_000);
    const replicas = [world.url, await world.replica()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const at = replicas[n % 2]!;
        const more = n < 10 ? { id: "evt_at_both", at } : { at };
        return notify(n % 3 ? "payment.captured" : "order.paid", told, more);
      }),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    await world.drain();
    expect(await balanceOf(driver)).toBe(40_000);
  });

  test("is one by its id, whatever it says; without an id by its text", async () => {
    const { told } = await paidInSilence(20_000);
    const stored = async () =>
      (await world.database.pool.query("select count(*)::int as n from inbox")).rows[0].n as number;
    const before = await stored();
    await notify("payment.captured", told, { id: "evt_of_two" });
    await notify("payment.captured", { ...told, amount: 1 }, { id: "evt_of_two" });
    expect(await stored()).toBe(before + 1);
    for (const amount of [2, 2, 3])
      await notify("payment.captured", { ...told, amount }, { id: "" });
    expect(await stored()).toBe(before + 3);
    await world.drain();
  });

  test("before the provider itself knows it is asked about again until it does, after the top-up is credited too", async () => {
    const { driver, told } = await paidInSilence(25_000);
    await notify("payment.captured", told);
    await world.drain();
    expect(await balanceOf(driver)).toBe(25_000);
    // A second payment of the order: the poller asks about it no more.
    const second = { ...told, id: `${told.id}_2` };
    await control("payment", { ...second, status: "authorized" });
    await notify("payment.captured", second);
    await world.pass(60, 5);
    expect(await balanceOf(driver)).toBe(25_000);
    await control("payment", second);
    await world.pass(300, 30);
    expect(await balanceOf(driver)).toBe(50_000);
  });

  test("asks once for a payment, however often the notice comes", async () => {
    const driver = await world.signUp();
    const topUp = await topUpOf(driver, 50_000, "often-told");
    await control("scenario", { name: "duplicate_webhooks" });
    await control("pay", { order_id: topUp.order_id });
    const before = await callsSoFar();
    // One after another, as on a line that is slow.
    for (let n = 0; n < 8; n++) await world.drain();
    expect(await balanceOf(driver)).toBe(50_000);
    const payment = (await record()).payments.find((each) => each.order_id === topUp.order_id);
    for (let n = 0; n < 20; n++) await notify("order.paid", payment!);
    await world.drain();
    expect((await callsSoFar()) - before).toBeLessThanOrEqual(4);
  });
});

describe("[B-1] a refund", () => {
  const refundsNamed = async (ids: readonly string[]) =>
    (await record()).refunds.filter(({ receipt }) => ids.includes(receipt ?? ""));
  const idsOf = async (driver: Driver): Promise<string[]> =>
    (
      await world.database.pool.query("select id from withdrawal_refund where user_id = $1", [
        driver.id,
      ])
    ).rows.map(({ id }) => id);

  test("that is pending is requested by its id, however many came after it", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 1_000_000);
    await control("refund-scenario", { name: "pending_for_days" });
    await withdraw(driver, 600_000);
    await world.drain();
    await control("refund-scenario", { name: "last_ten_only" });
    for (let n = 0; n < 10; n++) await withdraw(driver, 40_000);
    await world.drain();
    await control("refund-scenario", { name: "forgets_keys" });
    await world.pass(3 * 3_600, 1_800);
    // The bank has not paid yet: nothing may be returned to the wallet.
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, withdrawing: 600_000n });
    await control("refund-scenario", { name: "processed" });
    await world.pass(4 * 86_400, 43_200);
    const made = await refundsNamed(await idsOf(driver));
    expect(made).toHaveLength(11);
    expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_000_000);
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, withdrawing: 0n });
  });

  test("whose answer was lost is found by its receipt and not made again", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    // More than one page of refunds of this payment.
    for (let n = 0; n < 12; n++) await withdraw(driver, 1_000);
    await world.drain();
    await control("refund-scenario", { name: "forgets_keys" });
    for (let n = 0; n < 14; n++) await withdraw(driver, 1_000);
    await world.pass(120, 5);
    await control("refund-scenario", { name: "processed" });
    const made = await refundsNamed(await idsOf(driver));
    expect(made).toHaveLength(26);
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 74_000n, withdrawing: 0n });
  });

  test("is not sent again while the list of refunds is incomplete", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    await control("scenario", { name: "no_webhook" });
    await control("refund-scenario", { name: "forgets_keys" });
    await withdraw(driver, 10_000);
    await world.service.outbox.drain();
    // Its answer is lost; before it is looked for, twelve others are made, and only ten are shown.
    await control("refund-scenario", { name: "last_ten_only" });
    const { rows } = await world.database.pool.query(
      "select payment_id from wallet_payment where user_id = $1",
      [driver.id],
    );
    for (let n = 0; n < 12; n++) await refundAtProvider(rows[0].payment_id, 100);
    await control("refund-scenario", { name: "last_ten_only" });
    await world.pass(30, 2);
    expect(await refundsNamed(await idsOf(driver))).toHaveLength(1);
    expect(await accountBalances(world, driver.id)).toMatchObject({ withdrawing: 10_000n });
    await control("refund-scenario", { name: "processed" });
    await world.pass(120, 30);
    expect(await refundsNamed(await idsOf(driver))).toHaveLength(1);
    expect(await accountBalances(world, driver.id)).toMatchObject({ withdrawing: 0n });
  });

  test("of another amount under its receipt is somebody else's: that is in suspense, and all of it is sent", async () => {
    const driver = await world.signUp();
    const before = await suspense();
    await world.topUp(driver, 100_000);
    await control("refund-scenario", { name: "broken_once" });
    await withdraw(driver, 30_000);
    await world.service.outbox.drain();
    await control("refund-scenario", { name: "processed" });
    const { rows } = await world.database.pool.query(
      "select id, payment_id from withdrawal_refund where user_id = $1",
      [driver.id],
    );
    await refundAtProvider(rows[0].payment_id, 1_000, rows[0].id);
    await world.pass(60, 10);
    const made = await refundsNamed([rows[0].id]);
    expect(new Set(made.map(({ amount }) => amount))).toEqual(new Set([1_000, 30_000]));
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 70_000n, withdrawing: 0n });
    expect((await suspense()) - before).toBe(-1_000n);
  });

  test("is failed or done only when the provider says so when asked, not by a notice", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    await control("refund-scenario", { name: "pending_for_days" });
    await withdraw(driver, 10_000);
    await world.drain();
    const [refund] = await refundsNamed(await idsOf(driver));
    for (const status of ["failed", "processed"]) {
      const entity = { ...refund, status };
      const body = JSON.stringify({
        event: `refund.${status}`,
        payload: { refund: { entity } },
      });
      await fetch(`${world.url}/webhooks/razorpay`, {
        method: "POST",
        headers: {
          "x-razorpay-signature": createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex"),
          "x-razorpay-event-id": `evt_forged_${status}`,
        },
        body,
      });
      await world.drain();
    }
    expect(await accountBalances(world, driver.id)).toEqual({
      wallet: 90_000n,
      withdrawing: 10_000n,
    });
  });

  test("of a payment unknown to the provider is refused, and its money returned to the wallet", async () => {
    const driver = await world.signUp();
    const topUp = await topUpOf(driver, 100_000, "elsewhere");
    const { service, ...deps } = world;
    await creditPayment(
      { ...deps, outbox: service.outbox, logger: createLogger("silent") },
      topUp.order_id,
      {
        id: "pay_of_another_account",
        order_id: topUp.order_id,
        amount: 100_000,
        currency: "INR",
        status: "captured",
      },
    );
    await withdraw(driver, 40_000);
    await world.pass(60, 20);
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 100_000n, withdrawing: 0n });
  });

  test("is settled once when its notice arrives before the answer to its own call", async () => {
    const driver = await world.signUp();
    await control("scenario", { name: "before_answer" });
    await world.topUp(driver, 100_000);
    await withdraw(driver, 40_000);
    await world.drain();
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 60_000n, withdrawing: 0n });
    expect(await refundsNamed(await idsOf(driver))).toHaveLength(1);
  });
});

async function refundAtProvider(
  paymentId: string,
  amount: number,
  receipt?: string,
): Promise<void> {
  const { keyId, keySecret } = world.config.razorpay;
  const response = await fetch(`${world.pay.url}/v1/payments/${paymentId}/refund`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` },
    body: JSON.stringify({ amount, receipt }),
  });
  expect(response.status).toBe(200);
}

describe("[A-6] a closed account", () => {
  const close = (driver: Driver) =>
    world.call(accounts.deactivate, { params: { id: driver.id }, token: driver.token });
  const books = (driver: Driver) => accountBalances(world, driver.id);
  const hold = (driver: Driver, amount: bigint) =>
    world.database.transact((tx) =>
      placeHold(tx, {
        userId: driver.id,
        sessionId: `ses_${driver.id}`,
        amount,
        reason: "Held",
        at: world.clock.now(),
      }),
    );

  test("that is opened again keeps its money: nothing is refunded without a request", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    await hold(driver, 30_000n);
    await close(driver);
    await world.drain();
    await world.database.transact(async (tx) => {
      await reopenWallet(tx, driver.id);
      await releaseHold(tx, {
        userId: driver.id,
        sessionId: `ses_${driver.id}`,
        status: "RELEASED",
        reason: "Nothing was charged",
        at: world.clock.now(),
      });
    });
    await world.pass(600, 60);
    expect(await books(driver)).toMatchObject({ wallet: 30_000n, withdrawing: 0n });
    await world.service.sweepClosedWallets();
    await world.drain();
    expect(await books(driver)).toMatchObject({ wallet: 30_000n, withdrawing: 0n });
  });

  test("refunds what is credited later, so that it does not prevent an erasure", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    type Account = readonly [string, AccountKind];
    const sale = (source: Account, destination: Account, idem: string) =>
      world.database.transact((tx) =>
        move(tx, {
          scope: driver.id,
          idem,
          kind: "CORRECTION",
          reason: "Baner Hub",
          at: world.clock.now(),
          sessionId: null,
          cdrId: null,
          postings: [{ source, destination, amount: 20_000n }],
        }),
      );
    await sale([driver.id, "wallet"], ["system", "sales"], "sold");
    await close(driver);
    await world.drain();
    expect(await books(driver)).toMatchObject({ wallet: 0n });
    await sale(["system", "sales"], [driver.id, "wallet"], "credited");
    await world.pass(3_600, 600);
    await world.service.sweepClosedWallets();
    await world.drain();
    expect(await books(driver)).toMatchObject({ wallet: 0n, withdrawing: 0n });
  });
});

test("[B-1] repeated reads of an open top-up ask the provider only at intervals", async () => {
  const driver = await world.signUp();
  const topUp = await topUpOf(driver, 50_000, "looked-at");
  const before = await callsSoFar();
  for (let n = 0; n < 50; n++) await look(driver, topUp.id);
  expect((await callsSoFar()) - before).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => look(driver, topUp.id)));
  expect((await callsSoFar()) - before).toBe(1);
  world.clock.advance(5_000);
  await Promise.all(Array.from({ length: 20 }, () => look(driver, topUp.id)));
  expect((await callsSoFar()) - before).toBe(2);
});

test("the ledger balances after all of these", async () => {
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
