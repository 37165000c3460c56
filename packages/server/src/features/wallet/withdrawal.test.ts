import { accounts, charging, vehicles, wallet, type Withdrawal } from "@voltmarg/contract";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  accountBalances,
  KEY_SECRET,
  faultsOfSums,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { allocate, LEAST_REFUND, sumOf } from "./allocate.ts";
import { captureHold, move, placeHold } from "./ledger.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 120 });
});
afterAll(() => world.stop());
afterEach(async () => {
  await scenario("processed");
});

const control = async (path: string, body?: object): Promise<Record<string, number>> => {
  const response = await fetch(`${world.pay.url}/control/${path}`, {
    method: body ? "POST" : "GET",
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, number>;
};
const scenario = (name: string) => control("refund-scenario", { name });
const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const walletOf = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data;
const withdrawalsOf = async (driver: Driver): Promise<Withdrawal[]> =>
  (await world.call(wallet.listWithdrawals, as(driver))).body.content;
const movementsOf = async (driver: Driver) =>
  (await world.call(wallet.listMovements, as(driver))).body.content;
const asking = (driver: Driver, minor?: number, key?: string) => ({
  ...as(driver),
  body: minor === undefined ? {} : { amount_minor: minor },
  ...(key ? { headers: { "idempotency-key": key } } : {}),
});
const withdraw = async (driver: Driver, minor?: number, key?: string) =>
  (await world.call(wallet.createWithdrawal, asking(driver, minor, key))).body.data;
const refusal = async (driver: Driver, minor?: number) =>
  (await world.refused(wallet.createWithdrawal, asking(driver, minor))).body;

async function driverWith(...payments: number[]): Promise<Driver> {
  const driver = await world.signUp();
  for (const minor of payments) {
    await world.topUp(driver, minor);
    world.clock.advance(1_000);
  }
  return driver;
}
/** A bill without a hold: its amount becomes a debt. */
const owe = (driver: Driver, total: bigint) =>
  world.database.transact((tx) =>
    captureHold(tx, {
      userId: driver.id,
      sessionId: `ses_debt_${driver.id}`,
      cdrId: `cdr_debt_${driver.id}`,
      total,
      gst: 0n,
      reason: "Baner Hub",
      at: world.clock.now(),
    }),
  );
const hold = (driver: Driver, amount: bigint) =>
  world.database.transact((tx) =>
    placeHold(tx, {
      userId: driver.id,
      sessionId: `ses_held_${driver.id}`,
      amount,
      reason: "Held",
      at: world.clock.now(),
    }),
  );

async function refundAtProvider(paymentId: string, amount: number): Promise<void> {
  const basic = Buffer.from(`${world.config.razorpay.keyId}:${KEY_SECRET}`).toString("base64");
  const response = await fetch(`${world.pay.url}/v1/payments/${paymentId}/refund`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: JSON.stringify({ amount }),
  });
  expect(response.status).toBe(200);
}

describe("a plan", () => {
  test("[B-1] says where an amount would go, each destination once, and sends nothing", async () => {
    const driver = await driverWith(20_000, 10_000);
    const plan = async (amount_minor?: number) =>
      (
        await world.call(wallet.planWithdrawal, {
          ...as(driver),
          query: amount_minor === undefined ? {} : { amount_minor: String(amount_minor) },
        })
      ).body.data;
    expect(await plan(15_050)).toEqual({
      amount_minor: 15_050,
      parts: [{ to: "UPI", amount_minor: 15_050 }],
    });
    // No more than there is.
    expect(await plan()).toEqual(await plan(99_999_999));
    expect((await plan()).amount_minor).toBe(30_000);
    expect(await withdrawalsOf(driver)).toEqual([]);
    expect(await walletOf(driver)).toMatchObject({ balance_minor: 30_000, withdrawing_minor: 0 });
  });
});

describe("a withdrawal", () => {
  test("[B-1] goes back to its payments, newest first, each at most what it has", async () => {
    const driver = await driverWith(20_000, 10_000, 30_000);
    const before = await control("totals");
    const asked = await withdraw(driver, 45_000);
    expect(asked).toMatchObject({
      amount_minor: 45_000,
      status: "REQUESTED",
      cause: "REQUEST",
      done_minor: 0,
      returned_minor: 0,
    });
    expect(asked.parts).toMatchObject([
      { amount_minor: 30_000, to: "UPI", status: "REQUESTED", reference: null },
      { amount_minor: 10_000 },
      { amount_minor: 5_000 },
    ]);
    expect(await walletOf(driver)).toMatchObject({
      balance_minor: 15_000,
      withdrawing_minor: 45_000,
      spendable_minor: 10_000,
    });
    await world.drain();
    const [done] = await withdrawalsOf(driver);
    expect(done).toMatchObject({ id: asked.id, status: "DONE", done_minor: 45_000 });
    expect(done!.parts[0]!.reference).toMatch(/^rfnd_/);
    expect(await walletOf(driver)).toMatchObject({ balance_minor: 15_000, withdrawing_minor: 0 });
    const after = await control("totals");
    expect(after["refunded"]! - before["refunded"]!).toBe(45_000);
    expect((await movementsOf(driver))[0]).toMatchObject({
      kind: "WITHDRAWAL",
      amount_minor: -45_000,
      balance_minor: 15_000,
      reason: "Refund to UPI",
    });
    expect(await movementsOf(driver)).toHaveLength(4);

    // The rest, without an amount; then nothing is left.
    expect((await withdraw(driver)).amount_minor).toBe(15_000);
    expect((await refusal(driver)).code).toBe("NOTHING_TO_WITHDRAW");
  });

  test("[B-1] is made once for repeated requests with one key, and another amount with that key is refused", async () => {
    const driver = await driverWith(20_000);
    const made = await Promise.all(
      Array.from({ length: 12 }, () => withdraw(driver, 5_000, "one-withdrawal")),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = await world.refused(
      wallet.createWithdrawal,
      asking(driver, 6_000, "one-withdrawal"),
    );
    expect(other.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
    await world.drain();
    expect((await walletOf(driver)).balance_minor).toBe(15_000);
    // Everything, ten times at once without a key: once.
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => withdraw(driver)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await world.drain();
    expect((await walletOf(driver)).balance_minor).toBe(0);
  });

  test("[B-1] leaves held money, pays a debt first, and shows what it cannot refund", async () => {
    const driver = await driverWith(50_000);
    await hold(driver, 20_000n);
    expect(await refusal(driver, 30_001)).toMatchObject({
      code: "WITHDRAWAL_TOO_LARGE",
      available_minor: 30_000,
    });
    expect((await refusal(driver, 99)).code).toBe("AMOUNT_TOO_SMALL");
    await owe(driver, 4_000n);
    expect(await refusal(driver, 26_001)).toMatchObject({ available_minor: 26_000 });
    expect((await withdraw(driver)).amount_minor).toBe(26_000);
    const books = await accountBalances(world, driver.id);
    expect(books).toMatchObject({ wallet: 0n, held: 20_000n, overdraft: 0n });

    const given = await driverWith(10_000);
    await world.database.transact((tx) =>
      move(tx, {
        scope: given.id,
        idem: "gift",
        kind: "CORRECTION",
        reason: "Sorry",
        at: world.clock.now(),
        sessionId: null,
        cdrId: null,
        postings: [
          { source: ["system", "sales"], destination: [given.id, "wallet"], amount: 2_500n },
        ],
      }),
    );
    expect(await refusal(given)).toMatchObject({
      code: "WITHDRAWAL_NOT_COVERED",
      refundable_minor: 10_000,
    });
    expect((await withdraw(given, 10_000)).status).toBe("REQUESTED");
  });

  test.each(["in_flight_once", "rate_limited_once", "broken_once", "made_but_broken"])(
    "[B-1] is paid out once when the provider is in trouble: %s",
    async (name) => {
      const driver = await driverWith(20_000);
      await scenario(name);
      const before = await control("totals");
      await withdraw(driver);
      await world.service.outbox.drain();
      expect((await withdrawalsOf(driver))[0]!.done_minor).toBe(0);
      await world.pass(12, 3);
      expect((await withdrawalsOf(driver))[0]).toMatchObject({ status: "DONE" });
      const after = await control("totals");
      expect([
        after["refunds"]! - before["refunds"]!,
        after["refunded"]! - before["refunded"]!,
      ]).toEqual([1, 20_000]);
    },
  );

  test("[B-1] is processing while the bank has it, and done when the notice or a poll says so", async () => {
    const driver = await driverWith(20_000);
    await scenario("pending_then_processed");
    await withdraw(driver);
    await world.drain();
    expect((await withdrawalsOf(driver))[0]).toMatchObject({ status: "PROCESSING" });
    await world.pass(60, 60);
    expect((await withdrawalsOf(driver))[0]).toMatchObject({ status: "DONE" });

    const unheard = await driverWith(20_000);
    await control("scenario", { name: "no_webhook" });
    await withdraw(unheard);
    await world.drain();
    await world.pass(3_600, 1_800);
    await control("scenario", { name: "happy" });
    expect(await accountBalances(world, unheard.id)).toEqual({ wallet: 0n, withdrawing: 0n });
  });

  test("[B-1] that cannot be refunded to any payment returns to the wallet, and the driver is notified", async () => {
    const driver = await driverWith(20_000, 10_000);
    await scenario("refused");
    await withdraw(driver, 25_000);
    await world.drain();
    const [failed] = await withdrawalsOf(driver);
    expect(failed).toMatchObject({ status: "FAILED", done_minor: 0, returned_minor: 25_000 });
    expect(await walletOf(driver)).toMatchObject({ balance_minor: 30_000, withdrawing_minor: 0 });
    const returned = (await movementsOf(driver)).filter((m) => m.kind === "WITHDRAWAL_RETURNED");
    expect(returned.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(25_000);
    const { rows } = await world.database.pool.query(
      "select body from sent_message where recipient like '%' || $1 order by at desc",
      [driver.mobile],
    );
    expect(rows[0].body).toMatch(/^Refund of .+ to UPI failed. The money is back in your wallet.$/);
  });

  test("[B-1] goes to the next payment when one fails at the bank", async () => {
    const driver = await driverWith(30_000, 10_000);
    await scenario("pending_then_failed");
    await withdraw(driver, 10_000);
    await world.drain();
    await scenario("processed");
    await world.pass(60, 60);
    const [moved] = await withdrawalsOf(driver);
    expect(moved).toMatchObject({ status: "DONE", done_minor: 10_000, returned_minor: 0 });
    expect(moved!.parts).toMatchObject([
      { status: "FAILED", amount_minor: 10_000 },
      { status: "DONE", amount_minor: 10_000 },
    ]);
    // Half of it again; now no payment can be refunded the other half.
    await scenario("pending_then_failed");
    expect(await refusal(driver, 25_000)).toMatchObject({ refundable_minor: 20_000 });
  });

  test("[B-1] is partly failed when one payment was refunded and another was not", async () => {
    const driver = await world.signUp();
    const { body } = await world.call(wallet.createTopUp, {
      ...as(driver),
      body: { amount_minor: 20_000 },
    });
    await control("pay", { order_id: body.data.order_id, method: "card" });
    await world.drain();
    world.clock.advance(1_000);
    await world.topUp(driver, 10_000);
    // Refunded at the provider's dashboard: nothing is left to refund.
    const { rows } = await world.database.pool.query(
      "select payment_id from wallet_payment where user_id = $1 and source = 'UPI'",
      [driver.id],
    );
    await refundAtProvider(rows[0].payment_id, 10_000);
    await withdraw(driver, 30_000);
    await world.drain();
    const [partly] = await withdrawalsOf(driver);
    expect(partly).toMatchObject({
      status: "PARTLY_FAILED",
      done_minor: 20_000,
      returned_minor: 10_000,
    });
    expect(partly!.parts).toMatchObject([
      { status: "FAILED", to: "UPI", amount_minor: 10_000, reference: null },
      { status: "DONE", to: "card ••1111", amount_minor: 20_000 },
    ]);
    expect((await movementsOf(driver)).find(({ kind }) => kind === "WITHDRAWAL")?.reason).toBe(
      "Refund to UPI and card ••1111",
    );
    expect((await walletOf(driver)).balance_minor).toBe(10_000);
  });

  test("a refund made in the provider's dashboard is booked in suspense", async () => {
    const driver = await driverWith(20_000);
    const { rows } = await world.database.pool.query(
      "select payment_id from wallet_payment where user_id = $1",
      [driver.id],
    );
    const id = rows[0].payment_id as string;
    const before = (await accountBalances(world, "system"))["suspense"] ?? 0n;
    await refundAtProvider(id, 700);
    await world.drain();
    expect(((await accountBalances(world, "system"))["suspense"] ?? 0n) - before).toBe(-700n);
    expect((await walletOf(driver)).balance_minor).toBe(20_000);
  });
});

describe("closing an account", () => {
  const close = (driver: Driver) =>
    world.call(accounts.deactivate, { params: { id: driver.id }, token: driver.token });

  test("[A-6] refunds everything automatically, signs out everywhere, and shows where the money goes", async () => {
    const driver = await driverWith(20_000, 10_000);
    const { body } = await close(driver);
    expect(body.data).toMatchObject({
      refunding_minor: 30_000,
      refunding_to: [
        { amount_minor: 10_000, to: "UPI" },
        { amount_minor: 20_000, to: "UPI" },
      ],
      held_minor: 0,
      not_covered_minor: 0,
    });
    expect((await world.refused(wallet.getWallet, as(driver))).status).toBe(401);
    const refused = await world.refused(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: driver.refresh },
    });
    expect(refused.status).toBe(401);
    await world.drain();
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, withdrawing: 0n });
  });

  test("[A-6] is refused while a session is open, and changes nothing", async () => {
    const driver = await driverWith(100_000);
    await world.call(vehicles.addVehicle, {
      ...as(driver),
      body: {
        make: "Tata",
        model: "Tiago EV",
        vehicle_type: "FOUR_WHEELER",
        battery_capacity: 24,
        range: 250,
        max_dc_intake: 25,
        onboard_charger_capacity: 3.3,
      },
    });
    // Hours have passed in this file: pulls which EVSEs are free now.
    await world.service.pullAll();
    const plug = await world.freePlug(driver);
    const started = await world.call(charging.startSession, {
      token: driver.token,
      body: {
        location_id: plug.location.id,
        evse_uid: plug.evse.uid,
        connector_id: plug.connector.id,
        estimation_info: { selectedMoney: 100, limitBy: "MONEY" },
      },
    });
    const refused = await world.refused(accounts.deactivate, {
      params: { id: driver.id },
      token: driver.token,
    });
    expect(refused.body).toMatchObject({
      code: "CHARGE_UNDER_WAY",
      session_id: started.body.data.id,
    });
    expect(await walletOf(driver)).toMatchObject({ balance_minor: 100_000, withdrawing_minor: 0 });
    await world.pass(20, 5);
    await world.call(charging.stopSession, {
      token: driver.token,
      body: { session_id: started.body.data.id },
    });
    await world.pass(30, 5);
    const { balance_minor: left } = await walletOf(driver);
    expect((await close(driver)).body.data.refunding_minor).toBe(left);
    await world.drain();
    expect((await accountBalances(world, driver.id))["wallet"]).toBe(0n);
  });

  test("[A-6] later money is refunded too, and a later bill becomes a debt", async () => {
    const driver = await driverWith(50_000);
    await hold(driver, 20_000n);
    await control("scenario", { name: "no_webhook" });
    const late = await world.call(wallet.createTopUp, {
      ...as(driver),
      body: { amount_minor: 6_000 },
    });
    expect((await close(driver)).body.data).toMatchObject({
      refunding_minor: 30_000,
      held_minor: 20_000,
    });
    // The bill of the held session: the rest of the hold is refunded automatically.
    await world.database.transact((tx) =>
      captureHold(tx, {
        userId: driver.id,
        sessionId: `ses_held_${driver.id}`,
        cdrId: `cdr_held_${driver.id}`,
        total: 15_000n,
        gst: 0n,
        reason: "Baner Hub",
        at: world.clock.now(),
      }),
    );
    await world.pass(120, 60);
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 0n, held: 0n });
    // A payment captured after the end, found by the poller.
    await control("pay", { order_id: late.body.data.order_id });
    await world.pass(240, 60);
    await control("scenario", { name: "happy" });
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 0n, withdrawing: 0n });
    // And another bill.
    await owe(driver, 1_500n);
    expect(await accountBalances(world, driver.id)).toMatchObject({ overdraft: -1_500n });
  });
});

