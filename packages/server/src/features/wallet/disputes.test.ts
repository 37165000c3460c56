import { createHmac } from "node:crypto";
import { accounts, backoffice, notifications, wallet } from "@voltmarg/contract";
import {
  accountBalances,
  faultsOfSums,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";
import { captureHold, placeHold } from "./ledger.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const control = async (body: object) => {
  const response = await fetch(`${world.pay.url}/control/dispute`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
};
let made = 0;
/** Tells of a dispute's state, as the provider would. */
const dispute = async (of: { id: string; payment_id: string }, event: string, more = {}) => {
  // Movements of one instant have no order.
  world.clock.advance(1_000);
  await control({ ...of, event, ...more });
  await world.drain();
  world.clock.advance(1_000);
};
const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const balance = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data.balance_minor;
const plan = async (driver: Driver) =>
  (await world.call(wallet.planWithdrawal, { ...as(driver), query: {} })).body.data;
const movements = async (driver: Driver) =>
  (await world.call(wallet.listMovements, as(driver))).body.content.map((each) => [
    each.kind,
    each.amount_minor,
    each.balance_minor,
  ]);
/** What the driver was told of disputes, oldest first. */
const told = async (driver: Driver, language = "en") => {
  const { token } = driver;
  const send = { "accept-language": language };
  const { body } = await world.call(notifications.listNotifications, { token, send, query: {} });
  return body.content
    .filter(({ kind }) => kind === "PAYMENT_DISPUTED")
    .map(({ text }) => text)
    .toReversed();
};
const disputedIn = async (driver: Driver) =>
  (await world.call(wallet.getWallet, as(driver))).body.data.disputed_minor;
const SET_ASIDE = expect.stringContaining("is set aside and cannot be spent");
const systemOf = async () => {
  const { disputed = 0n, payments = 0n } = await accountBalances(world, "system");
  return { disputed, payments };
};

/** A driver with one payment, and a dispute of it that nobody told of. */
async function paid(minor = 20_000) {
  const driver = await world.signUp();
  await world.topUp(driver, minor);
  const [payment] = await rows(
    world.database.db,
    sql<{ payment_id: string }>`select payment_id from wallet_payment where user_id = ${driver.id}`,
  );
  made += 1;
  return { driver, of: { id: `disp_${made}`, payment_id: payment!.payment_id } };
}
const spend = (driver: Driver, amount: bigint) =>
  world.database.transact(async (tx) => {
    const at = world.clock.now();
    const session = { userId: driver.id, sessionId: `ses_${driver.id}` };
    await placeHold(tx, { ...session, amount, reason: "Held", at });
  });
const bill = (driver: Driver, total: bigint) =>
  world.database.transact((tx) =>
    captureHold(tx, {
      userId: driver.id,
      sessionId: `ses_${driver.id}`,
      cdrId: `cdr_${driver.id}`,
      total,
      gst: 0n,
      reason: "Baner Hub",
      at: world.clock.now(),
    }),
  );

describe("[B-1] [B-2] money under dispute", () => {
  test("is set aside at once: it can be neither spent nor withdrawn, and the driver sees why", async () => {
    const { driver, of } = await paid();
    const before = await systemOf();
    await dispute(of, "created");
    expect(await balance(driver)).toBe(0);
    expect((await movements(driver))[0]).toEqual(["DISPUTE", -20_000, 0]);
    expect((await systemOf()).disputed - before.disputed).toBe(20_000n);
    await world.topUp(driver, 10_000);
    // The other payment stays free, the disputed one takes no refund.
    expect(await plan(driver)).toMatchObject({ amount_minor: 10_000 });
    const refused = await world.refused(wallet.createWithdrawal, {
      ...as(driver),
      body: { amount_minor: 20_000 },
    });
    expect(refused.body).toMatchObject({ code: "WITHDRAWAL_TOO_LARGE", available_minor: 10_000 });
  });

  test("of a part of a payment leaves the rest", async () => {
    const { driver, of } = await paid();
    await dispute(of, "created", { amount: 3_000 });
    expect([await balance(driver), (await plan(driver)).parts]).toEqual([
      17_000,
      [{ to: "UPI", amount_minor: 17_000 }],
    ]);
  });

  test("that was won comes back, and pays a debt first", async () => {
    const { driver, of } = await paid();
    await dispute(of, "created");
    await bill(driver, 5_000n);
    expect(await balance(driver)).toBe(-5_000);
    await dispute(of, "won");
    expect(await balance(driver)).toBe(15_000);
    expect((await movements(driver))[0]).toEqual(["DISPUTE_RETURNED", 20_000, 15_000]);
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 15_000n });
    expect((await plan(driver)).parts).toEqual([{ to: "UPI", amount_minor: 15_000 }]);
  });

  test("that was lost is gone, and the payment takes no refund any more", async () => {
    const { driver, of } = await paid();
    const before = await systemOf();
    await dispute(of, "created");
    await dispute(of, "under_review");
    await dispute(of, "lost");
    const after = await systemOf();
    expect(after.disputed).toBe(before.disputed);
    // What a bank takes back goes out of the account of payments, where it came in.
    expect(after.payments - before.payments).toBe(20_000n);
    expect(await balance(driver)).toBe(0);
    await world.topUp(driver, 5_000);
    expect((await plan(driver)).parts).toEqual([{ to: "UPI", amount_minor: 5_000 }]);
  });

  test("that was spent before is a debt, which the next payment pays", async () => {
    const { driver, of } = await paid();
    await spend(driver, 15_000n);
    await bill(driver, 15_000n);
    await dispute(of, "created");
    expect(await balance(driver)).toBe(0);
    await dispute(of, "lost");
    expect(await balance(driver)).toBe(-15_000);
    expect((await movements(driver))[0]).toEqual(["DISPUTE", -15_000, -15_000]);
    await world.topUp(driver, 20_000);
    expect(await balance(driver)).toBe(5_000);
  });

  test("is not taken from what a running charge holds", async () => {
    const { driver, of } = await paid();
    await spend(driver, 15_000n);
    await dispute(of, "created");
    await dispute(of, "lost");
    expect(await accountBalances(world, driver.id)).toMatchObject({
      held: 15_000n,
      overdraft: -15_000n,
    });
    await bill(driver, 4_000n);
    expect(await balance(driver)).toBe(-4_000);
  });

  test("that was refunded before is the driver's debt", async () => {
    const { driver, of } = await paid();
    await world.call(wallet.createWithdrawal, { ...as(driver), body: {} });
    await world.drain();
    await dispute(of, "created");
    await dispute(of, "lost");
    expect(await balance(driver)).toBe(-20_000);
  });

  test.each([
    ["closed with a part taken", { amount_deducted: 6_000 }, 14_000],
    ["closed with nothing taken", {}, 20_000],
  ])("that was %s costs that", async (_how, more, left) => {
    const { driver, of } = await paid();
    await dispute(of, "created");
    await dispute(of, "closed", more);
    expect(await balance(driver)).toBe(left);
  });
});

