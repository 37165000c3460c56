import { byTwo } from "@voltmarg/testkit/by-two";
import { backoffice, provider, stations } from "@voltmarg/contract";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

/** Ten minutes before midnight in India. */
const EVENING = new Date("2026-11-20T18:20:00Z");
const [YESTERDAY, TODAY, TOMORROW, DAY_AFTER] = [
  "2026-11-19",
  "2026-11-20",
  "2026-11-21",
  "2026-11-22",
] as const;
const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

let own: OwnOperator;
let driver: Driver;
let finance: string;
beforeAll(async () => {
  own = await openOwnOperator();
  own.world.clock.set(EVENING);
  driver = await own.driver();
  const body = { name: "asha", role: "finance" } as const;
  const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
  finance = made.body.data.token;
  return () => own.close();
});
afterEach(async () => {
  await own.world.database.pool.query("delete from retail_rule");
  await own.world.database.pool.query("delete from planned_retail_rule");
  own.world.clock.set(EVENING);
  // Rules that were read are read again after a minute.
  own.world.clock.advance(2 * MINUTES);
});

const put = (body: object) => byTwo(own.world, provider.putRetailRule, { token: finance, body });
const refusedPut = (body: object) =>
  own.world.refused(provider.putRetailRule, { token: finance, body });
const listed = async () =>
  (await own.world.call(provider.listRetailRules, { token: finance })).body.data;
const remove = (query: object) =>
  byTwo(own.world, provider.deleteRetailRule, { token: finance, query });
/** Rupees a kWh that the driver is shown. */
async function shown() {
  const { body } = await own.world.call(stations.getLocation, {
    params: { id: own.places.get("EVEN")! },
    token: await own.tokenOf(driver),
  });
  return body.data.evses[0]!.connectors[0]!.tariff!.elements[0]!.price_components[0]!.price;
}

describe("[D-19] a rule planned for a day", () => {
  test("holds from the beginning of that day in India, and not before", async () => {
    await put({ markup_percent: 10 });
    await put({ markup_percent: 50, from: TOMORROW });
    expect((await listed()).planned).toMatchObject([{ from: TOMORROW, by: "asha" }]);
    expect(await shown()).toBe(22);
    expect(await listed()).toMatchObject({
      rules: [{ rule: { markup_percent: 10 }, from: null }],
      planned: [{ rule: { markup_percent: 50 }, from: TOMORROW }],
    });
    own.world.clock.set(new Date("2026-11-20T18:29:59Z"));
    expect(await shown()).toBe(22);
    own.world.clock.set(new Date("2026-11-20T18:30:00Z"));
    expect(await shown()).toBe(30);
    expect(await listed()).toMatchObject({
      rules: [{ rule: { markup_percent: 50 }, from: TOMORROW, by: "asha" }],
      planned: [],
    });
  });

  test("replaces the one planned before it, each on its day", async () => {
    await put({ markup_percent: 50, from: DAY_AFTER });
    await put({ markup_percent: 25, from: TOMORROW });
    expect((await listed()).planned.map(({ from }) => from)).toEqual([TOMORROW, DAY_AFTER]);
    own.world.clock.advance(1 * HOURS);
    expect(await shown()).toBe(25);
    own.world.clock.advance(24 * HOURS);
    expect(await shown()).toBe(30);
  });

  test("yields to what is set after it began, and ends when it is removed", async () => {
    await put({ markup_percent: 10 });
    await put({ markup_percent: 50, from: TOMORROW });
    own.world.clock.advance(1 * HOURS);
    await put({ markup_percent: 5 });
    expect(await shown()).toBe(21);
    await put({ markup_percent: 50, from: DAY_AFTER });
    own.world.clock.advance(24 * HOURS);
    expect(await shown()).toBe(30);
    await remove({});
    expect(await shown()).toBe(20);
    expect(await listed()).toEqual({ rules: [], planned: [] });
  });

  test.each([YESTERDAY, TODAY])("%s cannot be planned: it has begun", async (from) => {
    const { status, body } = await refusedPut({ markup_percent: 50, from });
    expect([status, body.code, body.errors]).toEqual([
      400,
      "INVALID_INPUT",
      [{ path: "from", rule: "WRONG", message: expect.stringContaining("tomorrow") }],
    ]);
    expect((await refusedPut({ markup_percent: 1, from: "2026-11-31" })).status).toBe(400);
    expect(await listed()).toEqual({ rules: [], planned: [] });
  });

  test("can be planned until its day begins", async () => {
    own.world.clock.set(new Date("2026-11-20T18:29:59.999Z"));
    await put({ markup_percent: 10, from: TOMORROW });
    await remove({ from: TOMORROW });
    own.world.clock.advance(1);
    expect((await refusedPut({ markup_percent: 10, from: TOMORROW })).status).toBe(400);
  });

  test("is removed with all that began before it, and the last one of them is what ended", async () => {
    await put({ markup_percent: 2, from: TOMORROW });
    await put({ markup_percent: 3, from: DAY_AFTER });
    own.world.clock.advance(25 * HOURS);
    const gone = { rule: { markup_percent: 3 }, from: DAY_AFTER };
    expect((await remove({}))!.data).toMatchObject(gone);
    expect(await listed()).toEqual({ rules: [], planned: [] });
  });

  test("is the only one of its day: another is refused with who planned the first", async () => {
    const rule = { operator: "tst", markup_percent: 50, from: TOMORROW };
    await put(rule);
    await put(rule);
    const second = await refusedPut({ ...rule, markup_percent: 5 });
    expect([second.status, second.body.code]).toEqual([409, "CONFLICT"]);
    expect(second.body.message).toContain("asha");
    await put({ ...rule, operator: null, markup_percent: 5 });
    expect((await listed()).planned).toMatchObject([
      { operator: null, rule: { markup_percent: 5 } },
      { operator: { name: "Operator TST" }, rule: { markup_percent: 50 } },
    ]);
    await remove({ operator: "tst", from: TOMORROW });
    await put({ ...rule, markup_percent: 5 });
    const gone = await own.world.refused(provider.deleteRetailRule, {
      token: finance,
      query: { operator: "tst", from: DAY_AFTER },
    });
    expect(gone.status).toBe(404);
  });

  test("leaves a charge under way at the price it began with", async () => {
    await put({ markup_percent: 50, from: TOMORROW });
    const charge = await own.ask(driver);
    await own.tell(charge);
    own.world.clock.advance(20 * MINUTES);
    expect(await shown()).toBe(30);
    await own.tell(charge, { kwh: 3, status: "COMPLETED" });
    await own.send(own.record(charge, 3, 1200));
    await own.world.drain();
    expect(await own.bills(driver)).toMatchObject([{ amount_minor: 7_080 }]);
  });

  test("every change has its line in the audit log", async () => {
    await put({ markup_percent: 50, from: TOMORROW });
    await remove({ from: TOMORROW });
    const { rows } = await own.world.database.pool.query(
      `select method, outcome from desk_audit where credential = 'asha' and method <> 'GET' order by id desc limit 3`,
    );
    expect(rows).toEqual([
      { method: "DELETE", outcome: "OK" },
      { method: "PUT", outcome: "OK" },
      { method: "PUT", outcome: "SECOND_MEMBER_NEEDED" },
    ]);
  });
});
