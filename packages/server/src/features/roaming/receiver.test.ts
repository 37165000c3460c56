import { charging, stations } from "@voltmarg/contract";
import { createOcpiClient } from "@voltmarg/ocpi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;
let driver: Driver;

beforeAll(async () => {
  world = await startHarness({
    locations: 0,
    operators: false,
    env: { PARTNER_CALLS_PER_SECOND: "5", PARTNER_CALLS_IN_RESERVE: "300" },
  });
  operator = await openPartner(world, "TST");
  driver = await world.signUp();
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const put = (id: string, more: object = {}) =>
  operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id, more));
const at = (minute: number) => `2026-11-20T06:${String(minute).padStart(2, "0")}:00Z`;
const read = async (path: string) => {
  const { status, data } = await operator.call("GET", `/locations/IN/TST/${path}`);
  return status === 200 ? (data as Record<string, unknown>) : status;
};

describe("locations, EVSEs and connectors", () => {
  test("can be read back after a push, whatever the case of the ids", async () => {
    await put("R");
    expect(await read("r")).toEqual(locationOf("R"));
    expect(await read("R/r-1")).toEqual(evseOf("R-1"));
    expect(await read("R/R-1/1")).toEqual(connectorOf());
    for (const path of ["NO", "R/NO", "R/R-1/NO"]) expect(await read(path)).toBe(404);
  });

  test("a PATCH of a location changes only its fields, not its EVSEs", async () => {
    await put("P");
    const patch = { name: "New name", opening_times: { twentyfourseven: true } };
    const answer = await operator.call("PATCH", "/locations/IN/TST/P", {
      ...patch,
      last_updated: at(31),
    });
    expect(answer.code).toBe(1000);
    expect(await read("P")).toEqual({ ...locationOf("P"), ...patch, last_updated: at(31) });
    const stale = await operator.call("PATCH", "/locations/IN/TST/P", {
      name: "Old name",
      last_updated: at(30),
    });
    expect(stale.code).toBe(1000);
    expect(await read("P")).toMatchObject({ name: "New name" });
  });

  test("a connector accepts PUT and PATCH, but no older update", async () => {
    await put("C");
    const path = "/locations/IN/TST/C/C-1";
    const second = connectorOf({ id: "2", standard: "CHADEMO", last_updated: at(31) });
    expect((await operator.call("PUT", `${path}/2`, second)).code).toBe(1000);
    const patched = { tariff_ids: ["T2"], last_updated: at(33) };
    expect((await operator.call("PATCH", `${path}/1`, patched)).code).toBe(1000);
    const late = { tariff_ids: ["T0"], last_updated: at(32) };
    expect((await operator.call("PATCH", `${path}/1`, late)).code).toBe(1000);
    expect(await read("C/C-1")).toMatchObject({
      last_updated: at(33),
      connectors: [
        { id: "1", tariff_ids: ["T2"] },
        { id: "2", standard: "CHADEMO" },
      ],
    });
    expect((await operator.call("PATCH", `${path}/9`, patched)).code).toBe(2003);
    expect((await operator.call("PUT", `${path.replace("C-1", "NO")}/2`, second)).code).toBe(2003);
  });

  test("after a PUT of an EVSE whose location is unknown the location is requested, and the EVSE stored", async () => {
    const evses = [evseOf("LATER-1"), evseOf("LATER-2")];
    operator.onGet = (path) =>
      path === "/locations/LATER" ? locationOf("LATER", { evses }) : undefined;
    const blocked = evseOf("LATER-2", { status: "BLOCKED", last_updated: at(59) });
    const answer = await operator.call("PUT", "/locations/IN/TST/LATER/LATER-2", blocked);
    operator.onGet = undefined;
    expect(answer.code).toBe(1000);
    expect(await read("LATER/LATER-2")).toMatchObject({ status: "BLOCKED" });
    expect(await read("LATER/LATER-1")).toMatchObject({ status: "AVAILABLE" });
  });

  test("after a PATCH of an unknown location the location is requested, with a limit on such requests", async () => {
    let asked = 0;
    operator.onGet = (path) => {
      asked++;
      return path === "/locations/EARLY" ? locationOf("EARLY") : undefined;
    };
    const patch = { status: "CHARGING", last_updated: at(31) };
    expect((await operator.call("PATCH", "/locations/IN/TST/EARLY/EARLY-1", patch)).code).toBe(
      1000,
    );
    expect(await read("EARLY/EARLY-1")).toMatchObject({ status: "CHARGING" });
    expect(asked).toBe(1);
    for (let i = 0; i < 60; i++)
      expect((await operator.call("PATCH", `/locations/IN/TST/NONE${i}/E`, patch)).code).toBe(2003);
    expect(asked).toBeLessThan(25 + 60 * 0.2);
    operator.onGet = undefined;
  });

  test("the uid of an EVSE is case-insensitive", async () => {
    await put("K");
    await operator.call(
      "PUT",
      "/locations/IN/TST/K/k-1",
      evseOf("k-1", { status: "BLOCKED", last_updated: at(31) }),
    );
    expect((await read("K")) as { evses: unknown[] }).toMatchObject({
      evses: [{ status: "BLOCKED" }],
    });
    expect(((await read("K")) as { evses: unknown[] }).evses).toHaveLength(1);
  });

  test("an update dated far in the future does not block correct later ones", async () => {
    await put("F");
    const path = "/locations/IN/TST/F/F-1";
    await operator.call("PATCH", path, {
      status: "CHARGING",
      last_updated: "2099-01-01T00:00:00Z",
    });
    expect(await read("F/F-1")).toMatchObject({ status: "CHARGING" });
    world.clock.advance(1_000);
    const last_updated = world.clock.now().toISOString();
    await operator.call("PATCH", path, { status: "AVAILABLE", last_updated });
    expect(await read("F/F-1")).toMatchObject({ status: "AVAILABLE" });
  });

  test("a removed EVSE is not shown to drivers", async () => {
    await put("G", { evses: [evseOf("G-1"), evseOf("G-2")] });
    await operator.call("PATCH", "/locations/IN/TST/G/G-2", {
      status: "REMOVED",
      last_updated: at(31),
    });
    const { body } = await world.call(stations.searchLocations, {
      token: driver.token,
      query: { latitude: 18.52, longitude: 73.85, distance: 10 },
    });
    const place = body.content.find(({ name }) => name === "Place G")!;
    expect(place.evses.map(({ uid }) => uid)).toEqual(["G-1"]);
  });
});