describe("[B-1] notices of a dispute", () => {
  test("that come twice, late and in the wrong order book once", async () => {
    const { driver, of } = await paid();
    await control({ ...of, event: "created" });
    await control({ ...of, event: "lost" });
    await control({ ...of, event: "lost" });
    await world.drain();
    expect(await balance(driver)).toBe(0);
    // A read replica of the provider that is behind says "open" again.
    await dispute(of, "under_review");
    await dispute(of, "won");
    expect(await balance(driver)).toBe(0);
    expect((await movements(driver)).filter(([kind]) => kind === "DISPUTE")).toHaveLength(2);
  });

  test("of a second dispute of one payment take no more than the wallet and the debt", async () => {
    const { driver, of } = await paid();
    await dispute(of, "created");
    await dispute(of, "won");
    const second = { ...of, id: `${of.id}_2` };
    await dispute(second, "created");
    expect(await balance(driver)).toBe(0);
    await dispute(second, "lost");
    expect(await balance(driver)).toBe(0);
  });

  test("that somebody forged move nothing: the provider is asked", async () => {
    const { driver, of } = await paid();
    const forged = { ...of, entity: "dispute", amount: 20_000, status: "lost" };
    const rawBody = JSON.stringify({
      event: "payment.dispute.lost",
      payload: { dispute: { entity: forged } },
    });
    const secret = world.config.razorpay.webhookSecrets[0]!;
    const answer = await fetch(`${world.url}/webhooks/razorpay`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-event-id": "evt_forged",
        "x-razorpay-signature": createHmac("sha256", secret).update(rawBody).digest("hex"),
      },
      body: rawBody,
    });
    expect(answer.status).toBe(200);
    await world.drain();
    expect(await balance(driver)).toBe(20_000);
    expect(
      await rows(world.database.db, sql`select 1 from payment_dispute where id = ${of.id}`),
    ).toEqual([]);
  });

  test("of a payment that nobody was credited for are stored, and move nothing", async () => {
    const { driver, of } = await paid();
    await sql`update wallet_payment set payment_id = 'pay_elsewhere' where payment_id = ${of.payment_id}`.execute(
      world.database.db,
    );
    await dispute(of, "created");
    expect(await balance(driver)).toBe(20_000);
    expect(
      await rows(
        world.database.db,
        sql`select user_id, status from payment_dispute where id = ${of.id}`,
      ),
    ).toEqual([{ user_id: null, status: "open" }]);
    await sql`update wallet_payment set payment_id = ${of.payment_id} where payment_id = 'pay_elsewhere'`.execute(
      world.database.db,
    );
  });
});

