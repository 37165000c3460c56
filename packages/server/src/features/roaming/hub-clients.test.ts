import { charging, stations, wallet, type Pin, type RouteCall } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { callsOf } from "@voltmarg/testkit/call-route";
import {
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

// A hub with three operators behind it; two have one id, in different countries.
const PARTIES = [
  ["IN", "AAA"],
  ["IN", "BBB"],
  ["BD", "AAA"],
] as const;
const WHERE = { latitude: 18.52, longitude: 73.85, distance: 10 };
const BOX = { west: 73, south: 18, east: 74, north: 19 };
let world: Harness;
let hub: Partner;
let driver: Driver;
let second: string;
const places = new Map<string, string>();

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  hub = await openPartner(world, "HUB");
  await sql`update operator set kind = 'HUB'`.execute(world.database.db);
  for (const [country_code, party_id] of PARTIES) {
    await tell("CONNECTED", country_code, party_id);
    const of = { country_code, party_id };
    hub.shelf.tariffs.push(tariffOf("T1", of));
    hub.shelf.locations.push(
      locationOf("L", { ...of, name: `${country_code}*${party_id}`, evses }),
    );
  }
  await world.service.pullAll();
  const stored = await rows(
    world.database.db,
    sql<{ id: string; name: string }>`select id, name from location`,
  );
  for (const { id, name } of stored) places.set(name, id);
  second = await world.replica();
  driver = await world.signUp();
  await world.topUp(driver, 100_000);
});
afterAll(async () => {
  await world.stop();
  await hub.close();
});
beforeEach(async () => {
  world.clock.advance(1_000);
  await tell("CONNECTED");
  hub.commands.length = 0;
});

const evses = [evseOf("E1"), evseOf("E2")];
const clientInfo = (status: string, country_code = "IN", party_id = "AAA") => ({
  country_code,
  party_id,
  role: "CPO",
  status,
  last_updated: world.clock.now().toISOString(),
});
/** The hub says what it knows of a party. */
async function tell(status: string, country_code = "IN", party_id = "AAA") {
  world.clock.advance(1_000);
  const info = clientInfo(status, country_code, party_id);
  const answer = await hub.call("PUT", `/hubclientinfo/${country_code}/${party_id}`, info);
  expect(answer.code).toBe(1000);
}
const asking = (at: string) => callsOf(at);
const search = async (query: object = {}, at = world.url) => {
  const answer = await asking(at)(stations.searchLocations, {
    token: driver.token,
    query: { ...WHERE, ...query },
  });
  const { content } = answer.body as { content: { name: string; state_on_map: string }[] };
  return Object.fromEntries(content.map(({ name, state_on_map }) => [name, state_on_map]));
};
const pins = async (since?: string | null, at = world.url) => {
  const query: RouteCall<typeof stations.listPins>["query"] = {
    ...BOX,
    ...(since ? { since } : {}),
  };
  const answer = await asking(at)(stations.listPins, { token: driver.token, query });
  return (answer.body as { data: { pins: Pin[]; version: string | null } }).data;
};
const details = async (name: string) =>
  (
    await world.call(stations.getLocation, {
      token: driver.token,
      params: { id: places.get(name)! },
    })
  ).body.data;

const FREE = { "BD*AAA": "available", "IN*AAA": "available", "IN*BBB": "available" };
const UNKNOWN = { ...FREE, "IN*AAA": "unknown" };

