import { partners, type RouteCall } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, START } from "@voltmarg/testkit/harness";
import { openOcpiPeer } from "@voltmarg/testkit/ocpi-peer";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { locationOf, tariffOf } from "@voltmarg/testkit/partner";
import { one, rows, sql } from "../../platform/database/database.ts";
import { ensurePartitions } from "../../platform/database/migrate.ts";
import { forgetOcpiLog } from "./forget-ocpi-log.ts";
import { createOcpiLog } from "./ocpi-log.ts";

const silent = { info: () => {}, warn: () => {} } as never;
const backoffice = { token: PROVIDER_TOKEN };

let own: OwnOperator;
/** Logs the bodies of GET too. */
let all: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  all = await openOwnOperator({}, { OCPI_LOG_BODIES: "all" });
  for (const { world } of [own, all]) await ensurePartitions(world.database.db, START);
});
afterAll(() => Promise.all([own.close(), all.close()]));

type Query = RouteCall<typeof partners.listPartnerMessages>["query"];
async function said(query: Partial<Query> = {}, id = "TST", { world } = own) {
  await world.service.flushOcpiLog();
  const input = { ...backoffice, params: { id }, query: { limit: 500, ...query } };
  return (await world.call(partners.listPartnerMessages, input)).body.data.messages;
}
const count = async (at = own) =>
  (await one(at.world.database.db, sql<{ n: number }>`select count(*)::int as n from ocpi_log`))!.n;
/** The whole log as one string. */
const everything = async (at: OwnOperator) =>
  (await one(
    at.world.database.db,
    sql<{ text: string }>`select string_agg(l::text, chr(10)) as text from ocpi_log l`,
  ))!.text;
const figure = async (outcome: string, { world } = own) => {
  const { values } = await world.service.metrics.ocpiLog.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};

