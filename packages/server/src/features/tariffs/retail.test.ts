import { byTwo } from "@voltmarg/testkit/by-two";
import { callsOf } from "@voltmarg/testkit/call-route";
import {
  charging,
  provider,
  stations,
  type Connector,
  type RouteOutput,
  type Tariff,
} from "@voltmarg/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { locationOf, openPartner, tariffOf, type Partner } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let one: Partner;
let two: Partner;
let driver: Driver;
let places: string[];

const TARIFF = tariffOf("T1", {
  elements: [
    {
      price_components: [
        { type: "ENERGY", price: 16.1, vat: 18, step_size: 1 },
        { type: "PARKING_TIME", price: 30, vat: 18, step_size: 60 },
      ],
    },
  ],
  min_price: { excl_vat: 20, incl_vat: 23.6 },
  tariff_alt_text: [{ language: "en", text: "16.10 a kWh" }],
});

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  one = await openPartner(world, "ONE");
  two = await openPartner(world, "TWO");
  for (const partner of [one, two]) {
    const { party_id } = partner.party;
    await partner.call("PUT", `/tariffs/IN/${party_id}/T1`, { ...TARIFF, party_id });
    await partner.call(
      "PUT",
      `/locations/IN/${party_id}/A`,
      locationOf("A", { party_id, name: `At ${party_id}` }),
    );
  }
  driver = await world.signUp();
  const found = await rows(
    world.database.db,
    sql<{ id: string }>`select id from location order by party_id`,
  );
  places = found.map(({ id }) => id);
});
afterAll(async () => {
  await world.stop();
  await one.close();
  await two.close();
});
afterEach(async () => {
  for (const { operator, customer_type } of await listed())
    await remove(operator?.id, customer_type);
  await become("PERSONAL");
});

const backoffice = { token: PROVIDER_TOKEN };
const listed = async () => (await world.call(provider.listRetailRules, backoffice)).body.data.rules;
const put = (body: object) => byTwo(world, provider.putRetailRule, { body });
const remove = (operator: string | undefined, customer_type: "PERSONAL" | "CORPORATE" | null) =>
  byTwo(world, provider.deleteRetailRule, {
    query: { operator, customer_type: customer_type ?? undefined },
  });
/** Gives the driver another customer type. */
const become = (type: string) =>
  sql`update app_user set customer_type = ${type} where id = ${driver.id}`.execute(
    world.database.db,
  );

async function plugAt(place: number, url = world.url): Promise<Connector> {
  const { body, status } = await callsOf(url)(stations.getLocation, {
    params: { id: places[place]! },
    token: driver.token,
  });
  if (status !== 200) throw new Error(`a station: ${status}`);
  return (body as RouteOutput<typeof stations.getLocation>).data.evses[0]!.connectors[0]!;
}
const perKwh = (tariff: Tariff | null) => tariff?.elements[0]?.price_components[0]?.price;
const shownAt = async (place: number, url?: string) => perKwh((await plugAt(place, url)).tariff);

