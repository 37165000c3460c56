import { backoffice, books, wallet, type CustomerMoneyDay } from "@voltmarg/contract";
import { indianDayOf } from "@voltmarg/rules";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { beforeAll, describe, expect, test } from "vitest";
import { placeHold } from "../wallet/index.ts";

const DAY_MS = 86_400_000;
const admin = { token: PROVIDER_TOKEN };
let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  return () => world.stop();
});

const list = async (query: object = {}): Promise<CustomerMoneyDay[]> =>
  (await world.call(books.listCustomerMoney, { ...admin, query })).body.content;
const enter = async (day: string, balance_minor: number) =>
  (await world.call(books.enterBankBalance, { ...admin, params: { day }, body: { balance_minor } }))
    .body.data;
const today = () => indianDayOf(world.clock.now());
/** To so many minutes after the next midnight in India. */
const toNextDay = (minutes: number) => {
  const now = world.clock.now();
  const midnight = Date.parse(`${indianDayOf(new Date(now.getTime() + DAY_MS))}T00:00:00+05:30`);
  world.clock.advance(midnight + minutes * 60_000 - now.getTime());
};
const open = async () =>
  (await world.call(backoffice.getOverview, admin)).body.data.customer_money.count;

describe("[D-28] customers' money", () => {
  let first: string;
  test("of a day is written down an hour after its end, with all that is owed to drivers", async () => {
    first = today();
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    await placeHold(world.database.db, {
      userId: driver.id,
      sessionId: "ses_1",
      amount: 30_000n,
      reason: "Held",
      at: world.clock.now(),
    });
    await world.call(backoffice.giveGoodwill, {
      ...admin,
      params: { mobile: driver.mobile },
      body: { amount_minor: 5_000, reason: "A long wait", reference: "CASE 1" },
    });
    const body = JSON.stringify({ name: "pending_for_days" });
    await fetch(`${world.pay.url}/control/refund-scenario`, { method: "POST", body });
    await world.call(wallet.createWithdrawal, {
      params: { userId: driver.id },
      token: driver.token,
      body: { amount_minor: 20_000 },
    });
    await world.drain();
    toNextDay(59);
    await world.service.closeMoneyDays();
    expect((await list()).map(({ day }) => day)).not.toContain(first);
    world.clock.advance(60_000);
    await world.service.closeMoneyDays();
    await world.service.closeMoneyDays();
    expect((await list())[0]).toEqual({
      day: first,
      wallets_minor: 55_000,
      held_minor: 30_000,
      returning_minor: 20_000,
      disputed_minor: 0,
      unassigned_minor: 0,
      goodwill_minor: 5_000,
      owed_minor: 100_000,
      // Nothing is paid out to the bank yet.
      at_provider_minor: 100_000,
      expected_minor: 0,
      bank_minor: null,
      difference_minor: null,
      entered_by: null,
      entered_at: null,
    });
  });

  test("is compared with what the staff enter from the statement, again where they mistyped", async () => {
    expect(await enter(first, 1_00)).toMatchObject({
      bank_minor: 100,
      difference_minor: 100,
      entered_by: "bootstrap",
    });
    expect(await open()).toBeGreaterThan(0);
    const before = await open();
    expect(await enter(first, 0)).toMatchObject({ difference_minor: 0 });
    expect(before - (await open())).toBe(1);
    expect((await list({ state: "OPEN" })).map(({ day }) => day)).not.toContain(first);
    const { rows } = await world.database.pool.query(
      "select parameters from desk_audit where route like '%bank-balance' order by at, id",
    );
    expect(rows.map(({ parameters }) => parameters.balance_minor)).toEqual([100, 0]);
  });

  test("of a day that is not over is not entered", async () => {
    const asked = { ...admin, params: { day: today() }, body: { balance_minor: 1 } };
    expect((await world.refused(books.enterBankBalance, asked)).status).toBe(404);
  });

  test("of days on which nothing ran is made later, one by one, each as it was at its end", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 40_000);
    const second = today();
    toNextDay(10);
    const other = await world.signUp();
    await world.topUp(other, 1_000_00);
    toNextDay(10);
    toNextDay(90);
    await world.service.closeMoneyDays();
    const [fourth, third, found] = await list({ limit: 3 });
    expect(found).toMatchObject({ day: second, owed_minor: 140_000 });
    expect(third).toMatchObject({ owed_minor: 240_000 });
    expect(fourth).toMatchObject({ owed_minor: 240_000, bank_minor: null });
  });

  test("that reached the bank is expected there, and what is missing is below zero", async () => {
    await fetch(`${world.pay.url}/control/settle`, { method: "POST", body: "{}" });
    await world.service.readSettlements();
    const day = today();
    toNextDay(90);
    await world.service.closeMoneyDays();
    const [newest] = await list({ limit: 1 });
    expect(newest).toMatchObject({ day, owed_minor: 240_000, difference_minor: null });
    expect(newest!.expected_minor).toBe(240_000 - newest!.at_provider_minor);
    expect(newest!.expected_minor).toBeGreaterThan(0);
    const entered = await enter(day, newest!.expected_minor - 1);
    expect(entered.difference_minor).toBe(-1);
  });
});