describe("[L-4] of an operator that its hub cannot reach", () => {
  test.each(["OFFLINE", "SUSPENDED", "PLANNED"])(
    "%s: nothing is known, in every replica and at once, until it is connected again",
    async (status) => {
      const before = await pins();
      for (const at of [world.url, second]) expect(await search({}, at)).toEqual(FREE);
      await tell(status);
      for (const at of [world.url, second]) {
        expect(await search({}, at)).toEqual(UNKNOWN);
        expect(Object.keys(await search({ status: "AVAILABLE" }, at))).not.toContain("IN*AAA");
      }
      const now = await pins(before.version);
      expect(now.pins.find(({ id }) => id === places.get("IN*AAA"))).toMatchObject({
        state: "unknown",
        free: 0,
        total: 2,
      });
      const shown = await details("IN*AAA");
      expect(shown).toMatchObject({ state_on_map: "unknown", availableConnectors: 0 });
      expect(shown.evses.map((evse) => evse.status)).toEqual(["UNKNOWN", "UNKNOWN"]);
      // What the hub says of others does not make this one's state newer.
      const since = world.clock.now().toISOString();
      world.clock.advance(60_000);
      await tell("CONNECTED", "IN", "BBB");
      expect((await details("IN*AAA")).updated_at).toBe(since);
      expect(await search()).toEqual(UNKNOWN);

      await tell("CONNECTED");
      for (const at of [world.url, second]) expect(await search({}, at)).toEqual(FREE);
      const after = await pins(now.version);
      expect(after.pins.find(({ id }) => id === places.get("IN*AAA"))).toMatchObject({
        state: "available",
        free: 2,
      });
      expect(await details("IN*AAA")).toMatchObject({ state_on_map: "available" });
    },
  );

  test("a pull of the hub's list says the same as its pushes, and an older word changes nothing", async () => {
    const late = clientInfo("CONNECTED");
    await sql`update operator set endpoints = endpoints || ${JSON.stringify([
      { identifier: "hubclientinfo", role: "SENDER", url: `${await addressOf()}/hubclientinfo` },
    ])}::jsonb`.execute(world.database.db);
    world.clock.advance(1_000);
    let told = clientInfo("OFFLINE");
    hub.onGet = (path) => (path.startsWith("/hubclientinfo") ? [told] : undefined);
    await world.service.pullAll();
    expect(await search()).toEqual(UNKNOWN);
    told = late;
    await world.service.pullAll();
    expect(await search()).toEqual(UNKNOWN);
    hub.onGet = undefined;
  });
});

const addressOf = async () =>
  (
    await rows(
      world.database.db,
      sql<{ url: string }>`select versions_url as url from operator where id = ${hub.operatorId}`,
    )
  )[0]!.url;
const startAt = (name: string) => ({
  token: driver.token,
  body: {
    location_id: places.get(name)!,
    evse_uid: "E1",
    connector_id: "1",
    estimation_info: { selectedMoney: 300 },
  },
});
const held = async () =>
  (
    await world.call(wallet.getWallet, {
      token: driver.token,
      params: { userId: driver.id },
    })
  ).body.data.held_minor;

describe("[S-1] at an operator that its hub cannot reach", () => {
  test("a start is refused before anything is held or sent", async () => {
    await tell("OFFLINE");
    const refused = await world.refused(charging.startSession, startAt("IN*AAA"));
    expect(refused).toMatchObject({ status: 503, body: { code: "OPERATOR_UNREACHABLE" } });
    await world.drain();
    expect([await held(), hub.commands]).toEqual([0, []]);
  });

  test("a start that has not left yet does not leave, and its hold is released", async () => {
    const { body } = await world.call(charging.startSession, startAt("IN*AAA"));
    expect(await held()).toBeGreaterThan(0);
    await tell("SUSPENDED");
    await world.drain();
    const shown = await world.call(charging.getSession, {
      token: driver.token,
      params: { id: body.data.id },
    });
    expect(shown.body.data).toMatchObject({ failure: { code: "UNREACHABLE", not_charged: true } });
    expect([await held(), hub.commands]).toEqual([0, []]);
  });

  test("a running session is stopped all the same", async () => {
    const { id } = (await world.call(charging.startSession, startAt("IN*AAA"))).body.data;
    await world.service.outbox.drain();
    const now = world.clock.now().toISOString();
    const session = sessionOf("S1", {
      party_id: "AAA",
      location_id: "L",
      evse_uid: "E1",
      authorization_reference: id,
      start_date_time: now,
      last_updated: now,
    });
    expect((await hub.call("PUT", "/sessions/IN/AAA/S1", session)).code).toBe(1000);
    await tell("OFFLINE");
    await world.call(charging.stopSession, { token: driver.token, body: { session_id: id } });
    await world.service.outbox.drain();
    expect(hub.commands.map(({ kind }) => kind)).toEqual(["START_SESSION", "STOP_SESSION"]);
  });
});
