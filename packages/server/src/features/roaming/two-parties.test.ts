import { completeSession } from "@voltmarg/testkit/complete-session";
import { charging, stations } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  cdrOf,
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

// A hub with two operators behind it, which use the same ids.
const PARTIES = ["AAA", "BBB"] as const;
let world: Harness;
let hub: Partner;
let places: Record<string, string>;

const place = (party_id: string, more: object = {}) =>
  locationOf("LOC1", {
    party_id,
    name: `Place of ${party_id}`,
    evses: [evseOf("E1", { evse_id: `IN*${party_id}*E1` })],
    ...more,
  });
const T1 = (party_id: string) =>
  tariffOf("T1", {
    party_id,
    elements: [{ price_components: [{ type: "ENERGY", price: 20, step_size: 1 }] }],
  });

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  hub = await openPartner(world, "HUB");
  await sql`update operator set kind = 'HUB'`.execute(world.database.db);
  for (const party of PARTIES)
    await sql`insert into partner_party (country_code, party_id, operator_id, role, status)
      values ('IN', ${party}, ${hub.operatorId}, 'CPO', 'CONNECTED')`.execute(world.database.db);
  hub.shelf.tariffs = PARTIES.map(T1);
  hub.shelf.locations = PARTIES.map((party) => place(party));
  await sync();
  places = Object.fromEntries(
    (
      await rows(
        world.database.db,
        sql<{ party_id: string; id: string }>`select party_id, id from location`,
      )
    ).map(({ party_id, id }) => [party_id, id]),
  );
});
afterAll(async () => {
  await world.stop();
  await hub.close();
});
beforeEach(() => {
  hub.commands.length = 0;
  hub.heard.length = 0;
});

async function sync() {
  world.clock.advance(1_000);
  await world.service.pullAll();
  await world.drain();
}
const names = async () => {
  const driver = await world.signUp();
  const { body } = await world.call(stations.searchLocations, {
    token: driver.token,
    query: { latitude: 18.52, longitude: 73.85, distance: 10 },
  });
  return body.content.map(({ name }) => name).toSorted();
};
async function start(party: string): Promise<{ driver: Driver; id: string }> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { body } = await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: places[party]!,
      evse_uid: "E1",
      connector_id: "1",
      estimation_info: { selectedMoney: 300 },
    },
  });
  await world.service.outbox.drain();
  return { driver, id: body.data.id };
}
const show = async ({ driver, id }: { driver: Driver; id: string }) =>
  (await world.call(charging.getSession, { params: { id }, token: driver.token })).body.data;
const session = (party_id: string, id: string, more: object = {}) =>
  sessionOf(id, {
    party_id,
    location_id: "LOC1",
    evse_uid: "E1",
    start_date_time: world.clock.now().toISOString(),
    last_updated: world.clock.now().toISOString(),
    ...more,
  });
const routedTo = () => hub.heard.at(-1)!["ocpi-to-party-id"];

test("[L-10] a list with LOC1 of two parties: both are shown, and a full pull closes neither", async () => {
  expect(await names()).toEqual(["Place of AAA", "Place of BBB"]);
  await sync();
  expect(await names()).toEqual(["Place of AAA", "Place of BBB"]);
});

test("an unreadable location stays open for its own party only", async () => {
  hub.shelf.locations = [{ ...place("AAA"), coordinates: "nowhere" }];
  await sync();
  expect(await names()).toEqual(["Place of AAA"]);
  hub.shelf.locations = PARTIES.map((party) => place(party));
  await sync();
  expect(await names()).toEqual(["Place of AAA", "Place of BBB"]);
});

test("an unreadable tariff stays for its own party only", async () => {
  hub.shelf.tariffs = [{ ...T1("AAA"), elements: 7 }];
  await sync();
  expect((await hub.call("GET", "/tariffs/IN/AAA/T1")).status).toBe(200);
  expect((await hub.call("GET", "/tariffs/IN/BBB/T1")).status).toBe(404);
  hub.shelf.tariffs = PARTIES.map(T1);
  await sync();
  expect((await hub.call("GET", "/tariffs/IN/BBB/T1")).status).toBe(200);
});

test.each(PARTIES)("[S-1] a session at %s is started and stopped at that party", async (party) => {
  const charge = await start(party);
  expect([hub.commands.at(-1)!.kind, routedTo()]).toEqual(["START_SESSION", party]);
  const told = session(party, `s-${party}`, { authorization_reference: charge.id });
  expect((await hub.call("PUT", `/sessions/IN/${party}/s-${party}`, told)).code).toBe(1000);
  await world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: charge.driver.token,
  });
  await world.service.outbox.drain();
  expect([hub.commands.at(-1)!.kind, routedTo()]).toEqual(["STOP_SESSION", party]);
});