describe("the OCPI log", () => {
  test("finds the messages of a session by our id, in both directions, with bodies", async () => {
    const charge = await own.ask(await own.driver());
    own.world.clock.advance(600_000);
    await own.tell(charge, { kwh: 3 });
    own.world.clock.advance(1_000);
    await own.tell(charge, { kwh: 3, status: "COMPLETED" });
    own.world.clock.advance(1_000);
    await own.send(own.record(charge, 3, 600));
    const found = await said({ object: charge.id });
    expect(
      found.map(({ direction, method, module, http_status, status_code }) =>
        [direction, method, module, http_status, status_code].join(" "),
      ),
    ).toEqual([
      "IN POST cdrs 201 1000",
      "IN PUT sessions 200 1000",
      "IN PUT sessions 201 1000",
      "OUT POST commands 200 1000",
    ]);
    const [record, ended, , start] = found;
    expect(JSON.parse(record!.request!)).toMatchObject({ total_energy: 3, id: record!.object_id });
    expect(JSON.parse(record!.answer!)).toMatchObject({ status_code: 1000 });
    expect(JSON.parse(ended!.request!)).toMatchObject({ status: "COMPLETED", kwh: 3 });
    const asked = JSON.parse(start!.request!) as { response_url: string };
    expect(asked).toMatchObject({
      authorization_reference: charge.id,
      token: { type: "APP_USER" },
    });
    expect(asked.response_url).toMatch(new RegExp(`/${start!.object_id}$`));
    expect(JSON.parse(start!.answer!)).toMatchObject({ data: { result: "ACCEPTED" } });
    expect(start).toMatchObject({ reference: charge.id, path: "/commands/START_SESSION" });
    // The operator's id finds the messages that have only that: the session's pushes.
    expect(await said({ object: charge.ocpiId })).toHaveLength(2);
    const since = new Date(START.getTime() + 300_000).toISOString();
    expect(await said({ object: charge.id, since })).toHaveLength(3);
    expect((await said({ limit: 2 })).map(({ id }) => id)).toEqual(
      found.slice(0, 2).map(({ id }) => id),
    );
  });

  test("stores request ids, refusals, and calls without an answer", async () => {
    const ids = { "x-request-id": "req-0042", "x-correlation-id": "cor-0042" };
    await own.operator.call("PATCH", "/sessions/IN/TST/nobody", [], ids);
    const [refused] = await said({ object: "nobody" });
    expect(refused).toMatchObject({
      request_id: "req-0042",
      correlation_id: "cor-0042",
      http_status: 200,
      status_code: 2001,
    });
    own.operator.onCommand = () => null;
    const charge = await own.ask(await own.driver());
    delete own.operator.onCommand;
    const [unheard] = await said({ object: charge.id });
    expect(unheard).toMatchObject({ direction: "OUT", http_status: null, status_code: null });
    expect(unheard!.failure).toMatch(/^network: /);
    const { body } = await own.world.refused(partners.listPartnerMessages, {
      ...backoffice,
      params: { id: "opr_absent" },
    });
    expect(body.code).toBe("NOT_FOUND");
  });

  test("stores a GET without bodies, with the period it asked for", async () => {
    own.operator.shelf.locations = [locationOf("EVEN", { name: "The even place" })];
    await own.world.call(partners.syncPartner, { ...backoffice, params: { id: "TST" }, body: {} });
    await own.operator.call("GET", "/locations/IN/TST/EVEN");
    const got = (await said()).filter(({ method }) => method === "GET");
    expect(got.map(({ direction }) => direction)).toEqual(expect.arrayContaining(["IN", "OUT"]));
    expect(got.filter(({ request, answer }) => request ?? answer)).toEqual([]);
    const pulled = got.find(({ direction, module }) => direction === "OUT" && module === "cdrs");
    expect(pulled!.path).toMatch(/^\/cdrs\?date_from=\d{4}-/);

    all.operator.shelf.locations = own.operator.shelf.locations;
    await all.world.call(partners.syncPartner, { ...backoffice, params: { id: "TST" }, body: {} });
    const whole = (await said({}, "TST", all)).find(
      ({ method, module }) => method === "GET" && module === "locations",
    );
    expect(whole!.answer).toContain("The even place");
  });

  test("truncates and marks long bodies, and removes characters the database cannot store", async () => {
    const name = `\u0001${"x".repeat(20_000)}`;
    const bad = '{"id":"odd","name":"\0\ud800"}';
    await own.operator.call("PUT", "/locations/IN/TST/LONG", locationOf("LONG", { name }));
    await own.operator.call("PUT", "/locations/IN/TST/odd", bad);
    const [long] = await said({ object: "LONG" });
    expect([long!.cut, long!.request!.length]).toEqual([true, 16_384]);
    const [odd] = await said({ object: "odd" });
    expect([odd!.cut, odd!.request]).toEqual([false, expect.stringContaining('"odd"')]);
    expect(await figure("refused")).toBe(0);
  });

  test("contains no token: not of a registration, a rotation, a misplaced or an echoed one", async () => {
    const { world } = all;
    const secrets: string[] = [];
    const role = (party_id: string) => ({
      role: "CPO",
      country_code: "IN",
      party_id,
      business_details: { name: `Operator ${party_id}` },
    });
    const peers = [
      await openOcpiPeer({ roles: [role("AAA")], tokenA: "first-token-of-AAA" }),
      await openOcpiPeer({ roles: [role("BBB")] }),
    ] as const;
    const [theirs, invited] = peers;
    theirs.shelf.tariffs = [tariffOf("T1", { party_id: "AAA" })];
    const add = (body: RouteCall<typeof partners.addPartner>["body"]) =>
      world.call(partners.addPartner, { ...backoffice, body });
    await add({ name: "Anna", versions_url: theirs.versionsUrl, token: "first-token-of-AAA" });
    const { introduction } = (await add({ name: "Bela" })).body.data as {
      introduction: { token: string; versions_url: string };
    };
    await invited.introduce("post", introduction.versions_url, introduction.token);
    await invited.introduce("put", introduction.versions_url, invited.ours!.token);
    for (const [name, peer] of [
      ["AAA", theirs],
      ["BBB", invited],
    ] as const) {
      secrets.push(peer.ours!.token);
      await world.call(partners.rotatePartner, { ...backoffice, params: { id: name } });
      await peer.client().getCredentials();
      secrets.push(peer.ours!.token, ...peer.tokens);
    }
    secrets.push("first-token-of-AAA", introduction.token, all.operator.token, "their-token");

    const stray = { token: "astray-0123456789", url: "https://stray.example", roles: [] };
    secrets.push(stray.token);
    const { operator } = all;
    await operator.call("PUT", "/sessions/IN/TST/stray", stray);
    await operator.call("POST", "/credential", stray);
    await operator.call("GET", "/sessions/IN/TST/stray?token=astray-0123456789&limit=5");
    await operator.call("PUT", "/sessions/IN/TST/stray", '{"a":1,"token":"astray-0123456789');
    // An error page that repeats the request.
    operator.onGet = () => ({ headers: { authorization: `Token ${b64("their-token")}` } });
    await world
      .call(partners.syncPartner, { ...backoffice, params: { id: "TST" }, body: {} })
      .catch(() => {});
    operator.onGet = undefined;
    await world.service.flushOcpiLog();

    const text = await everything(all);
    // Control: the entry exists, complete except for the tokens.
    for (const there of ["stray.example", "(left out)", "/credentials", "date_from", "limit=5"])
      expect(text).toContain(there);
    const kept = [...new Set(secrets)].filter((s) => text.includes(s) || text.includes(b64(s)));
    expect(kept).toEqual([]);
    const bodies = await rows(
      world.database.db,
      sql<object>`select 1 from ocpi_log where module = 'credentials' and coalesce(request, answer) is not null`,
    );
    expect(bodies).toEqual([]);
    for (const peer of peers) await peer.close();
  });

  test("drops and counts entries when too many wait, without an effect on calls", async () => {
    const { database, clock } = own.world;
    const counted = { kept: 0, full: 0, refused: 0 };
    const log = createOcpiLog({
      database,
      clock,
      logger: silent,
      bodies: "writes",
      onOutcome: (outcome, n) => (counted[outcome] += n),
    });
    await own.world.service.flushOcpiLog();
    const before = await count();
    const note = (n: number, status: number, request: string) =>
      log.note("IN", "opr_flood", {
        method: "PATCH",
        path: `/ocpi/emsp/2.2.1/locations/IN/TST/A/${n}`,
        query: new URLSearchParams(),
        module: "locations",
        segments: ["IN", "TST", "A", String(n)],
        requestId: "r",
        correlationId: "c",
        request,
        sent: {},
        answer: "{}",
        status,
        statusCode: 1000,
        failure: null,
        milliseconds: 1,
      });
    // Rejected strangers are not logged; the cut part of a long body needs no memory.
    for (let n = 0; n < 50; n++) note(n, 429, "{}");
    for (let n = 0; n < 50; n++) note(n, 200, "x".repeat(1_000_000));
    for (let n = 0; n < 10_000; n++) note(n, 200, "{}");
    await log.flush();
    expect(counted).toEqual({ kept: 10_000, full: 50, refused: 0 });
    expect((await count()) - before).toBe(10_000);
    await sql`delete from ocpi_log where operator_id = 'opr_flood'`.execute(database.db);
  });

  test("delays no partner and breaks nothing when it cannot be written", async () => {
    const { pool } = own.world.database;
    const push = async (id: string) =>
      (await own.operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id))).code;
    await pool.query("alter table ocpi_log rename to ocpi_log_gone");
    const refused = await figure("refused");
    expect(await push("W1")).toBe(1000);
    await own.world.service.flushOcpiLog();
    expect(await figure("refused")).toBe(refused + 1);
    await pool.query("alter table ocpi_log_gone rename to ocpi_log");
    // A lock on the table delays only the log.
    const client = await pool.connect();
    await client.query("begin; lock table ocpi_log in access exclusive mode");
    expect(await push("W2")).toBe(1000);
    const flushed = own.world.service.flushOcpiLog();
    expect(await push("W3")).toBe(1000);
    await client.query("rollback");
    client.release();
    await flushed;
    const there = await Promise.all(["W1", "W2", "W3"].map((object) => said({ object })));
    expect(there.map(({ length }) => length)).toEqual([0, 1, 1]);
  });

  test("is deleted by whole months, none too early", async () => {
    const { database } = own.world;
    await own.operator.call("PUT", "/locations/IN/TST/OLD", locationOf("OLD"));
    await own.world.service.flushOcpiLog();
    await sql`insert into ocpi_log select id, '2026-08-31T23:59:59Z', operator_id, direction, method, path, module, object_id,
      reference, http_status, failure, status_code, milliseconds, request_id, correlation_id, request, answer, cut
      from ocpi_log where object_id = 'OLD'`.execute(database.db);
    const parts = async () =>
      (
        await rows(
          database.db,
          sql<{
            part: string;
          }>`select distinct tableoid::regclass::text as part from ocpi_log order by 1`,
        )
      ).map(({ part }) => part);
    expect(await parts()).toEqual(["ocpi_log_20261101", "ocpi_log_rest"]);
    const forget = (at: string) =>
      forgetOcpiLog({ database, clock: { now: () => new Date(at) }, logger: silent }, 3);
    // Rows from before partitioning are deleted by age too.
    await forget("2026-12-31T23:59:59Z");
    expect(await parts()).toEqual(["ocpi_log_20261101"]);
    await forget("2027-02-28T23:59:59Z");
    expect(await parts(), "three months are not over").toEqual(["ocpi_log_20261101"]);
    await forget("2027-03-01T00:00:00Z");
    expect(await parts()).toEqual([]);
    await own.operator.call("PUT", "/locations/IN/TST/NEW", locationOf("NEW"));
    expect(await said({ object: "NEW" })).toHaveLength(1);
  });
});

const b64 = (text: string) => Buffer.from(text).toString("base64");
