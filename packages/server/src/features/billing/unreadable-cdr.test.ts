import { provider, type QuarantinedCdr } from "@voltmarg/contract";
import { afterEach, beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { tariffOf } from "@voltmarg/testkit/partner";
import { sql } from "../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});
afterEach(async () => {
  own.operator.shelf.cdrs = [];
  await sql`delete from quarantined_cdr`.execute(own.world.database.db);
});

type Raw = Record<string, unknown>;
/** An ended session, and its CDR, which is unreadable without a token. */
async function unreadable(): Promise<{ charge: OwnCharge; record: Raw; whole: Raw }> {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  await own.world.pass(120, 60);
  await own.tell(charge, { status: "COMPLETED", kwh: 1 });
  const whole = own.record(charge, 1, 120) as Raw;
  const { cdr_token: _, ...record } = whole;
  return { charge, record, whole };
}
const push = (record: unknown) => own.operator.call("POST", "/cdrs", record);
const pull = async (record: unknown) => {
  own.operator.shelf.cdrs = [record];
  await sql`update operator set sync_due_at = ${own.world.clock.now()}`.execute(
    own.world.database.db,
  );
  await own.world.service.askDueSyncs();
  await own.world.drain();
};
const aside = async (): Promise<QuarantinedCdr[]> =>
  (await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } }))
    .body.content;
const decide = (id: string, decision: "RELEASED" | "REJECTED") => ({
  ...asProvider,
  params: { id },
  body: { decision, reason: "asked the operator" },
});

test.each([
  ["pushed", push],
  ["pulled", pull],
])(
  "[B-3] a record that nobody can read is kept with its text, its reason and its time: %s",
  async (_how, send) => {
    const { charge, record } = await unreadable();
    const answer = await send(record);
    if (answer) expect(answer).toMatchObject({ status: 200, code: 2001 });
    const [found, ...more] = await aside();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ocpi_id: record["id"],
      operator: { id: own.operator.operatorId },
      reason: expect.stringMatching(/^it cannot be read: cdr_token: ./) as string,
      received_at: own.world.clock.now().toISOString(),
      decision: null,
    });
    expect(JSON.parse(found!.raw!)).toEqual(record);
    expect(await own.show(charge)).toMatchObject({ step: "ENDED", hold: { status: "HELD" } });
  },
);

test("[B-3] the same text is stored once, however often it is pushed or pulled", async () => {
  const { record } = await unreadable();
  await push(record);
  await push(record);
  await pull(record);
  await pull(record);
  expect(await aside()).toHaveLength(1);
  await push({ ...record, remark: "another text" });
  expect(await aside()).toHaveLength(2);
});

test.each([
  ["no JSON", '{"id": "c-'],
  ["a text", '"a record"'],
  ["a list", "[{}]"],
  ["too deep", `${"[".repeat(40)}${"]".repeat(40)}`],
  ["with half a pair", '{"id":"\\ud800","country_code":7}'],
])("[B-3] what is %s is kept too, under a question mark", async (_what, body) => {
  expect((await push(body)).code).toBeGreaterThanOrEqual(2000);
  const [found] = await aside();
  expect(found).toMatchObject({ reason: expect.stringContaining("it cannot be read") as string });
  expect(found!.raw!.length).toBeGreaterThan(3);
});

test("[B-3] a CDR of another's party, or a readable one, is refused and not stored", async () => {
  const { record, whole, charge } = await unreadable();
  expect((await push({ ...record, party_id: "XYZ" })).code).toBe(2001);
  expect((await push({ ...whole, party_id: "XYZ" })).code).toBe(2001);
  expect(await aside()).toEqual([]);
  await own.send(whole);
  expect((await own.show(charge)).step).toBe("BILLED");
});

test("[B-3] a CDR that a later release can read is billed when that release starts", async () => {
  const { charge, whole } = await unreadable();
  await keptByAnEarlierRelease(whole);
  await own.world.service.resume();
  expect(await own.show(charge)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 2_360 });
  expect((await aside())[0]).toMatchObject({
    decision: { decision: "RELEASED", because: "this release can read it" },
  });
  await own.world.service.resume();
  expect(await own.bills(charge.driver)).toHaveLength(1);
});

