import { databases } from "@voltmarg/testkit/test-databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { openDatabase, rows, sql, type Database } from "../../platform/database/database.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { tokenOf, tokensSender } from "./tokens.ts";

const START = new Date("2026-11-20T06:30:00Z");
const MINUTE = 60_000;
const USER = "usr_01h455vb4pex5vsknk084sn02q";
const OPERATOR = "opr_1";
const own = { country_code: "IN", party_id: "HUB" };

let database: Database;
let valid = true;
/** Sessions that are over. */
let over: string[] = [];
const deps = () =>
  ({
    database,
    clock: fakeClock(START),
    party: { countryCode: "IN", partyId: "VMG", name: "Voltmarg" },
    charges: {
      mayRun: async (userId: string, operatorId: string) =>
        (
          await rows(
            database.db,
            sql<{ id: string }>`select session_id as id from operator_command
              where user_id = ${userId} and operator_id = ${operatorId}`,
          )
        ).flatMap(({ id }) => (over.includes(id) ? [] : id)),
    },
    drivers: {
      find: async (_: string, uid: string) =>
        uid.toLowerCase() === USER ? { userId: USER, uid, valid, changedAt: START } : null,
    },
  }) as unknown as RoamingDeps;

beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 2);
  for (const id of [OPERATOR, "opr_2"])
    await sql`insert into operator (id, name, created_at) values (${id}, ${id}, ${START})`.execute(
      database.db,
    );
});
afterAll(() => database.close());

describe("a driver as a token", () => {
  test.each([
    [USER, "IN-VMG-VB4PEX5VSKNK084SN02Q"],
    ["usr_1-é.Z", "IN-VMG-USR1Z"],
    ["usr_01h455vb4pex5vsk", "IN-VMG-USR01H455VB4PEX5VSK"],
  ])("%s has the contract %s", (uid, contract_id) => {
    expect(tokenOf(deps(), { uid, valid: true })).toEqual({
      country_code: "IN",
      party_id: "VMG",
      uid,
      type: "APP_USER",
      contract_id,
      issuer: "Voltmarg",
      valid: true,
      whitelist: "NEVER",
      last_updated: "2026-11-20T06:30:00Z",
    });
  });

  test("has the date of its last change, if that is known", () => {
    const token = tokenOf(deps(), { uid: USER, valid: false, changedAt: new Date(0) });
    expect(token).toMatchObject({ valid: false, last_updated: "1970-01-01T00:00:00Z" });
  });
});