test("a tariff and a session can be read back as stored", async () => {
  expect((await operator.call("GET", "/tariffs/IN/TST/t1")).data).toEqual(tariffOf("T1"));
  expect((await operator.call("GET", "/tariffs/IN/TST/NO")).status).toBe(404);
  const path = "/sessions/IN/TST/told";
  expect((await operator.call("GET", path)).status).toBe(404);
  await operator.call("PUT", path, sessionOf("told"));
  expect((await operator.call("GET", path)).data).toEqual(sessionOf("told"));
  await operator.call(
    "PUT",
    path,
    sessionOf("told", { kwh: 9, last_updated: "2026-11-20T06:00:00Z" }),
  );
  expect((await operator.call("GET", path)).data).toEqual(sessionOf("told"));
});

describe("tokens", () => {
  const authorize = (uid: string, place?: object, type = "APP_USER") =>
    operator.call("POST", `/tokens/${encodeURIComponent(uid)}/authorize?type=${type}`, place);
  const here = { location_id: "A", evse_uids: ["A-1"] };
  const start = async (who: Driver) => {
    await put("A");
    const [row] = await rows(
      world.database.db,
      sql<{ id: string }>`select id from location where ocpi_id = 'A'`,
    );
    const { body } = await world.call(charging.startSession, {
      token: who.token,
      body: {
        location_id: row!.id,
        evse_uid: "A-1",
        connector_id: "1",
        estimation_info: { selectedMoney: 300 },
      },
    });
    await world.service.outbox.drain();
    return body.data.id;
  };

  test("are not listed: an operator learns of a driver by a start alone", async () => {
    await world.signUp();
    const all = await operator.call("GET", "/tokens");
    expect([all.data, all.headers.get("x-total-count")]).toEqual([[], "0"]);
  });

  test("an unknown token is a 404 with 2004, a request without a location a 2002", async () => {
    for (const [uid, type] of [
      ["nobody", "APP_USER"],
      [driver.id, "RFID"],
      ["%00", "APP_USER"],
    ] as const) {
      const answer = await authorize(uid, here, type);
      expect([answer.status, answer.code, answer.data]).toEqual([404, 2004, undefined]);
    }
    expect(await authorize(driver.id)).toMatchObject({ status: 200, code: 2002 });
  });

  test("a token is allowed where its own start is under way, with that start's reference", async () => {
    const rich = await world.signUp();
    await world.topUp(rich, 100_000);
    const before = await authorize(rich.id, here);
    expect(before.data).toMatchObject({ allowed: "NOT_ALLOWED" });
    const session = await start(rich);
    const allowed = await authorize(rich.id.toUpperCase(), here);
    expect(allowed.data).toMatchObject({
      allowed: "ALLOWED",
      authorization_reference: session,
      location: here,
    });
    expect((await authorize(rich.id, { location_id: "B" })).data).toMatchObject({
      allowed: "NOT_ALLOWED",
    });
    const remembered = await rows(
      world.database.db,
      sql<{ allowed: string; reference: string | null }>`
        select allowed, authorization_reference as reference from token_authorization
        where user_id = ${rich.id} order by allowed`,
    );
    expect(remembered).toEqual([
      { allowed: "ALLOWED", reference: session },
      { allowed: "NOT_ALLOWED", reference: null },
      { allowed: "NOT_ALLOWED", reference: null },
    ]);
  });

  test("the answer does not depend on the wallet; a closed account is BLOCKED", async () => {
    const [poor, rich] = [await world.signUp(), await world.signUp()];
    await world.topUp(rich, 100_000);
    const answers = [];
    for (const { id } of [poor, rich]) {
      const { token, ...answer } = (await authorize(id, here)).data as { token: object };
      expect(token).toMatchObject({ uid: id, valid: true });
      answers.push(answer);
    }
    expect(answers[0]).toMatchObject({ allowed: "NOT_ALLOWED" });
    expect(answers[1]).toEqual(answers[0]);
    await sql`update app_user set deactivated_at = ${world.clock.now()} where id = ${poor.id}`.execute(
      world.database.db,
    );
    expect((await authorize(poor.id, here)).data).toMatchObject({
      allowed: "BLOCKED",
      token: { valid: false },
    });
  });
});

