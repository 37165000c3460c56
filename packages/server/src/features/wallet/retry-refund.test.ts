import { accounts, backoffice, wallet } from "@voltmarg/contract";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  accountBalances,
  ledgerFaults,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  return () => world.stop();
});
afterEach(() => scenario("processed"));

const desktop = { token: PROVIDER_TOKEN };
const control = async (path: string, body?: object): Promise<Record<string, number>> => {
  const response = await fetch(`${world.pay.url}/control/${path}`, {
    method: body ? "POST" : "GET",
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, number>;
};
const scenario = (name: string) => control("refund-scenario", { name });
const sound = async () =>
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
const refundsOf = async (driver: Driver) =>
  (
    await world.call(backoffice.listRefunds, { ...desktop, query: { limit: 100 } })
  ).body.content.filter((each) => each.driver.id === driver.id);
const retry = async (id: string) =>
  (await world.call(backoffice.retryRefund, { ...desktop, params: { id } })).body.data;
const refusal = async (id: string) => {
  const answer = await world.refused(backoffice.retryRefund, { ...desktop, params: { id } });
  return { ...answer.body, status: answer.status };
};
const own = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
/** A driver whose refund of ₹200 the provider refused: the money is in the wallet again. */
async function failed(name = "refused"): Promise<{ driver: Driver; id: string }> {
  const driver = await world.signUp();
  await world.call(accounts.updateUser, {
    params: { id: driver.id },
    body: { name: "Asha Rao" },
    token: driver.token,
  });
  await world.topUp(driver, 20_000);
  await scenario(name);
  await world.call(wallet.createWithdrawal, { ...own(driver), body: {} });
  await world.pass(120, 60);
  await scenario("processed");
  const [refund] = await refundsOf(driver);
  expect(refund).toMatchObject({ status: "FAILED", amount_minor: 20_000, retried_by: null });
  return { driver, id: refund!.id };
}

/** The provider makes a refund although it had refused it. */
async function makeAtProvider(driver: Driver, id: string): Promise<void> {
  const [row] = await refundsOf(driver);
  const key = Buffer.from("rzp_test_harness:key-secret-of-tests").toString("base64");
  await fetch(`${world.pay.url}/v1/payments/${row!.payment_id}/refund`, {
    method: "POST",
    headers: { authorization: `Basic ${key}` },
    body: JSON.stringify({ amount: 20_000, receipt: id }),
  });
}

describe("[D-14] a failed refund", () => {
  test.each(["refused", "pending_then_failed"])("that was %s is sent again, once", async (name) => {
    const { driver, id } = await failed(name);
    const before = await control("totals");
    const first = await retry(id);
    expect(first).toMatchObject({ booked: true, amount_minor: 20_000 });
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, withdrawing: 20_000n });
    expect(await retry(id)).toEqual({ ...first, booked: false });
    await world.drain();
    expect(await retry(id)).toEqual({ ...first, booked: false });
    const after = await control("totals");
    expect(after["refunded"]! - before["refunded"]!).toBe(20_000);
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, withdrawing: 0n });
    expect(await refundsOf(driver)).toMatchObject([
      { id: first.refund_id, status: "DONE" },
      { id, status: "FAILED", retried_by: first.refund_id },
    ]);
    // The new one has not failed.
    expect(await refusal(first.refund_id)).toMatchObject({
      status: 409,
      code: "CONFLICT",
      message: "It has been paid out.",
    });
    await sound();
  });

  test("is sent once when two press at once", async () => {
    const { driver, id } = await failed();
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    expect(answers.filter(({ booked }) => booked)).toHaveLength(1);
    expect(new Set(answers.map(({ refund_id }) => refund_id)).size).toBe(1);
    expect(await accountBalances(world, driver.id)).toEqual({ wallet: 0n, withdrawing: 20_000n });
    await world.drain();
    await sound();
  });

  test("that the provider has paid out after all is not sent again", async () => {
    const { driver, id } = await failed();
    await makeAtProvider(driver, id);
    const before = await control("totals");
    expect(await refusal(id)).toMatchObject({
      status: 409,
      message: "The payment provider has paid it out after all. Nothing was sent again.",
    });
    await world.drain();
    expect((await control("totals"))["refunds"]).toBe(before["refunds"]);
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 20_000n });
    expect((await refundsOf(driver)).map(({ retried_by }) => retried_by)).toEqual([null]);
    // What left without being booked is in suspense, once.
    expect(await refusal(id)).toMatchObject({ status: 409 });
    await world.drain();
    const { rows } = await world.database.pool.query(
      "select count(*)::int as n from ledger_transfer where reason = 'Refund that fits no withdrawal'",
    );
    expect(rows[0].n).toBe(1);
  });

  test("that the provider has under way after all is not sent again, and says so", async () => {
    const { driver, id } = await failed();
    await scenario("pending_for_days");
    await makeAtProvider(driver, id);
    const before = await control("totals");
    expect(await refusal(id)).toMatchObject({
      status: 409,
      message: "The payment provider has it under way after all. Nothing was sent again.",
    });
    await world.drain();
    expect((await control("totals"))["refunds"]).toBe(before["refunds"]);
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 20_000n });
  });

  test("that is still on its way is not sent again", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 20_000);
    await scenario("pending_for_days");
    await world.call(wallet.createWithdrawal, { ...own(driver), body: {} });
    await world.drain();
    const [row] = await refundsOf(driver);
    expect(await refusal(row!.id)).toMatchObject({
      status: 409,
      code: "CONFLICT",
      message: "It is still on its way.",
    });
  });

  test("that failed at the bank is not sent again either, when the provider has made it under another id", async () => {
    const { driver, id } = await failed("pending_then_failed");
    await makeAtProvider(driver, id);
    const before = await control("totals");
    expect(await refusal(id)).toMatchObject({
      status: 409,
      message: "The payment provider has paid it out after all. Nothing was sent again.",
    });
    await world.drain();
    expect((await control("totals"))["refunds"]).toBe(before["refunds"]);
  });

  test("is not sent while the provider cannot be asked", async () => {
    const { driver, id } = await failed();
    await control("scenario", { name: "away" });
    expect(await refusal(id)).toMatchObject({ status: 503, code: "PAYMENT_PROVIDER_UNREACHABLE" });
    await control("scenario", { name: "happy" });
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 20_000n });
  });

  test("is not sent when its money went elsewhere", async () => {
    const { driver, id } = await failed();
    const bank = { holder_name: "RAO ASHA", bank_reference: "HDFC00000001" };
    const body = { amount_minor: 15_000, ...bank, reason: "Card closed" };
    await world.call(backoffice.refundByBank, { ...desktop, params: { id: driver.id }, body });
    expect(await refusal(id)).toMatchObject({
      code: "WITHDRAWAL_TOO_LARGE",
      available_minor: 5_000,
    });
    // One that was refused by its payment and went to another one.
    const rich = await world.signUp();
    await world.topUp(rich, 30_000);
    world.clock.advance(1_000);
    await world.topUp(rich, 10_000);
    await scenario("pending_then_failed");
    await world.call(wallet.createWithdrawal, { ...own(rich), body: { amount_minor: 10_000 } });
    await world.drain();
    await scenario("processed");
    await world.pass(120, 60);
    const moved = (await refundsOf(rich)).find(({ status }) => status === "FAILED");
    expect(await refusal(moved!.id)).toMatchObject({ status: 409 });
    await sound();
  });

  test("of nobody is not found", async () => {
    expect((await refusal("rfd_absent")).status).toBe(404);
  });
});

