import { databases } from "@voltmarg/testkit/test-databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { OutboundError, type OutboundRequest } from "../../platform/http/outbound.ts";
import { findCommand } from "./commands.store.ts";
import type { OperatorRow } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { addresseeOf, sendCommand, storeResult, type CommandOrder } from "./send-command.ts";

const START = new Date("2026-11-20T06:30:00Z");
const OPERATOR = "opr_1";
type Answer = { status?: number; body?: string } | OutboundError;

let database: Database;
let answer: Answer = {};
let sent: OutboundRequest[] = [];
let told: object[] = [];
let count = 0;

const deps = () =>
  ({
    database,
    clock: fakeClock(START),
    publicUrl: "https://voltmarg.example",
    party: { countryCode: "IN", partyId: "VMG", name: "Voltmarg" },
    encryption: { decrypt: (text: string) => text },
    log: { note: () => {} },
    findings: { note: () => {} },
    circuitBreakers: {
      of: () => ({
        health: () => ({ lanes: { BULK: {}, COMMAND: {}, STOP: {} } }),
        send: async (request: OutboundRequest) => {
          sent.push(request);
          if (answer instanceof OutboundError) throw answer;
          return { status: 200, headers: {}, body: "", ...answer };
        },
      }),
    },
    events: {
      onCommand: async (about: object) => void told.push(about),
    },
    drivers: { uidAt: async (operator: string, user: string) => `${user}-at-${operator}` },
  }) as unknown as RoamingDeps;

beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 2);
  await sql`insert into operator (id, name, versions_url, country_code, party_id, their_token, registered_at,
      endpoints, created_at)
    values (${OPERATOR}, 'One', 'https://peer.example/versions', 'IN', 'ONE', 'token-c', ${START},
      ${JSON.stringify([
        { identifier: "commands", role: "RECEIVER", url: "https://peer.example/commands" },
      ])}, ${START})`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  [answer, sent, told] = [{}, [], []];
  await sql`update operator set their_token = 'token-c', registered_at = ${START}, last_contact_at = null`.execute(
    database.db,
  );
});

const party = { country_code: "IN", party_id: "ONE" };
const next = () => ({
  commandId: `cmd_${(count += 1)}`,
  operatorId: OPERATOR,
  userId: "usr_1",
  party,
});
const start = (): CommandOrder => ({
  ...next(),
  kind: "START_SESSION",
  sessionId: "ses_1",
  locationId: "LOC1",
  evseUid: "E-1",
  connectorId: "1",
});
const ocpi = (data: unknown, status_code = 1000, status = 200): Answer => ({
  status,
  body: JSON.stringify({ data, status_code, timestamp: START.toISOString() }),
});
/** The outcome of a start that the partner answers so, and what is stored of the answer. */
async function outcomeOf(given: Answer) {
  answer = given;
  const order = start();
  await sendCommand(deps(), order);
  const [{ kind: _, userId: __, sessionId: ___, ...outcome }] = told as [Record<string, unknown>];
  const stored = await findCommand(database.db, order.commandId);
  return { outcome, response: stored!.response, calls: told.length };
}
const refused = (result: string, text = "") => ({ outcome: "REFUSED", result, text });
const unknown = { outcome: "UNKNOWN" };
const contact = () =>
  one(database.db, sql<{ at: Date | null }>`select last_contact_at as at from operator`);