describe("[E-4] retail rules", () => {
  test("apply to the next search, before a signal about them arrives", async () => {
    const listedPrice = async () => {
      const { body } = await world.call(stations.searchLocations, {
        token: driver.token,
        query: { latitude: 18.52, longitude: 73.85, distance: 50 },
      });
      return body.content.map(({ evses }) => perKwh(evses[0]!.connectors[0]!.tariff));
    };
    const [before] = await listedPrice();
    expect(before).toBe(16.1);
    for (let markup_percent = 1; markup_percent <= 60; markup_percent += 1) {
      await put({ markup_percent });
      const price = Math.round(16.1 * (100 + markup_percent) * 100) / 10_000;
      expect((await listedPrice())[0]).toBeCloseTo(price, 9);
    }
  });

  test("by default sell at exactly the operator's own price", async () => {
    const { tariff } = await plugAt(0);
    expect(perKwh(tariff)).toBe(16.1);
    expect(tariff).toMatchObject({
      tariff_alt_text: TARIFF.tariff_alt_text,
      min_price: TARIFF.min_price,
    });
  });

  test("change the price in lists, details, the tariff and the estimate", async () => {
    const before = await plugAt(0);
    await put({ markup_percent: 10 });
    const after = await plugAt(0);
    expect(perKwh(after.tariff)).toBe(17.71);
    expect(after.tariff).toMatchObject({
      id: before.tariff!.id,
      min_price: { excl_vat: 22, incl_vat: 25.96 },
    });
    expect(after.tariff).not.toHaveProperty("tariff_alt_text");
    expect(after.estimation!.price! / before.estimation!.price!).toBeCloseTo(1.1, 6);
    const list = await world.call(stations.searchLocations, {
      query: { latitude: 18.52, longitude: 73.85 },
      token: driver.token,
    });
    expect(list.body.content.map((l) => perKwh(l.evses[0]!.connectors[0]!.tariff))).toEqual([
      17.71, 17.71,
    ]);
    const page = await world.call(stations.getTariff, {
      params: { locationId: places[0]!, tariffId: after.tariff!.id },
      token: driver.token,
    });
    expect(page.body.data).toEqual(after.tariff);
    const plug = await world.call(stations.getLocationConnector, {
      params: { location: places[0]!, evse: "A-1", connector: "1" },
      token: driver.token,
    });
    expect(plug.body.data.evses[0]!.connectors[0]!.tariff).toEqual(after.tariff);
  });

  test("the most specific wins: operator and type, operator, type, every one", async () => {
    await put({ markup_percent: 10 });
    await put({ customer_type: "CORPORATE", markup_percent: -10 });
    await put({ operator: "Operator ONE", markup_percent: 20 });
    await put({ operator: one.operatorId, customer_type: "CORPORATE", markup_percent: 0 });
    expect([await shownAt(0), await shownAt(1)]).toEqual([19.32, 17.71]);
    await become("CORPORATE");
    expect([await shownAt(0), await shownAt(1)]).toEqual([16.1, 14.49]);
    await remove("one", "CORPORATE");
    expect([await shownAt(0), await shownAt(1)]).toEqual([19.32, 14.49]);
  });

  test("are listed, replaced and removed", async () => {
    await put({ operator: "one", markup_percent: 5 });
    await put({ operator: "Operator ONE", per_kwh_add: 0.5 });
    expect(await listed()).toMatchObject([
      {
        operator: { id: one.operatorId, name: "Operator ONE" },
        customer_type: null,
        rule: { markup_percent: null, per_kwh_add: 0.5 },
      },
    ]);
    await remove("one", null);
    expect(await listed()).toEqual([]);
    const { refused } = world;
    const again = await refused(provider.deleteRetailRule, {
      ...backoffice,
      query: { operator: "one" },
    });
    expect(again.status).toBe(404);
    const unknown = await refused(provider.putRetailRule, {
      ...backoffice,
      body: { operator: "nobody" },
    });
    expect([unknown.status, unknown.body.message]).toEqual([
      404,
      "There is no operator of that id, name or party.",
    ]);
  });

  test.each([
    { markup_percent: -100 },
    { markup_percent: 1001 },
    { markup_percent: 0.00001 },
    { per_kwh_add: 1001 },
    { customer_type: "FRIEND" },
  ])("%j is refused", async (body) => {
    const answer = await world.refused(provider.putRetailRule, {
      ...backoffice,
      body: body as object,
    });
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_INPUT"]);
  });

  test("are read once for any number of locations and searches, and again when another replica changed them", async () => {
    await shownAt(0);
    const rule = { markup_percent: 100, per_kwh_add: null };
    await sql`insert into retail_rule values (null, null, ${JSON.stringify(rule)}, ${world.clock.now()})`.execute(
      world.database.db,
    );
    expect(await shownAt(0)).toBe(16.1);
    world.clock.advance(61_000);
    expect(await shownAt(0)).toBe(32.2);
  });

  test("hold in every replica from the moment that one changed them", async () => {
    const other = await world.replica();
    expect(await shownAt(0, other)).toBe(16.1);
    await put({ markup_percent: 10 });
    expect(await shownAt(0, other)).toBe(17.71);
    await remove(undefined, null);
    expect(await shownAt(0, other)).toBe(16.1);
  });

  test("that could not be read are read again by the next driver", async () => {
    world.clock.advance(61_000);
    const { db } = world.database;
    await sql`alter table retail_rule rename to retail_rule_away`.execute(db);
    await expect(shownAt(0)).rejects.toThrow("500");
    await sql`alter table retail_rule_away rename to retail_rule`.execute(db);
    expect(await shownAt(0)).toBe(16.1);
  });

  test("a session keeps both prices of its start, whatever changes afterwards", async () => {
    await world.topUp(driver, 100_000);
    await put({ operator: "one", markup_percent: 10 });
    const { body } = await world.call(charging.startSession, {
      body: {
        location_id: places[0]!,
        evse_uid: "A-1",
        connector_id: "1",
        estimation_info: { selectedMoney: 500 },
      },
      token: driver.token,
    });
    await put({ operator: "one", markup_percent: 300 });
    const session = await world.call(charging.getSession, {
      params: { id: body.data.id },
      token: driver.token,
    });
    expect(perKwh(session.body.data.tariff)).toBe(17.71);
    const [row] = await rows(
      world.database.db,
      sql<{ ours: Tariff; theirs: Tariff }>`
        select snapshot -> 'tariff' as ours, snapshot -> 'operator_tariff' as theirs from session where id = ${body.data.id}`,
    );
    expect([perKwh(row!.ours), perKwh(row!.theirs)]).toEqual([17.71, 16.1]);
    expect(row!.theirs.id).toBe(row!.ours.id);
  });
});
