import { charging, stations, wallet, type Session } from "@voltmarg/contract";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  accountBalances,
  ledgerFaults,
  startHarness,
  START,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import {
  cdrOf,
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
let other: Partner;
let locationId: string;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  other = await openPartner(world, "ZZZ");
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
  await operator.call("PUT", "/locations/IN/TST/A", locationOf("A"));
  const [row] = await rows(world.database.db, sql<{ id: string }>`select id from location`);
  locationId = row!.id;
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  await other.close();
});
beforeEach(() => {
  // Every test begins at the same instant, so that expected figures are constants.
  world.clock.set(new Date(START));
  operator.shelf.sessions = [];
  operator.shelf.cdrs = [];
  operator.answer = { result: "ACCEPTED", timeout: 30 };
  operator.onGet = undefined;
});

type Charge = { driver: Driver; id: string; ocpiId: string; resultPath: string };

/** A driver with ₹1000 and a start that the operator accepted. */
async function ask(from = operator, place = locationId): Promise<Charge> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { body } = await world.call(charging.startSession, {
    body: {
      location_id: place,
      evse_uid: "A-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 500 },
    },
    token: driver.token,
  });
  await world.service.outbox.drain();
  const command = from.commands.at(-1)!;
  expect(command.body.authorization_reference).toBe(body.data.id);
  const resultPath = new URL(String(command.body.response_url)).pathname.replace(
    "/ocpi/emsp/2.2.1",
    "",
  );
  return { driver, id: body.data.id, ocpiId: `s-${body.data.id.slice(-8)}`, resultPath };
}
const told = (charge: Charge, more: object = {}) =>
  sessionOf(charge.ocpiId, { authorization_reference: charge.id, ...more });
const putSession = (charge: Charge, more: object = {}) =>
  operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, told(charge, more));
const record = (charge: Charge, id: string, more: object = {}) =>
  cdrOf(id, { session_id: charge.ocpiId, authorization_reference: charge.id, ...more });
const latest = async ({ driver }: Charge): Promise<Session> =>
  (
    await world.call(charging.latestSession, {
      params: { userId: driver.id },
      token: driver.token,
    })
  ).body.data!;
const balance = async ({ driver }: Charge) =>
  (await world.call(wallet.getWallet, { params: { userId: driver.id }, token: driver.token })).body
    .data;
const bills = async ({ driver }: Charge) =>
  (await world.call(charging.searchCdrs, { params: { userId: driver.id }, token: driver.token }))
    .body.content;
/** A running session, pushed by the operator ten seconds after the start. */
async function running(): Promise<Charge> {
  const charge = await ask();
  world.clock.advance(10_000);
  expect((await putSession(charge)).code).toBe(1000);
  return charge;
}