describe("the outcome of a command that the partner answered", () => {
  test.each<[object, object]>([
    [
      { result: "ACCEPTED", timeout: 30 },
      { outcome: "ACCEPTED", timeoutSeconds: 30 },
    ],
    [
      { result: "ACCEPTED", timeout: 0 },
      { outcome: "ACCEPTED", timeoutSeconds: 0 },
    ],
    [{ result: "ACCEPTED" }, { outcome: "ACCEPTED", timeoutSeconds: null }],
    [{ result: "REJECTED", timeout: 30 }, refused("REJECTED")],
    [{ result: "NOT_SUPPORTED", message: ["No", "Sorry"] }, refused("NOT_SUPPORTED", "No Sorry")],
    [{ result: "UNKNOWN_SESSION" }, refused("UNKNOWN_SESSION")],
    [{ result: "EVSE_OCCUPIED" }, refused("EVSE_OCCUPIED")],
    [{ result: "TIMEOUT" }, unknown],
    [{ result: "MAYBE" }, unknown],
  ])("with %j is %j", async (data, outcome) => {
    expect(await outcomeOf(ocpi(data))).toEqual({
      outcome,
      response: (data as { result: string }).result,
      calls: 1,
    });
    expect(await contact()).toEqual({ at: START });
  });

  test.each<[string, Answer, object, string]>([
    ["HTTP 399", { status: 399 }, unknown, "no: HTTP 399"],
    ["HTTP 400", { status: 400 }, refused("REJECTED"), "no: HTTP 400"],
    ["HTTP 499", { status: 499 }, refused("REJECTED"), "no: HTTP 499"],
    ["HTTP 500", { status: 500 }, unknown, "no: HTTP 500"],
    ["HTTP 500 with OCPI 2001", ocpi(null, 2001, 500), unknown, "no: HTTP 500"],
    ["HTTP 404 with OCPI 3000", ocpi(null, 3000, 404), refused("REJECTED"), "no: HTTP 404"],
    ["OCPI 999", ocpi(null, 999), unknown, "no: OCPI status 999"],
    ["OCPI 2000", ocpi(null, 2000), refused("REJECTED"), "no: OCPI status 2000"],
    ["OCPI 2999", ocpi(null, 2999), refused("REJECTED"), "no: OCPI status 2999"],
    ["OCPI 3000", ocpi(null, 3000), unknown, "no: OCPI status 3000"],
    ["no result", ocpi({}), unknown, "no: result: string expected"],
    ["no answer", new OutboundError("timeout"), unknown, "no: timeout"],
    [
      "no connection",
      new OutboundError("no such host", { sent: false }),
      refused("UNREACHABLE"),
      "no: no such host",
    ],
    ["a long reason", new OutboundError("x".repeat(300)), unknown, `no: ${"x".repeat(196)}`],
  ])("with %s is certain only when it cannot have reached a charger", async (_, given, ...all) => {
    const [outcome, response] = all;
    expect(await outcomeOf(given)).toEqual({ outcome, response, calls: 1 });
    expect(await contact()).toEqual({ at: null });
  });
});

describe("a command", () => {
  const posted = () => ({ url: sent[0]!.url, body: JSON.parse(String(sent[0]!.body)) as object });
  const resultAt = (kind: string, id: string) =>
    `https://voltmarg.example/ocpi/emsp/2.2.1/commands/${kind}/${id}`;

  test("to start names the place, the driver and our session, which the answer is about", async () => {
    answer = ocpi({ result: "ACCEPTED", timeout: 5 });
    const order = start();
    await sendCommand(deps(), order);
    expect(posted()).toMatchObject({
      url: "https://peer.example/commands/START_SESSION",
      body: {
        response_url: resultAt("START_SESSION", order.commandId),
        token: { uid: `usr_1-at-${OPERATOR}`, valid: true },
        location_id: "LOC1",
        evse_uid: "E-1",
        connector_id: "1",
        authorization_reference: "ses_1",
      },
    });
    const about = { kind: "START_SESSION", userId: "usr_1", sessionId: "ses_1" };
    expect(told).toStrictEqual([{ ...about, outcome: "ACCEPTED", timeoutSeconds: 5 }]);
  });

  test("to stop names the operator's session", async () => {
    answer = ocpi({ result: "ACCEPTED" });
    const order = {
      ...next(),
      kind: "STOP_SESSION",
      sessionId: "ses_1",
      ocpiSessionId: "S-1",
    } as const;
    await sendCommand(deps(), order);
    expect(posted()).toEqual({
      url: "https://peer.example/commands/STOP_SESSION",
      body: { response_url: resultAt("STOP_SESSION", order.commandId), session_id: "S-1" },
    });
    expect(told).toHaveLength(1);
  });

  test.each([{}, { evseUid: "E-1" }])("to reserve, %o, is stored and told nobody", async (more) => {
    answer = ocpi({ result: "ACCEPTED" });
    const expiresAt = "2026-11-20T07:00:00Z";
    const place = { locationId: "LOC1", expiresAt, ...more };
    const order = { ...next(), kind: "RESERVE_NOW", sessionId: "rsv_1", ...place } as const;
    await sendCommand(deps(), order);
    const { token: _, ...body } = posted().body as Record<string, unknown>;
    expect(body).toEqual({
      response_url: resultAt("RESERVE_NOW", order.commandId),
      expiry_date: expiresAt,
      reservation_id: "rsv_1",
      location_id: "LOC1",
      ...("evseUid" in more ? { evse_uid: "E-1" } : {}),
      authorization_reference: "rsv_1",
    });
    expect(told).toEqual([]);
    expect(await findCommand(database.db, order.commandId)).toMatchObject({ response: "ACCEPTED" });
  });

  test("is sent once: repeated, its outcome is unknown unless it was answered", async () => {
    answer = ocpi({ result: "ACCEPTED" });
    const order = start();
    await sendCommand(deps(), order);
    await sendCommand(deps(), order);
    expect([sent.length, told.length]).toEqual([1, 1]);
    await sql`update operator_command set response = null where id = ${order.commandId}`.execute(
      database.db,
    );
    await sendCommand(deps(), order);
    expect(sent).toHaveLength(1);
    expect(told[1]).toEqual({
      kind: "START_SESSION",
      userId: "usr_1",
      sessionId: "ses_1",
      outcome: "UNKNOWN",
    });
  });

  test.each(["registered_at", "their_token"] as const)(
    "to a partner without %s is not sent",
    async (column) => {
      await sql`update operator set ${sql.ref(column)} = null`.execute(database.db);
      expect((await outcomeOf({})).outcome).toEqual(refused("UNREACHABLE"));
      expect(sent).toEqual([]);
    },
  );
});