describe("other commands", () => {
  const party = { country_code: "IN", party_id: "TST" };
  const order = (topic: string, payload: object) =>
    world.database.transact((tx) => world.service.outbox.enqueue(tx, topic, payload));

  test("an EVSE is reserved and released, and the results are stored", async () => {
    const about = { operatorId: operator.operatorId, party, userId: driver.id, sessionId: "res-1" };
    const place = { locationId: "A", evseUid: "A-1", expiresAt: "2026-11-20T07:00:00Z" };
    await order("roaming.command", {
      ...about,
      ...place,
      commandId: "secret-1",
      kind: "RESERVE_NOW",
    });
    await world.service.outbox.drain();
    const { kind, body } = operator.commands.at(-1)!;
    expect([kind, body.reservation_id, body.expiry_date, body.location_id]).toEqual([
      "RESERVE_NOW",
      "res-1",
      place.expiresAt,
      "A",
    ]);
    await order("roaming.command", {
      ...about,
      commandId: "secret-2",
      kind: "CANCEL_RESERVATION",
    });
    await world.service.outbox.drain();
    expect(operator.commands.at(-1)).toMatchObject({ kind: "CANCEL_RESERVATION" });
    const answer = await operator.call("POST", "/commands/CANCEL_RESERVATION/secret-2", {
      result: "CANCELED_RESERVATION",
    });
    expect(answer.code).toBe(1000);
    const remembered = await rows(
      world.database.db,
      sql`select kind, response, result from operator_command where session_id = 'res-1' order by id`,
    );
    expect(remembered).toEqual([
      { kind: "RESERVE_NOW", response: "ACCEPTED", result: null },
      { kind: "CANCEL_RESERVATION", response: "ACCEPTED", result: "CANCELED_RESERVATION" },
    ]);
  });

  test("charging preferences are sent only to an EVSE that supports them", async () => {
    await put("W", {
      evses: [evseOf("W-1", { capabilities: ["CHARGING_PREFERENCES_CAPABLE"] }), evseOf("W-2")],
    });
    const preferences = { profile_type: "GREEN", energy_need: 12 };
    const wish = (evseUid: string) =>
      order("roaming.preferences", {
        operatorId: operator.operatorId,
        party,
        locationId: "W",
        evseUid,
        sessionId: "ocpi-session",
        preferences,
      });
    const before = operator.commands.length;
    await wish("W-2");
    await world.service.outbox.drain();
    expect(operator.commands).toHaveLength(before);
    await wish("W-1");
    await world.service.outbox.drain();
    expect(operator.commands.at(-1)).toEqual({ kind: "ocpi-session", body: preferences });
  });
});