describe("authentication and parties", () => {
  const path = "/locations/IN/TST/A";

  test.each([
    ["no token", ""],
    ["garbage", "Token ???"],
    ["Bearer instead of Token", "Bearer x"],
    ["an unknown token", `Token ${Buffer.from("nobody").toString("base64")}`],
    ["an empty token", "Token "],
    ["Basic instead of Token", "Basic eDp5"],
  ])("%s is a 401 everywhere, also at unknown paths", async (_name, authorization) => {
    for (const where of [path, "/cdrs", "/nowhere", "/../versions"]) {
      const answer = await operator.call("PUT", where, locationOf("A"), { authorization });
      expect([answer.status, answer.code]).toEqual([401, 2000]);
      expect(answer.headers.get("www-authenticate")).toBe("Token");
    }
  });

  test("a driver's token is refused by OCPI, and a partner's token by the app's routes", async () => {
    const driver = await world.signUp();
    const asDriver = await operator.call("PUT", path, locationOf("A"), {
      authorization: `Token ${driver.token}`,
    });
    expect(asDriver.status).toBe(401);
    const asPartner = await world.refused(charging.latestSession, {
      params: { userId: driver.id },
      token: operator.token,
    });
    expect(asPartner.status).toBe(401);
  });

  test("a partner that has not finished its registration has no access", async () => {
    const fresh = await openPartner(world, "NEW");
    await sql`update operator set registered_at = null, pending_token_hash = our_token_hash, our_token_hash = null
              where id = ${fresh.operatorId}`.execute(world.database.db);
    const answer = await fresh.call("PUT", "/locations/IN/NEW/A", locationOf("A", fresh.party));
    expect(answer.status).toBe(401);
    await fresh.close();
  });

  test("no partner can write for another's party, by path or by body", async () => {
    const count = async () =>
      rows(world.database.db, sql`select ocpi_id, party_id, name from location order by 1, 2`);
    const before = await count();
    const theirs = locationOf("A", { name: "Taken over", last_updated: "2027-01-01T00:00:00Z" });
    const attempts = [
      await other.call("PUT", path, theirs),
      await other.call("PUT", "/locations/IN/ZZZ/A", theirs),
      await other.call("PUT", "/locations/NL/ZZZ/A", { ...theirs, country_code: "NL" }),
      await other.call("PATCH", `${path}/A-1`, {
        status: "OUTOFORDER",
        last_updated: "2027-01-01T00:00:00Z",
      }),
      await other.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1")),
      await other.call("DELETE", "/tariffs/IN/TST/T1"),
      await other.call("POST", "/cdrs", cdrOf("foreign")),
    ];
    for (const { status, code } of attempts) {
      expect(status === 404 || (status === 200 && code === 2001)).toBe(true);
    }
    expect(await count()).toEqual(before);
    expect((await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"))).code).toBe(1000);
  });
});

describe("unreadable requests", () => {
  test.each([
    ["broken", "{"],
    ["too deep", "[".repeat(40) + "]".repeat(40)],
    ["text", "hello"],
  ])("a body that is %s is a 400", async (_name, body) => {
    for (const where of ["/locations/IN/TST/A", "/sessions/IN/TST/S"]) {
      const answer = await operator.call("PUT", where, body);
      expect([answer.status, answer.code]).toEqual([400, 2000]);
    }
  });

  test.each([
    ["PUT", "/locations/IN/TST/A", {}, /coordinates/],
    ["PUT", "/locations/IN/TST/A", locationOf("B"), /id differs/],
    ["PUT", "/locations/IN/TST/A", locationOf("A", { party_id: "XXX" }), /party_id differs/],
    [
      "PUT",
      "/locations/IN/TST/A",
      locationOf("A", { coordinates: { latitude: "91.0", longitude: "0" } }),
      /coordinates/,
    ],
    ["PUT", "/locations/IN/TST/A/A-1", evseOf("A-2"), /uid differs/],
    ["PATCH", "/locations/IN/TST/A/A-1", [], /object/],
    ["PUT", "/tariffs/IN/TST/T1", tariffOf("T1", { elements: "none" }), /elements/],
    ["PUT", "/sessions/IN/TST/S", sessionOf("S", { id: {} }), /id/],
    ["POST", "/cdrs", cdrOf("C", { total_cost: "three" }), /total_cost/],
    ["POST", "/cdrs", null, /expected/],
  ])("%s %s with wrong fields is a 2001 that names them", async (method, where, body, named) => {
    const answer = await operator.call(method, where, body);
    expect([answer.status, answer.code]).toEqual([200, 2001]);
    expect(answer.message).toMatch(named);
  });

  test("unknown fields and unknown values of open enums are accepted", async () => {
    const answer = await operator.call("PUT", "/locations/IN/TST/X", {
      ...locationOf("X", { publish: false, facilities: ["ROCKET_PAD"] }),
      from_the_future: { yes: true },
    });
    expect(answer.code).toBe(1000);
  });

  test("an unknown location or EVSE is a 2003, an unknown path a 404, another method a 405", async () => {
    const patch = { status: "AVAILABLE", last_updated: "2026-11-20T06:30:00Z" };
    const codeOf = async (method: string, where: string, body?: unknown) => {
      const { status, code } = await operator.call(method, where, body);
      return [status, code];
    };
    expect(await codeOf("PUT", "/locations/IN/TST/NONE/E", evseOf("E"))).toEqual([200, 2003]);
    expect(await codeOf("PATCH", "/locations/IN/TST/NONE/E", patch)).toEqual([200, 2003]);
    expect(await codeOf("PATCH", "/locations/IN/TST/A/NONE", patch)).toEqual([200, 2003]);
    expect(await codeOf("DELETE", "/tariffs/IN/TST/NONE")).toEqual([404, 2000]);
    expect(await codeOf("GET", "/cdrs/NONE")).toEqual([404, 2000]);
    expect(await codeOf("GET", "/nowhere")).toEqual([404, 2000]);
    expect(await codeOf("DELETE", "/cdrs")).toEqual([405, 2000]);
  });
});

describe("sessions", () => {
  test("[S-2] a PUT starts the session, PATCHes update it", async () => {
    const charge = await running();
    expect(await latest(charge)).toMatchObject({ status: "ACTIVE", step: "STARTED" });
    world.clock.advance(60_000);
    const patched = await operator.call("PATCH", `/sessions/IN/TST/${charge.ocpiId}`, {
      kwh: 1,
      charging_periods: [
        {
          start_date_time: "2026-11-20T06:30:10Z",
          dimensions: [
            { type: "ENERGY", volume: 1 },
            { type: "TIME", volume: 1 / 60 },
          ],
        },
      ],
      last_updated: "2026-11-20T06:31:10Z",
    });
    expect(patched.code).toBe(1000);
    expect(await latest(charge)).toMatchObject({
      step: "FLOWING",
      kwh: 1,
      cost_minor: 2_360,
      power_kw: 60,
    });
  });

  test("a stale push is accepted and changes nothing", async () => {
    const charge = await running();
    await putSession(charge, { kwh: 2, last_updated: "2026-11-20T06:31:10Z" });
    for (const more of [
      { kwh: 1, last_updated: "2026-11-20T06:31:09Z" },
      { kwh: 0, status: "COMPLETED", last_updated: "2026-11-20T06:30:30Z" },
      { kwh: 0, status: "INVALID", last_updated: "2026-11-20T06:30:30Z" },
    ]) {
      expect((await putSession(charge, more)).code).toBe(1000);
    }
    expect(await latest(charge)).toMatchObject({ status: "ACTIVE", kwh: 2 });
  });

  test("an ended session never becomes active again", async () => {
    const charge = await running();
    const over = { kwh: 3, status: "COMPLETED", end_date_time: "2026-11-20T06:34:00Z" };
    await putSession(charge, { ...over, last_updated: "2026-11-20T06:34:00Z" });
    await putSession(charge, { kwh: 9, last_updated: "2026-11-20T06:35:00Z" });
    expect(await latest(charge)).toMatchObject({ status: "COMPLETED", step: "ENDED", kwh: 3 });
  });

  test("after a PATCH of an unknown session it is pulled, and the PATCH is applied", async () => {
    const charge = await ask();
    world.clock.advance(20_000);
    const last_updated = "2026-11-20T06:30:15Z";
    // What changed since the date that it is asked for.
    operator.onGet = (path, query) =>
      path === "/sessions" && new URLSearchParams(query).get("date_from")! <= last_updated
        ? [told(charge, { kwh: 0.2, last_updated })]
        : [];
    const patch = { kwh: 0.3, last_updated: "2026-11-20T06:30:20Z" };
    const answer = await operator.call("PATCH", `/sessions/IN/TST/${charge.ocpiId}`, patch);
    expect([answer.status, answer.code]).toEqual([200, 1000]);
    expect(await latest(charge)).toMatchObject({ status: "ACTIVE", kwh: 0.3 });

    const unknown = await operator.call("PATCH", "/sessions/IN/TST/of-nobody", patch);
    expect(unknown.status).toBe(404);
  });

  test("is kept for ninety days after its last update", async () => {
    const { ocpiId } = await running();
    const codeAfter = async (days: number) => {
      world.clock.advance(days * 24 * 3_600_000);
      await world.service.askDueSyncs();
      return (await operator.call("GET", `/sessions/IN/TST/${ocpiId}`)).code;
    };
    expect(await codeAfter(89)).toBe(1000);
    // By the day, of which the last may be kept a day longer.
    expect(await codeAfter(3)).toBe(2000);
  });

  test("an operator cannot change another operator's session, nor an unknown one", async () => {
    const charge = await running();
    const before = await latest(charge);
    const foreign = {
      ...told(charge, { kwh: 50, last_updated: "2026-11-20T06:39:00Z" }),
      ...other.party,
    };
    await other.call("PUT", `/sessions/IN/ZZZ/${charge.ocpiId}`, foreign);
    await other.call("PATCH", `/sessions/IN/ZZZ/${charge.ocpiId}`, foreign);
    await operator.call("PUT", "/sessions/IN/TST/stray", sessionOf("stray"));
    expect(await latest(charge)).toEqual(before);
  });

  test("a second session with the same authorization does not replace the first", async () => {
    const charge = await running();
    const second = told(charge, {
      id: "another",
      kwh: 40,
      last_updated: "2026-11-20T06:39:00Z",
    });
    expect((await operator.call("PUT", "/sessions/IN/TST/another", second)).code).toBe(1000);
    expect(await latest(charge)).toMatchObject({ kwh: 0 });
    await world.drain();
    const stopped = operator.commands.filter(({ body }) => body.session_id === "another");
    expect(stopped).toMatchObject([{ kind: "STOP_SESSION" }]);
  });

  test("[S-2] implausible figures are ignored, the rest of the update is used", async () => {
    const charge = await running();
    const commands = operator.commands.length;
    world.clock.advance(60_000);
    const period = (type: string, volume: number, more = {}) => ({
      charging_periods: [
        { start_date_time: "2026-11-20T06:30:10Z", dimensions: [{ type, volume }], ...more },
      ],
    });
    const wrong = [
      { kwh: 800 },
      { kwh: -1 },
      period("ENERGY", 800),
      period("ENERGY", -1),
      period("TIME", 1_800),
      period("POWER", 60_000),
      period("STATE_OF_CHARGE", 140),
      period("ENERGY", 0.1, { start_date_time: "1970-01-01T00:00:00Z" }),
      { start_date_time: "2020-01-01T00:00:00Z" },
      { end_date_time: "2026-11-20T06:00:00Z" },
    ];
    for (const [second, figures] of wrong.entries()) {
      const last_updated = `2026-11-20T06:31:${10 + second}Z`;
      const { code } = await putSession(charge, { kwh: 0.5, ...figures, last_updated });
      expect(code).toBe(1000);
    }
    expect(await latest(charge)).toMatchObject({
      status: "ACTIVE",
      kwh: 0.5,
      start_date_time: "2026-11-20T06:30:10.000Z",
      end_date_time: null,
      curve: [],
      state_of_charge: null,
    });
    await putSession(charge, { kwh: 0.9, last_updated: "2026-11-20T06:31:30Z" });
    expect((await latest(charge)).kwh).toBe(0.9);
    await world.service.outbox.drain();
    expect(operator.commands).toHaveLength(commands);
  });

  test("[S-1] a session that the operator invalidates releases its hold and is never billed", async () => {
    const charge = await running();
    await putSession(charge, { status: "INVALID", last_updated: "2026-11-20T06:31:00Z" });
    expect(await latest(charge)).toMatchObject({
      status: "INVALID",
      hold: { status: "RELEASED" },
    });
    expect(await balance(charge)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
    await operator.call("POST", "/cdrs", record(charge, `w-${charge.ocpiId}`));
    expect(await bills(charge)).toEqual([]);
    expect(await balance(charge)).toMatchObject({ balance_minor: 100_000 });
  });
});

describe("CDRs", () => {
  /** An ended session of half an hour at 20 kW: ₹236 for 10 kWh. */
  async function ended(): Promise<Charge> {
    const charge = await running();
    world.clock.set(new Date("2026-11-20T07:00:15Z"));
    await putSession(charge, {
      kwh: 10,
      status: "COMPLETED",
      end_date_time: "2026-11-20T07:00:10Z",
      charging_periods: cdrOf("x").charging_periods,
      last_updated: "2026-11-20T07:00:10Z",
    });
    charge.driver = { ...charge.driver, ...(await refreshed(charge.driver)) };
    return charge;
  }
  async function refreshed(driver: Driver) {
    const url = `${world.url}/auth/oauth/token?grant_type=refresh_token&refresh_token=${encodeURIComponent(driver.refresh)}`;
    const tokens = (await (await fetch(url, { method: "POST" })).json()) as {
      access_token: string;
      refresh_token: string;
    };
    return { token: tokens.access_token, refresh: tokens.refresh_token };
  }
  const post = (cdr: object, from = operator) => from.call("POST", "/cdrs", cdr);
  const setAside = async (ocpiId: string) =>
    (
      await rows(
        world.database.db,
        sql<{ reason: string }>`select reason from quarantined_cdr where ocpi_id = ${ocpiId}`,
      )
    )[0]?.reason;

  test("[B-3] a CDR is billed once; when repeated, the answer has the same Location header", async () => {
    const charge = await ended();
    const cdr = record(charge, `c-${charge.ocpiId}`);
    const first = await post(cdr);
    expect([first.status, first.code]).toEqual([201, 1000]);
    const location = first.headers.get("location")!;
    const again = await Promise.all(Array.from({ length: 20 }, () => post(cdr)));
    for (const answer of again) {
      expect([answer.code, answer.headers.get("location")]).toEqual([1000, location]);
    }
    expect((await bills(charge)).map((bill) => bill.amount_minor)).toEqual([23_600]);
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400, held_minor: 0 });
    expect(await accountBalances(world, charge.driver.id)).toMatchObject({
      wallet: 76_400n,
      held: 0n,
    });
    const path = new URL(location).pathname.replace("/ocpi/emsp/2.2.1", "");
    expect((await operator.call("GET", path)).data).toMatchObject({ id: cdr.id });
    expect((await other.call("GET", path)).status).toBe(404);
  });

  test("[B-3] twenty equal CDRs at once make one bill", async () => {
    const charge = await ended();
    const cdr = record(charge, `p-${charge.ocpiId}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(cdr)));
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1000]));
    expect(await bills(charge)).toHaveLength(1);
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400 });
  });

  test("[B-3] a different CDR with a known id is refused and not billed", async () => {
    const charge = await ended();
    const cdr = record(charge, `d-${charge.ocpiId}`);
    await post(cdr);
    const changed = await post({ ...cdr, total_cost: { excl_vat: 400, incl_vat: 472 } });
    expect([changed.status, changed.code]).toEqual([200, 2001]);
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400 });
  });

  test("[B-3] a second CDR for a billed session, with a new id, is quarantined", async () => {
    const charge = await ended();
    await post(record(charge, `e-${charge.ocpiId}`));
    await post(record(charge, `f-${charge.ocpiId}`));
    expect(await setAside(`f-${charge.ocpiId}`)).toBe("the session has a bill already");
    expect(await bills(charge)).toHaveLength(1);
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400 });
  });

  test.each([
    ["Wh instead of kWh", { total_energy: 10_000 }, /periods add up/],
    [
      "Wh everywhere",
      {
        total_energy: 10_000,
        charging_periods: [
          {
            start_date_time: "2026-11-20T06:30:10Z",
            dimensions: [{ type: "ENERGY", volume: 10_000 }],
          },
        ],
      },
      /more than the plug can give/,
    ],
    ["another currency", { currency: "EUR" }, /currency EUR/],
    ["an absurd cost", { total_cost: { excl_vat: 1e12, incl_vat: 1e12 } }, /a total of/],
    ["less with tax than without", { total_cost: { excl_vat: 9, incl_vat: 3 } }, /a total of/],
    ["a negative cost", { total_cost: { excl_vat: -1, incl_vat: -1 } }, /negative/],
    ["an end before its start", { end_date_time: "2026-11-20T06:00:00Z" }, /ends before/],
  ])(
    "[B-3] a CDR with %s is quarantined, not billed, and can be read by GET",
    async (name, wrong, why) => {
      const charge = await ended();
      const id = `q-${name.length}-${charge.ocpiId}`;
      const answer = await post(record(charge, id, wrong));
      expect([answer.status, answer.code]).toEqual([201, 1000]);
      expect(await setAside(id)).toMatch(why);
      expect(await bills(charge)).toEqual([]);
      expect((await balance(charge)).balance_minor).toBe(100_000);
      const path = new URL(answer.headers.get("location")!).pathname;
      const read = await operator.call("GET", path.replace("/ocpi/emsp/2.2.1", ""));
      expect(read.data).toMatchObject({ id });
      // A correct CDR, sent afterwards with another id, is billed.
      await post(record(charge, `r-${id}`));
      expect(await bills(charge)).toHaveLength(1);
    },
  );

  test("a CDR for another operator's session, or an unknown one, bills nobody", async () => {
    const charge = await ended();
    const foreign = { ...record(charge, `z-${charge.ocpiId}`), ...other.party };
    await post(foreign, other);
    expect(await setAside(`z-${charge.ocpiId}`)).toBe("the session belongs to another operator");
    await post(cdrOf(`n-${charge.ocpiId}`, { authorization_reference: "ses_of_nobody" }));
    expect(await setAside(`n-${charge.ocpiId}`)).toBe("no session of ours");
    expect(await bills(charge)).toEqual([]);
  });

  test("a CDR of another operator's party in a pull is not accepted", async () => {
    const charge = await ended();
    await other.call("PUT", "/tariffs/IN/ZZZ/T1", tariffOf("T1", other.party));
    await other.call("PUT", "/locations/IN/ZZZ/A", locationOf("A", other.party));
    const [place] = await rows(
      world.database.db,
      sql<{ id: string }>`select id from location where party_id = 'ZZZ'`,
    );
    const theirs = await ask(other, place!.id);
    await other.call("PUT", `/sessions/IN/ZZZ/${theirs.ocpiId}`, {
      ...told(theirs, { status: "COMPLETED", end_date_time: "2026-11-20T07:00:15Z" }),
      ...other.party,
    });
    const cdr = record(charge, `y-${charge.ocpiId}`);
    other.shelf.cdrs = [{ ...cdr, total_cost: { excl_vat: 900, incl_vat: 1_062 } }];
    await world.pass(10, 5);
    expect(await bills(charge)).toEqual([]);
    expect((await post(cdr)).status).toBe(201);
    expect((await bills(charge)).map((bill) => bill.amount_minor)).toEqual([23_600]);
  });

  test("[E-4] a CDR that costs more than the agreed price is billed at the agreed price", async () => {
    const charge = await ended();
    await post(
      record(charge, `m-${charge.ocpiId}`, { total_cost: { excl_vat: 300, incl_vat: 354 } }),
    );
    const [bill] = await bills(charge);
    expect(bill).toMatchObject({
      amount_minor: 23_600,
      dispute: { asked_minor: 35_400, checked_minor: 23_600 },
    });
    expect(bill!.net_minor + bill!.gst_minor).toBe(bill!.amount_minor);
    expect(bill!.cgst_minor + bill!.sgst_minor).toBe(bill!.gst_minor);
  });

  test("[B-3] a CDR that comes before any session update is billed", async () => {
    const charge = await ask();
    world.clock.set(new Date("2026-11-20T07:00:15Z"));
    charge.driver = { ...charge.driver, ...(await refreshed(charge.driver)) };
    await post(record(charge, `l-${charge.ocpiId}`));
    await world.drain();
    expect(await latest(charge)).toMatchObject({ status: "COMPLETED", step: "BILLED" });
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400, held_minor: 0 });
  });
});

describe("results of commands", () => {
  const answer = (path: string, result: string, from = operator) =>
    from.call("POST", path, { result });

  test("[S-1] a refusal ends the start and releases the hold, once", async () => {
    const charge = await ask();
    expect((await latest(charge)).hold).toMatchObject({ status: "HELD" });
    for (let i = 0; i < 3; i++) {
      expect((await answer(charge.resultPath, "EVSE_OCCUPIED")).code).toBe(1000);
    }
    expect(await latest(charge)).toMatchObject({
      status: "FAILED",
      failure: { code: "OCCUPIED", not_charged: true },
      hold: { status: "RELEASED" },
    });
    expect(await balance(charge)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
  });

  test("the first result counts, a later different one does not", async () => {
    const charge = await ask();
    await answer(charge.resultPath, "ACCEPTED");
    expect((await answer(charge.resultPath, "REJECTED")).code).toBe(1000);
    expect(await latest(charge)).toMatchObject({ status: "PENDING", step: "ACCEPTED" });
  });

  test("a refusal after the session has begun does not end it", async () => {
    const charge = await running();
    await answer(charge.resultPath, "FAILED");
    expect(await latest(charge)).toMatchObject({ status: "ACTIVE" });
  });

  test("a result with an unknown id, another command or from another operator is a 404 and changes nothing", async () => {
    const charge = await ask();
    const before = await latest(charge);
    for (const wrong of [
      await answer("/commands/START_SESSION/unknown", "REJECTED"),
      await answer(charge.resultPath.replace("START", "STOP"), "REJECTED"),
      await answer(charge.resultPath, "REJECTED", other),
      await answer(charge.resultPath.replace("START_SESSION", "MAKE_COFFEE"), "REJECTED"),
    ]) {
      expect(wrong.status).toBe(404);
    }
    const nonsense = await operator.call("POST", charge.resultPath, { result: 7 });
    expect(nonsense.code).toBe(2001);
    expect(await latest(charge)).toEqual(before);
  });

  test("[S-1] a command the operator refuses at once ends the start, and is sent only once", async () => {
    operator.answer = { result: "REJECTED", timeout: 0 };
    const count = operator.commands.length;
    const charge = await ask();
    expect(await latest(charge)).toMatchObject({ failure: { code: "REJECTED" } });
    await world.drain();
    expect(operator.commands).toHaveLength(count + 1);
    expect(await balance(charge)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
  });
});

describe("messages in any order", () => {
  test("[B-3] messages that come late, twice or in another order end in the same bill", async () => {
    const under = [0, 2, 4, 6, 8].map((kwh) => ({
      kwh,
      status: "ACTIVE",
      last_updated: `2026-11-20T06:3${kwh / 2}:10Z`,
    }));
    const over = {
      kwh: 10,
      status: "COMPLETED",
      end_date_time: "2026-11-20T07:00:10Z",
      last_updated: "2026-11-20T07:00:10Z",
    };
    const news = fc.shuffledSubarray([...under, ...under, over, over, "cdr", "cdr"] as const, {
      minLength: 14,
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(news, async (order) => {
        world.clock.set(new Date(START));
        const charge = await ask();
        const cdr = record(charge, `order-${run++}-${charge.ocpiId}`);
        // All messages come after the session's end; the driver's token is still valid then.
        world.clock.set(new Date("2026-11-20T07:00:20Z"));
        for (const each of order) {
          world.clock.advance(1_000);
          const { code } =
            each === "cdr"
              ? await operator.call("POST", "/cdrs", cdr)
              : await putSession(charge, each);
          expect(code).toBe(1000);
        }
        // A CDR that came before the end is billed by the session's watch.
        world.clock.advance(10_000);
        await world.drain();
        world.clock.set(new Date(START));
        expect(await latest(charge)).toMatchObject({
          status: "COMPLETED",
          step: "BILLED",
          kwh: 10,
          cost_minor: 23_600,
          end_date_time: "2026-11-20T07:00:10.000Z",
          hold: { status: "CAPTURED" },
        });
        expect(await bills(charge)).toHaveLength(1);
        expect(await balance(charge)).toMatchObject({ balance_minor: 76_400, held_minor: 0 });
      }),
      { numRuns: 15 },
    );
    expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  });

  const text = fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0",
    "\ud800",
    "%",
    "../..",
    "x".repeat(300),
    "9e99",
  );
  const junk: fc.Arbitrary<unknown> = fc.oneof(
    text,
    fc.constantFrom(null, true, -1, 0, 1e308, -1e308, 5e-324, 2 ** 53, [], {}, [null], [[]]),
    fc.constantFrom("1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-02-31T00:00:00Z"),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const leaves = (value: unknown, path: string[] = []): string[][] =>
    typeof value === "object" && value !== null && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]))
      : [path];
  const replace = (value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown => {
    if (name === undefined) return by;
    const copy: Record<string, unknown> = Array.isArray(value)
      ? ([...value] as never)
      : { ...(value as object) };
    copy[name] = replace(copy[name], rest, by);
    return copy;
  };
  const nearly = (body: object): fc.Arbitrary<object> =>
    fc
      .tuple(fc.constantFrom(...leaves(body)), junk)
      .map(([at, by]) => replace(body, at, by) as object);

  test("random messages break nothing and change no other operator's locations", async () => {
    const charge = await running();
    // The other operator sends them: whatever is accepted is its own.
    const zed = <T extends object>(object: T) => ({ ...object, ...other.party });
    const right: [string, string, object][] = [
      ["PUT", "/locations/IN/ZZZ/N", zed(locationOf("N"))],
      ["PUT", "/locations/IN/ZZZ/N/N-1", evseOf("N-1")],
      [
        "PATCH",
        "/locations/IN/ZZZ/N/N-1",
        { status: "BLOCKED", last_updated: "2026-11-21T00:00:00Z" },
      ],
      ["PUT", "/tariffs/IN/ZZZ/T9", zed(tariffOf("T9"))],
      ["DELETE", "/tariffs/IN/ZZZ/T9", {}],
      ["PUT", `/sessions/IN/ZZZ/${charge.ocpiId}`, zed(told(charge))],
      ["PATCH", `/sessions/IN/ZZZ/${charge.ocpiId}`, zed(told(charge))],
      ["POST", "/cdrs", zed(record(charge, "nonsense"))],
      ["POST", charge.resultPath, { result: "REJECTED" }],
      ["GET", "/cdrs/N", {}],
    ];
    const before = [
      await latest(charge),
      await rows(world.database.db, sql`select * from location where party_id = 'TST' order by id`),
      await rows(world.database.db, sql`select * from tariff where party_id = 'TST' order by id`),
    ];
    for (const [method, path, body] of right) {
      const places = path.split("/").slice(1);
      const address = fc
        .tuple(fc.nat({ max: places.length - 1 }), text)
        .map(
          ([at, word]) => `/${places.with(at, encodeURIComponent(word.toWellFormed())).join("/")}`,
        );
      const wrong = fc.oneof(
        { weight: 4, arbitrary: nearly(body).map((wild) => [path, wild] as const) },
        address.map((where) => [where, body] as const),
      );
      await fc.assert(
        fc.asyncProperty(wrong, async ([where, sent]) => {
          const { status, code } = await other.call(
            method,
            where,
            method === "GET" ? undefined : sent,
          );
          expect([where, status < 500, code >= 3000]).toEqual([where, true, false]);
        }),
        { numRuns: 40 },
      );
    }
    expect([
      await latest(charge),
      await rows(world.database.db, sql`select * from location where party_id = 'TST' order by id`),
      await rows(world.database.db, sql`select * from tariff where party_id = 'TST' order by id`),
    ]).toEqual(before);
    // Drivers still find the locations.
    const { body: found } = await world.call(stations.searchLocations, {
      token: charge.driver.token,
    });
    expect(found.content.map(({ name }) => name)).toContain("Place A");
  });

  test("[B-3] random messages about a session by its operator break nothing and bill no more than the agreed price", async () => {
    const whole = sessionOf("?", { kwh: 1, charging_periods: cdrOf("?").charging_periods });
    await fc.assert(
      fc.asyncProperty(nearly(whole), nearly(cdrOf("?")), async (session, cdr) => {
        world.clock.set(new Date(START));
        const charge = await running();
        const name = {
          id: charge.ocpiId,
          authorization_reference: charge.id,
          last_updated: "2026-11-20T06:31:00Z",
        };
        const path = `/sessions/IN/TST/${charge.ocpiId}`;
        const answers = [
          await operator.call("PUT", path, { ...session, ...name }),
          await operator.call("PATCH", path, { ...session, ...name }),
          await operator.call("POST", "/cdrs", { ...cdr, ...name, session_id: charge.ocpiId }),
        ];
        expect(answers.map(({ status, code }) => status < 500 && code < 3000)).toEqual([
          true,
          true,
          true,
        ]);
        await latest(charge);
        for (const { amount_minor } of await bills(charge)) {
          expect(amount_minor).toBeGreaterThanOrEqual(0);
          expect(amount_minor).toBeLessThanOrEqual(100_000);
        }
      }),
      { numRuns: 20 },
    );
    expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  });
});