test("[S-2] sessions with one id at two parties are two sessions", async () => {
  const [one, other] = [await start("AAA"), await start("BBB")];
  for (const [party, charge] of [
    ["AAA", one],
    ["BBB", other],
  ] as const)
    await hub.call(
      "PUT",
      `/sessions/IN/${party}/S1`,
      session(party, "S1", { authorization_reference: charge.id }),
    );
  world.clock.advance(60_000);
  await hub.call("PATCH", "/sessions/IN/BBB/S1", {
    kwh: 0.5,
    last_updated: world.clock.now().toISOString(),
  });
  expect(await show(one)).toMatchObject({ status: "ACTIVE", kwh: 0 });
  expect(await show(other)).toMatchObject({ status: "ACTIVE", kwh: 0.5 });
});

test("[S-2] a session without our reference is matched only at its own party", async () => {
  const charge = await start("AAA");
  const cdr_token = {
    country_code: "IN",
    party_id: "VMG",
    uid: charge.driver.id,
    type: "APP_USER",
    contract_id: "IN-VMG-1",
  };
  await hub.call("PUT", "/sessions/IN/BBB/X1", session("BBB", "X1", { cdr_token }));
  expect(await show(charge)).toMatchObject({ status: "PENDING" });
  const foreign = { ...cdr_token, party_id: "XYZ" };
  await hub.call("PUT", "/sessions/IN/AAA/X0", session("AAA", "X0", { cdr_token: foreign }));
  expect(await show(charge)).toMatchObject({ status: "PENDING" });
  await hub.call("PUT", "/sessions/IN/AAA/X1", session("AAA", "X1", { cdr_token }));
  expect(await show(charge)).toMatchObject({ status: "ACTIVE" });
});

test("[B-3] CDRs with one id at two parties are two bills, each with its own URL", async () => {
  const charges = { AAA: await start("AAA"), BBB: await start("BBB") };
  const began = world.clock.now().getTime();
  for (const party of PARTIES)
    await hub.call(
      "PUT",
      `/sessions/IN/${party}/C`,
      session(party, "C", { authorization_reference: charges[party].id }),
    );
  const iso = (seconds: number) => new Date(began + seconds * 1000).toISOString();
  world.clock.advance(240_000);
  const whole = cdrOf("CDR1");
  for (const [party_id, kwh] of [
    ["AAA", 1],
    ["BBB", 2],
  ] as const) {
    await completeSession(hub, "C", world.clock.now(), {
      party: { country_code: "IN", party_id },
    });
    const answer = await hub.call("POST", "/cdrs", {
      ...whole,
      party_id,
      authorization_reference: charges[party_id].id,
      session_id: "C",
      start_date_time: iso(0),
      end_date_time: iso(240),
      cdr_location: { ...whole.cdr_location, id: "LOC1", evse_uid: "E1" },
      charging_periods: [
        { start_date_time: iso(0), dimensions: [{ type: "ENERGY", volume: kwh }] },
      ],
      total_energy: kwh,
      total_time: 0.0667,
      total_cost: { excl_vat: kwh * 20 },
      last_updated: iso(250),
    });
    expect([answer.status, answer.code]).toEqual([201, 1000]);
    const address = new URL(answer.headers.get("location")!).pathname.replace(/.*(?=\/cdrs)/, "");
    expect((await hub.call("GET", address)).data).toMatchObject({ party_id, total_energy: kwh });
    expect(await show(charges[party_id])).toMatchObject({ step: "BILLED" });
  }
});

test("a token is allowed at the party where its start is under way", async () => {
  const { driver, id } = await start("AAA");
  const ask = async (party: string) =>
    (
      await hub.call(
        "POST",
        `/tokens/${driver.id}/authorize?type=APP_USER`,
        { location_id: "LOC1", evse_uids: ["E1"] },
        { "ocpi-from-country-code": "IN", "ocpi-from-party-id": party },
      )
    ).data;
  expect(await ask("BBB")).toMatchObject({ allowed: "NOT_ALLOWED" });
  expect(await ask("aaa")).toMatchObject({ allowed: "ALLOWED", authorization_reference: id });
});

test("an EVSE keeps its first uid, whatever the case in later updates", async () => {
  const connectors = [connectorOf({ id: "1" })];
  const evses = [
    evseOf("e1", { evse_id: "IN*AAA*E1", connectors, last_updated: "2026-11-02T00:00:00Z" }),
  ];
  const told = place("AAA", { evses, last_updated: "2026-11-02T00:00:00Z" });
  expect((await hub.call("PUT", "/locations/IN/AAA/loc1", { ...told, id: "loc1" })).code).toBe(
    1000,
  );
  const stored = await rows(
    world.database.db,
    sql<{ uid: string }>`select uid from evse where location_id = ${places["AAA"]!}`,
  );
  expect(stored).toEqual([{ uid: "E1" }]);
});