test("the ledger balances after all of these", async () => {
  // The one debt was made here, without a charge.
  expect(await faultsOfSums(world)).toEqual({
    unbalanced: 0,
    drifted: 0,
    misheld: 0,
    below_bound: 1,
  });
});

test("[B-1] where refunds are made only on closure, a withdrawal is refused with that reason", async () => {
  const strict = await startHarness({
    locations: 0,
    operators: false,
    env: { WITHDRAWAL: "closure" },
  });
  try {
    const driver = await strict.signUp();
    await strict.topUp(driver, 20_000);
    const refused = await strict.refused(wallet.createWithdrawal, asking(driver));
    expect(refused.body.code).toBe("WITHDRAWAL_ON_CLOSURE_ONLY");
    const told = await strict.call(wallet.getEmspConfig, { params: { id: "default" } });
    expect(told.body.data.withdrawal).toBe("closure");
    const closed = await strict.call(accounts.deactivate, {
      params: { id: driver.id },
      token: driver.token,
    });
    expect(closed.body.data.refunding_minor).toBe(20_000);
  } finally {
    await strict.stop();
  }
});

test("[B-1] any amount is split over payments within their limits, completely if they cover it", () => {
  const paise = fc.bigInt({ min: 0n, max: 2_000n });
  fc.assert(
    fc.property(fc.array(paise, { maxLength: 6 }), paise, (lefts, amount) => {
      const sources = lefts.map((left, n) => ({ payment_id: `pay_${n}`, source: "UPI", left }));
      const parts = allocate(amount, sources);
      for (const part of parts) {
        expect(part.amount).toBeGreaterThanOrEqual(LEAST_REFUND);
        expect(part.amount).toBeLessThanOrEqual(part.source.left);
      }
      expect(new Set(parts.map(({ source }) => source)).size).toBe(parts.length);
      expect(sumOf(parts)).toBeLessThanOrEqual(amount);
      const usable = sumOf(
        sources.filter(({ left }) => left >= LEAST_REFUND).map(({ left }) => ({ amount: left })),
      );
      const most = amount < usable ? amount : usable;
      // Short of the most only by what is too small to go anywhere.
      expect(most - sumOf(parts)).toBeLessThan(LEAST_REFUND);
    }),
    { numRuns: 2_000 },
  );
});
