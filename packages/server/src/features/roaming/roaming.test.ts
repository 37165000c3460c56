import { charging, wallet, type Session } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  accountBalances,
  startHarness,
  START,
  type Driver,
  type Harness,
} from "../../../test/harness.ts";
import {
  cdrOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "../../../test/partner.ts";
import { rows, sql } from "../../platform/database.ts";

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
  // Every test begins at the same instant, so that its figures can be written down.
  world.clock.set(new Date(START));
  operator.shelf.sessions = [];
  operator.shelf.cdrs = [];
  operator.answer = { result: "ACCEPTED", timeout: 30 };
});

type Charge = { driver: Driver; id: string; ocpiId: string; resultPath: string };

/** A driver with ₹1000 who has asked for a charge that the operator accepted. */
async function ask(): Promise<Charge> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { body } = await world.call(charging.startSession, {
    body: {
      location_id: locationId,
      evse_uid: "A-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 500 },
    },
    token: driver.token,
  });
  await world.service.outbox.drain();
  const command = operator.commands.at(-1)!;
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
/** A charge that runs, told by the operator ten seconds after it was asked for. */
async function running(): Promise<Charge> {
  const charge = await ask();
  world.clock.advance(10_000);
  expect((await putSession(charge)).code).toBe(1000);
  return charge;
}