test("a session and a charge record that nobody can read are recorded before their refusal is answered", async () => {
  const recorded = async () => {
    const { rows: found } = await world.database.pool.query<{ at: Date | null; cdrs: number }>(
      `select sessions_unread_at as at, (select count(*)::int from quarantined_cdr where raw is not null) as cdrs
       from operator where id = $1`,
      [operator.operatorId],
    );
    return found[0]!;
  };
  const before = await recorded();
  world.clock.advance(1_000);
  expect((await operator.call("PUT", "/sessions/IN/TST/ODD", "garbage")).code).toBe(2000);
  expect((await recorded()).at).toEqual(world.clock.now());
  expect((await operator.call("POST", "/cdrs", { id: "ODD" })).code).toBe(2001);
  expect((await recorded()).cdrs).toBe(before.cdrs + 1);
});

test("tokens without Base64 (older OCPI) are accepted, and request ids are returned", async () => {
  const response = await fetch(`${world.url}/ocpi/2.2.1`, {
    headers: {
      authorization: `Token ${operator.token}`,
      "X-Request-ID": "request-1",
      "X-Correlation-ID": "correlation-1",
      "OCPI-from-party-id": "TST",
      "OCPI-from-country-code": "IN",
    },
  });
  const { data } = (await response.json()) as { data: { endpoints: object[] } };
  expect([
    response.headers.get("x-request-id"),
    response.headers.get("x-correlation-id"),
    response.headers.get("ocpi-to-party-id"),
  ]).toEqual(["request-1", "correlation-1", null]);
  expect(data.endpoints).toHaveLength(8);
});

test("drivers have no route to UNLOCK_CONNECTOR", () => {
  const client = createOcpiClient({
    transport: async () => ({ status: 200, headers: {}, body: "" }),
    token: "t",
    from: { country_code: "IN", party_id: "VMG" },
    newId: () => "1",
  });
  expect(Object.keys(client).filter((name) => /unlock/i.test(name))).toEqual([]);
  expect(world.service.routes.filter(({ path }) => /unlock/i.test(path))).toEqual([]);
});

test("bodies that are too large or too deep, and too many requests, are refused as OCPI responses", async () => {
  const large = await operator.call("POST", "/cdrs", `{"a":"${"x".repeat(6 * 1024 * 1024)}"}`);
  expect([large.status, large.code]).toEqual([413, 2000]);
  const deep = await operator.call("POST", "/cdrs", `${'{"a":'.repeat(200)}1${"}".repeat(200)}`);
  expect([deep.status, deep.code]).toEqual([400, 2000]);
  const flood = [];
  for (let i = 0; i < 400; i += 100)
    flood.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, () => operator.call("GET", "/tariffs/IN/TST/T1")),
      )),
    );
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.code).toBe(2000);
  expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  const other = await openPartner(world, "CLM");
  expect((await other.call("GET", "/tariffs/IN/CLM/NO")).status).toBe(404);
  await other.close();
});