describe("a partner", () => {
  const peer = { registered: true, parties: [own], own, operatorId: OPERATOR, kind: "HUB" };
  const context = (from?: object) =>
    ({ peer, ...(from && { from }) }) as unknown as Parameters<
      ReturnType<typeof tokensSender>["list"]
    >[0];
  const place = { location_id: "LOC1", evse_uids: ["E-1"] };
  const ask = async (
    at: typeof place | { location_id: string } | undefined = place,
    from?: object,
  ) => {
    const answer = await tokensSender(deps()).authorize(context(from), USER, "APP_USER", at);
    return answer.ok ? answer.data : answer;
  };

  type Start = Record<
    | "operator_id"
    | "kind"
    | "country_code"
    | "party_id"
    | "location_id"
    | "evse_uid"
    | "response"
    | "result",
    string | null
  > & { created_at: Date };
  const start: Start = {
    operator_id: OPERATOR,
    kind: "START_SESSION",
    country_code: "IN",
    party_id: "ONE",
    location_id: "LOC1",
    evse_uid: "E-1",
    response: null,
    result: null,
    created_at: START,
  };
  let count = 0;
  const begin = async (more: Partial<Start>) => {
    const s = { ...start, ...more };
    const id = `cmd_${(count += 1)}`;
    await sql`insert into operator_command (id, operator_id, kind, user_id, session_id, country_code, party_id,
        location_id, evse_uid, response, result, created_at)
      values (${id}, ${s.operator_id}, ${s.kind}, ${USER}, ${`ses_${count}`}, ${s.country_code}, ${s.party_id},
        ${s.location_id}, ${s.evse_uid}, ${s.response}, ${s.result}, ${s.created_at})`.execute(
      database.db,
    );
    return `ses_${count}`;
  };

  beforeEach(async () => {
    valid = true;
    over = [];
    await sql`delete from operator_command`.execute(database.db);
    await sql`delete from token_authorization`.execute(database.db);
  });

  test.each<[string, Partial<Start>, boolean]>([
    ["there", {}, true],
    ["there a day ago", { created_at: new Date(START.getTime() - 1_440 * MINUTE) }, true],
    ["there, with ids in other letters", { location_id: "loc1", evse_uid: "e-1" }, true],
    ["at another location", { location_id: "LOC2" }, false],
    ["at another EVSE", { evse_uid: "E-2" }, false],
    ["nowhere", { location_id: null }, false],
    ["at no EVSE", { evse_uid: null }, false],
    ["at another partner", { operator_id: "opr_2" }, false],
    ["by a reservation", { kind: "RESERVE_NOW" }, false],
    ["and accepted", { response: "ACCEPTED", result: "ACCEPTED" }, true],
    ["and refused at once", { response: "REJECTED" }, false],
    ["and not delivered", { response: "no: HTTP 404" }, false],
    ["and refused later", { response: "ACCEPTED", result: "EVSE_OCCUPIED" }, false],
  ])("may charge a driver whose charge we started %s (%o): %s", async (_, more, isAllowed) => {
    const session = await begin(more);
    const { location_id, evse_uid } = { ...start, ...more };
    expect(await ask()).toMatchObject(
      isAllowed
        ? {
            allowed: "ALLOWED",
            authorization_reference: session,
            location: { location_id, evse_uids: [evse_uid] },
          }
        : {
            allowed: "NOT_ALLOWED",
            info: { language: "en", text: "Start this charge in the app." },
          },
    );
  });

  test("may not charge again for a session that is over, however short ago it began", async () => {
    over = [await begin({})];
    expect(await ask()).toMatchObject({ allowed: "NOT_ALLOWED" });
    const next = await begin({});
    expect(await ask()).toMatchObject({ allowed: "ALLOWED", authorization_reference: next });
  });

  test("may name no EVSE, or several of which one was used", async () => {
    await begin({});
    const at = (evse_uids?: string[]) =>
      ask({ location_id: "LOC1", ...(evse_uids && { evse_uids }) });
    expect(await at()).toMatchObject({ allowed: "ALLOWED" });
    expect(await at([])).toMatchObject({ allowed: "ALLOWED" });
    expect(await at(["E-2", "e-1"])).toMatchObject({ allowed: "ALLOWED" });
    expect(await at(["E-2", "E-3"])).toMatchObject({ allowed: "NOT_ALLOWED" });
  });

  test("gets the reference of the newest start", async () => {
    const newest = await begin({});
    await begin({ created_at: new Date(START.getTime() - MINUTE) });
    expect(await ask()).toMatchObject({ authorization_reference: newest });
  });

  test.each([
    [undefined, true],
    [own, true],
    [{ country_code: "in", party_id: "hub" }, true],
    [{ country_code: "IN", party_id: "one" }, true],
    [{ country_code: "IN", party_id: "TWO" }, false],
    [{ country_code: "DE", party_id: "ONE" }, false],
  ])("that is a hub may charge at the party that asks: %o %s", async (from, isAllowed) => {
    await begin({});
    expect(await ask(place, from)).toMatchObject({
      allowed: isAllowed ? "ALLOWED" : "NOT_ALLOWED",
    });
  });

  test.each([{ country_code: null }, { party_id: null }])(
    "may charge where an earlier release started, which did not store the party: %o",
    async (more) => {
      await begin(more);
      expect(await ask(place, { country_code: "DE", party_id: "TWO" })).toMatchObject({
        allowed: "ALLOWED",
      });
    },
  );

  test("may not charge a closed account, whatever was started", async () => {
    await begin({});
    valid = false;
    expect(await ask()).toMatchObject({
      allowed: "BLOCKED",
      token: { valid: false },
      info: { text: "This account is closed." },
    });
  });

  test("must name a driver of ours, an app's token and a location", async () => {
    const { authorize } = tokensSender(deps());
    const unknown = { ok: false, status_code: 2004 };
    expect(await authorize(context(), "nobody", "APP_USER", place)).toMatchObject(unknown);
    expect(await authorize(context(), USER, "RFID", place)).toMatchObject(unknown);
    expect(await authorize(context(), USER, "app_user", place)).toMatchObject({ ok: true });
    expect(await authorize(context(), USER, "APP_USER", undefined)).toMatchObject({
      ok: false,
      status_code: 2002,
    });
  });

  test("can be shown every answer that it got", async () => {
    const answers = () =>
      rows(
        database.db,
        sql`select operator_id, user_id, allowed, authorization_reference as reference, location_id, evse_uids,
          created_at from token_authorization order by allowed`,
      );
    const session = await begin({});
    await ask();
    await ask({ location_id: "LOC2" });
    const same = { operator_id: OPERATOR, user_id: USER, created_at: START };
    expect(await answers()).toEqual([
      { ...same, allowed: "ALLOWED", reference: session, ...place },
      { ...same, allowed: "NOT_ALLOWED", reference: null, location_id: "LOC2", evse_uids: [] },
    ]);
  });
});