/** Replaces it by a text that the present parser can read. */
const keptByAnEarlierRelease = (whole: Raw) =>
  sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, raw, raw_size, raw_key, received_at)
    values (${`cdr_${String(whole["id"])}`}, ${own.operator.operatorId}, ${whole["id"]}, 'it cannot be read: x', '{}',
      ${JSON.stringify(whole)}, 10, ${`in/tst/${String(whole["id"])}`}, ${own.world.clock.now()})`.execute(
    own.world.database.db,
  );

test("[B-3] a CDR that is still unreadable keeps waiting, with this release's reason", async () => {
  const { record, whole } = await unreadable();
  await push(record);
  await sql`update quarantined_cdr set reason = 'it cannot be read: in other words'`.execute(
    own.world.database.db,
  );
  await keptByAnEarlierRelease({ ...whole, party_id: "XYZ", id: "others" });
  await own.world.service.resume();
  const waiting = await aside();
  expect(waiting.map(({ decision }) => decision)).toEqual([null, null]);
  expect(waiting.map(({ reason }) => reason).toSorted()).toEqual([
    "it cannot be read: IN/XYZ is not a party of its operator",
    expect.stringMatching(/^it cannot be read: cdr_token: ./),
  ]);
});

test("[B-3] however many wait, each is tried again", async () => {
  await sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, raw, raw_size, received_at)
    select 'cdr_waits_' || n, ${own.operator.operatorId}, n, 'it cannot be read: in other words', '{}', '{}', 2,
      ${own.world.clock.now()} from generate_series(1, 250) as n`.execute(own.world.database.db);
  await own.world.service.resume();
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, count(*)::int as n from quarantined_cdr group by reason`.execute(
    own.world.database.db,
  );
  expect(rows).toEqual([{ reason: expect.stringMatching(/country_code/) as string, n: 250 }]);
});

test("[B-3] when the operator sends it again, readable, it is billed, and the unreadable one is closed", async () => {
  const { charge, record, whole } = await unreadable();
  await push(record);
  await own.send(whole);
  expect((await own.show(charge)).step).toBe("BILLED");
  expect((await aside())[0]?.decision).toMatchObject({ decision: "RELEASED" });
});

test("[B-3] the back office can read its full text and reject it; a release is refused with a reason", async () => {
  const { record } = await unreadable();
  const long = { ...record, remark: "x".repeat(5_000) };
  await push(long);
  const [{ id, raw }] = (await aside()) as [QuarantinedCdr];
  expect(raw).toHaveLength(2_000);
  const { body } = await own.world.call(provider.getQuarantinedCdr, {
    ...asProvider,
    params: { id },
  });
  expect(JSON.parse(body.data.raw!)).toEqual(long);
  const refused = await own.world.refused(provider.decideQuarantinedCdr, decide(id, "RELEASED"));
  expect(refused.body).toMatchObject({
    code: "RECORD_UNREADABLE",
    message: expect.stringMatching(/^It cannot be read: cdr_token: .+\.$/) as string,
  });
  const rejected = await own.world.call(provider.decideQuarantinedCdr, decide(id, "REJECTED"));
  expect(rejected.body.data).toEqual({ booked: true, bill_id: null });
  await push(long);
  await own.world.service.resume();
  expect((await aside()).map(({ decision }) => decision?.decision)).toEqual(["REJECTED"]);
});

test("an operator cannot fill the disk with unreadable CDRs", async () => {
  const { record } = await unreadable();
  await sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, raw, raw_size, received_at)
    values ('cdr_full', ${own.operator.operatorId}, '?', 'r', '{}', 'x', ${32 * 1024 * 1024}, ${own.world.clock.now()})`.execute(
    own.world.database.db,
  );
  expect((await push(record)).code).toBe(2001);
  expect(await aside()).toHaveLength(1);
  await own.world.call(provider.decideQuarantinedCdr, decide("cdr_full", "REJECTED"));
  await push(record);
  expect(await aside()).toHaveLength(2);
});

test("[B-3] a CDR without its tariff is checked against the frozen one", async () => {
  const { charge, whole } = await unreadable();
  await own.send({ ...whole, tariffs: [] });
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 2_360, dispute: null });
  const another = await unreadable();
  const cheap = tariffOf("CHEAP", {
    elements: [{ price_components: [{ type: "ENERGY", price: 1, step_size: 1 }] }],
  });
  await own.send({ ...another.whole, tariffs: [cheap] });
  expect((await own.bills(another.charge.driver))[0]).toMatchObject({ amount_minor: 2_360 });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