describe("[D-14] a payment", () => {
  const ask = (id: string) =>
    world.call(backoffice.askAboutPayment, { ...desktop, params: { id } });
  const refused = async (id: string) => {
    const answer = await world.refused(backoffice.askAboutPayment, { ...desktop, params: { id } });
    return [answer.status, answer.body.code];
  };
  const begun = async (driver: Driver) =>
    (await world.call(wallet.createTopUp, { ...own(driver), body: { amount_minor: 50_000 } })).body
      .data;

  test("whose notice was lost is credited when the provider is asked, once", async () => {
    const driver = await world.signUp();
    const topUp = await begun(driver);
    expect((await ask(topUp.id)).body.data).toEqual({ status: "CREATED", payments: 0 });
    await control("scenario", { name: "no_webhook" });
    await control("pay", { order_id: topUp.order_id });
    await control("scenario", { name: "happy" });
    const answers = await Promise.all([ask(topUp.id), ask(topUp.id)]);
    for (const { body } of answers) expect(body.data).toEqual({ status: "CREDITED", payments: 1 });
    expect((await ask(topUp.id)).body.data.status).toBe("CREDITED");
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 50_000n });
    await world.drain();
    expect(await accountBalances(world, driver.id)).toMatchObject({ wallet: 50_000n });
    const { body } = await world.call(backoffice.listAudit, {
      ...desktop,
      query: { page_size: 1 },
    });
    expect(body.content[0]).toMatchObject({
      route: "/provider/v1/payments/:id/ask-again",
      parameters: { id: topUp.id },
      outcome: "OK",
    });
    await sound();
  });

  test("is as it was while the provider cannot be asked, or has no order of it", async () => {
    const driver = await world.signUp();
    const topUp = await begun(driver);
    await control("scenario", { name: "away" });
    expect(await refused(topUp.id)).toEqual([503, "PAYMENT_PROVIDER_UNREACHABLE"]);
    world.clock.advance(1_000);
    await world.refused(wallet.createTopUp, { ...own(driver), body: { amount_minor: 60_000 } });
    await control("scenario", { name: "happy" });
    const { body } = await world.call(backoffice.listPayments, { ...desktop, query: { limit: 1 } });
    expect(body.content[0]).toMatchObject({ amount_minor: 60_000, order_id: null });
    expect(await refused(body.content[0]!.id)).toEqual([409, "CONFLICT"]);
    expect(await refused("top_absent")).toEqual([404, "NOT_FOUND"]);
  });
});