describe("who may speak", () => {
  const path = "/locations/IN/TST/A";

  test.each([
    ["no token", ""],
    ["garbage", "Token ???"],
    ["a bearer", "Bearer x"],
    ["an unknown token", `Token ${Buffer.from("nobody").toString("base64")}`],
    ["an empty one", "Token "],
    ["a basic one", "Basic eDp5"],
  ])("%s is a 401 everywhere, even where nothing is", async (_name, authorization) => {
    for (const where of [path, "/cdrs", "/nowhere", "/../versions"]) {
      const answer = await operator.call("PUT", where, locationOf("A"), { authorization });
      expect([answer.status, answer.code]).toEqual([401, 2000]);
      expect(answer.headers.get("www-authenticate")).toBe("Token");
    }
  });

  test("a driver's token opens nothing here, nor a partner's token anything there", async () => {
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

  test("a partner that has not finished its registration may do nothing yet", async () => {
    const fresh = await openPartner(world, "NEW");
    await sql`update operator set registered_at = null, pending_token_hash = our_token_hash, our_token_hash = null
              where id = ${fresh.operatorId}`.execute(world.database.db);
    const answer = await fresh.call("PUT", "/locations/IN/NEW/A", locationOf("A", fresh.party));
    expect(answer.status).toBe(401);
    await fresh.close();
  });

  test("nobody writes under another party, by address or by body", async () => {
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

describe("what cannot be read", () => {
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
    ["PUT", "/locations/IN/TST/A", {}, /id/],
    ["PUT", "/locations/IN/TST/A", locationOf("B"), /id differs/],
    ["PUT", "/locations/IN/TST/A", locationOf("A", { party_id: "XXX" }), /party_id differs/],
    [
      "PUT",
      "/locations/IN/TST/A",
      locationOf("A", { coordinates: { latitude: "91.0", longitude: "0" } }),
      /coordinates/,
    ],
    ["PUT", "/locations/IN/TST/A/A-1", evseOf("A-2"), /uid differs/],
    ["PATCH", "/locations/IN/TST/A/A-1", { status: "AVAILABLE" }, /last_updated/],
    ["PUT", "/tariffs/IN/TST/T1", tariffOf("T1", { elements: "none" }), /elements/],
    ["PUT", "/sessions/IN/TST/S", sessionOf("S", { kwh: "3" }), /kwh/],
    ["POST", "/cdrs", cdrOf("C", { total_cost: 3 }), /total_cost/],
    ["POST", "/cdrs", null, /expected/],
  ])("%s %s with wrong fields is a 2001 that names them", async (method, where, body, named) => {
    const answer = await operator.call(method, where, body);
    expect([answer.status, answer.code]).toEqual([200, 2001]);
    expect(answer.message).toMatch(named);
  });

  test("unknown fields and values of lists that grow are taken", async () => {
    const answer = await operator.call("PUT", "/locations/IN/TST/X", {
      ...locationOf("X", { publish: false, facilities: ["ROCKET_PAD"] }),
      from_the_future: { yes: true },
    });
    expect(answer.code).toBe(1000);
  });

  test("an unknown location or EVSE is a 2003, an unknown address a 404, another method a 405", async () => {
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
  test("[S-2] a PUT opens the charge, PATCHes carry it on", async () => {
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

  test("a stale push is taken and changes nothing", async () => {
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

  test("one that is over never opens again", async () => {
    const charge = await running();
    const over = { kwh: 3, status: "COMPLETED", end_date_time: "2026-11-20T06:40:00Z" };
    await putSession(charge, { ...over, last_updated: "2026-11-20T06:40:00Z" });
    await putSession(charge, { kwh: 9, last_updated: "2026-11-20T06:50:00Z" });
    expect(await latest(charge)).toMatchObject({ status: "COMPLETED", step: "ENDED", kwh: 3 });
  });

  test("a PATCH of one we never heard of makes us look, and is then taken", async () => {
    const charge = await ask();
    world.clock.advance(20_000);
    operator.shelf.sessions = [told(charge, { kwh: 0.2, last_updated: "2026-11-20T06:30:15Z" })];
    const patch = { kwh: 0.3, last_updated: "2026-11-20T06:30:20Z" };
    const answer = await operator.call("PATCH", `/sessions/IN/TST/${charge.ocpiId}`, patch);
    expect([answer.status, answer.code]).toEqual([200, 1000]);
    expect(await latest(charge)).toMatchObject({ status: "ACTIVE", kwh: 0.3 });

    const unknown = await operator.call("PATCH", "/sessions/IN/TST/of-nobody", patch);
    expect(unknown.status).toBe(404);
  });

  test("[house rule] one of another operator's cannot be touched, nor one of nobody's", async () => {
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

  test("a second one under the same authorization does not replace the first", async () => {
    const charge = await running();
    const second = told(charge, {
      id: "another",
      kwh: 40,
      last_updated: "2026-11-20T06:39:00Z",
    });
    expect((await operator.call("PUT", "/sessions/IN/TST/another", second)).code).toBe(1000);
    expect(await latest(charge)).toMatchObject({ kwh: 0 });
  });

  test("[S-1] one the operator withdraws gives its hold back and is never billed", async () => {
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

describe("charge records", () => {
  /** A charge of half an hour at 20 kW that ended: ₹236 for 10 kWh. */
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

  test("[B-3] one is billed once, and again answers with the same Location", async () => {
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

  test("[B-3] twenty of the same at once make one bill", async () => {
    const charge = await ended();
    const cdr = record(charge, `p-${charge.ocpiId}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(cdr)));
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1000]));
    expect(await bills(charge)).toHaveLength(1);
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400 });
  });

  test("[B-3] another one under a known id is refused, and nothing is charged again", async () => {
    const charge = await ended();
    const cdr = record(charge, `d-${charge.ocpiId}`);
    await post(cdr);
    const changed = await post({ ...cdr, total_cost: { excl_vat: 400, incl_vat: 472 } });
    expect([changed.status, changed.code]).toEqual([200, 2001]);
    expect(await balance(charge)).toMatchObject({ balance_minor: 76_400 });
  });

  test("[B-3] a second one for a billed charge, under a new id, is set aside", async () => {
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
    ["a negative cost", { total_cost: { excl_vat: -1, incl_vat: -1 } }, /negative/],
    ["an end before its start", { end_date_time: "2026-11-20T06:00:00Z" }, /ends before/],
    ["a credit", { credit: true, credit_reference_id: "x" }, /credit/],
  ])(
    "[B-3] one with %s is set aside, not billed, and can be read again",
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
      // The right one, sent after it under an id of its own, is billed.
      await post(record(charge, `r-${id}`));
      expect(await bills(charge)).toHaveLength(1);
    },
  );

  test("[house rule] one for another operator's charge, or nobody's, charges nobody", async () => {
    const charge = await ended();
    const foreign = { ...record(charge, `z-${charge.ocpiId}`), ...other.party };
    await post(foreign, other);
    expect(await setAside(`z-${charge.ocpiId}`)).toBe("the session belongs to another operator");
    await post(cdrOf(`n-${charge.ocpiId}`, { authorization_reference: "ses_of_nobody" }));
    expect(await setAside(`n-${charge.ocpiId}`)).toBe("no session of ours");
    expect(await bills(charge)).toEqual([]);
  });

  test("[E-4] one that asks for more than the price agreed is billed at the price agreed", async () => {
    const charge = await ended();
    await post(
      record(charge, `m-${charge.ocpiId}`, { total_cost: { excl_vat: 300, incl_vat: 354 } }),
    );
    const [bill] = await bills(charge);
    expect(bill).toMatchObject({ amount_minor: 23_600, operator_amount_minor: 35_400 });
    expect(bill!.net_minor + bill!.gst_minor).toBe(bill!.amount_minor);
    expect(bill!.cgst_minor + bill!.sgst_minor).toBe(bill!.gst_minor);
  });

  test("[B-3] one that is the first word of a charge bills it all the same", async () => {
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

  test("[S-1] a refusal ends the start and gives the hold back, once", async () => {
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

  test("the first result counts, a different one after it does not", async () => {
    const charge = await ask();
    await answer(charge.resultPath, "ACCEPTED");
    expect((await answer(charge.resultPath, "REJECTED")).code).toBe(1000);
    expect(await latest(charge)).toMatchObject({ status: "PENDING", step: "ACCEPTED" });
  });

  test("a refusal after the charge has begun does not end it", async () => {
    const charge = await running();
    await answer(charge.resultPath, "FAILED");
    expect(await latest(charge)).toMatchObject({ status: "ACTIVE" });
  });

  test("[house rule] under an unknown id, another kind or from another operator it is a 404 and changes nothing", async () => {
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