describe("the result that comes later", () => {
  const stored = async () => {
    answer = ocpi({ result: "ACCEPTED" });
    const order = start();
    await sendCommand(deps(), order);
    told = [];
    return order.commandId;
  };
  const about = { kind: "START_SESSION", userId: "usr_1", sessionId: "ses_1" };

  test.each([
    ["ACCEPTED", { outcome: "DONE" }],
    ["CANCELED_RESERVATION", { outcome: "DONE" }],
    ["FAILED", refused("FAILED", "Sorry")],
    ["UNKNOWN_RESERVATION", refused("UNKNOWN_RESERVATION", "Sorry")],
    ["TIMEOUT", unknown],
    ["MAYBE", unknown],
  ])("%s is %j", async (result, outcome) => {
    const id = await stored();
    const message = [{ language: "en", text: "Sorry" }];
    const came = { result, message };
    expect(await storeResult(deps(), OPERATOR, "START_SESSION", id, came)).toBe(true);
    expect(told).toEqual([{ ...about, ...outcome }]);
    expect(await findCommand(database.db, id)).toMatchObject({ result });
  });

  test("is accepted only from the partner and for the command that it answers", async () => {
    const id = await stored();
    const came = { result: "FAILED" };
    expect(await storeResult(deps(), "opr_2", "START_SESSION", id, came)).toBe(false);
    expect(await storeResult(deps(), OPERATOR, "STOP_SESSION", id, came)).toBe(false);
    expect(await storeResult(deps(), OPERATOR, "START_SESSION", "cmd_0", came)).toBe(false);
    expect(told).toEqual([]);
    expect(await findCommand(database.db, id)).toMatchObject({ result: null });
  });

  test("counts once: another one after it is accepted and changes nothing", async () => {
    const id = await stored();
    for (const result of ["TIMEOUT", "FAILED", "ACCEPTED"])
      expect(await storeResult(deps(), OPERATOR, "START_SESSION", id, { result })).toBe(true);
    expect(told).toEqual([
      { ...about, ...unknown },
      { ...about, ...refused("FAILED") },
    ]);
    expect(await findCommand(database.db, id)).toMatchObject({ result: "FAILED" });
  });
});

test.each([
  ["CPO", undefined],
  ["HUB", party],
  [null, undefined],
])("a command through a %s is addressed to %o", (kind, to) => {
  const operator = kind ? ({ id: OPERATOR, kind } as OperatorRow) : null;
  expect(addresseeOf(operator, party)).toEqual(to);
});