describe("[R-26] [B-1] the driver", () => {
  test("is told that money is set aside, and that it is back", async () => {
    const { driver, of } = await paid();
    await dispute(of, "created");
    expect([await told(driver), await disputedIn(driver)]).toEqual([[SET_ASIDE], 20_000]);
    await dispute(of, "won");
    expect(await told(driver)).toEqual([
      SET_ASIDE,
      "The dispute of a payment is over, and the payment stands. What was set aside is back in your wallet.",
    ]);
    expect(await disputedIn(driver)).toBe(0);
    expect(await told(driver, "hi")).toContainEqual(expect.stringContaining("वापस आ गई है।"));
    expect(await told(driver, "ur")).toContainEqual(expect.stringContaining("واپس آ گئی ہے۔"));
  });

  test("of a lost dispute is told that the money is gone, and of a debt if there is one", async () => {
    const rich = await paid();
    await dispute(rich.of, "lost");
    // Nothing was set aside for anybody to see.
    expect(await told(rich.driver)).toEqual([
      "Your bank took back a payment. The money was taken from your wallet.",
    ]);
    const poor = await paid();
    await spend(poor.driver, 15_000n);
    await bill(poor.driver, 15_000n);
    await dispute(poor.of, "created");
    await dispute(poor.of, "lost");
    expect(await told(poor.driver)).toEqual([
      SET_ASIDE,
      expect.stringContaining("You owe the rest"),
    ]);
    const partly = await paid();
    await dispute(partly.of, "created");
    await dispute(partly.of, "closed", { amount_deducted: 6_000 });
    expect((await told(partly.driver)).at(-1)).toContain("part of a payment");
  });

  test("with an empty wallet is not told that money is set aside", async () => {
    const { driver, of } = await paid();
    await world.call(wallet.createWithdrawal, { ...as(driver), body: {} });
    await world.drain();
    await dispute(of, "created");
    await dispute(of, "won");
    expect(await told(driver)).toEqual([
      expect.stringContaining("none of the money left"),
      expect.stringContaining("Nothing is taken"),
    ]);
  });

  test("is told each step once, however often and in whatever order notices come", async () => {
    const { driver, of } = await paid();
    await dispute(of, "created");
    await dispute(of, "created");
    await dispute(of, "under_review");
    expect(await told(driver)).toHaveLength(1);
    await dispute(of, "lost");
    await dispute(of, "under_review");
    await dispute(of, "lost");
    await dispute(of, "won");
    expect(await told(driver)).toHaveLength(2);
  });

  test("whose account is closed or erased is told nothing, and it is booked all the same", async () => {
    const { driver, of } = await paid();
    await world.call(accounts.deactivate, { params: { id: driver.id }, token: driver.token });
    await world.drain();
    await dispute(of, "created");
    await sql`update app_user set mobile = 'erased:' || id, erased_at = deactivated_at where id = ${driver.id}`.execute(
      world.database.db,
    );
    await dispute(of, "lost");
    expect(
      await rows(world.database.db, sql`select loss from payment_dispute where id = ${of.id}`),
    ).toEqual([{ loss: 20_000n }]);
    expect(
      await rows(
        world.database.db,
        sql`select kind from notification where user_id = ${driver.id} and kind = 'PAYMENT_DISPUTED'`,
      ),
    ).toEqual([]);
  });
});

test("[D-4] staff see what is disputed, what it came to, and until when evidence is wanted", async () => {
  const { driver, of } = await paid();
  await dispute(of, "created");
  const list = async (query: object) =>
    (
      await world.call(backoffice.listPaymentDisputes, { token: PROVIDER_TOKEN, query })
    ).body.content.filter(({ id }) => id === of.id);
  const [open] = await list({ state: "OPEN" });
  expect(open).toMatchObject({
    driver: { id: driver.id },
    payment_id: of.payment_id,
    amount_minor: 20_000,
    status: "open",
    evidence_wanted: true,
    set_aside_minor: 20_000,
    loss_minor: null,
  });
  const days = (Date.parse(open!.respond_by!) - world.clock.now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(10);
  await dispute(of, "lost");
  expect(await list({ state: "OPEN" })).toEqual([]);
  expect(await list({ state: "WON" })).toEqual([]);
  expect(await list({})).toMatchObject([{ state: "LOST", set_aside_minor: 0, loss_minor: 20_000 }]);
});

test("[B-2] after all that the books are sound, and a debt of a dispute is no fault of theirs", async () => {
  expect(Object.values(await faultsOfSums(world)).filter(Number)).toEqual([]);
});
