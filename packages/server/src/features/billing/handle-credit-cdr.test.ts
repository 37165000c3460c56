import { backoffice, provider } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { asProvider, companyDriver, newCompany } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { rewrite } from "@voltmarg/testkit/rewrite";
import { sql } from "../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

type Total = { excl_vat: number; incl_vat: number };
type Raw = { id: string; total_cost: Total } & Record<string, unknown>;

/** A session of 3 kWh, ₹70.80, that has ended. */
async function ended(driver?: OwnCharge["driver"]): Promise<OwnCharge> {
  const charge = await own.ask(driver ?? (await own.driver()));
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}
async function billed(driver?: OwnCharge["driver"]): Promise<{ charge: OwnCharge; record: Raw }> {
  const charge = await ended(driver);
  const record = own.record(charge, 3, 600) as Raw;
  await own.send(record);
  return { charge, record };
}
let credits = 0;
const creditOf = (record: Raw, more: object = {}): Raw => ({
  ...record,
  id: `credit-${credits++}`,
  credit: true,
  credit_reference_id: record.id,
  total_cost: { excl_vat: -record.total_cost.excl_vat, incl_vat: -record.total_cost.incl_vat },
  ...more,
});
const aside = async () =>
  (await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } }))
    .body.content;
const asideOf = async ({ id }: Raw) => (await aside()).find(({ ocpi_id }) => ocpi_id === id);
const balanceOf = async ({ driver }: OwnCharge) => (await own.purse(driver)).balance_minor;
const billsOf = async ({ driver }: OwnCharge) =>
  (await own.bills(driver)).map(({ amount_minor, credited_by }) => [
    amount_minor,
    credited_by !== null,
  ]);
const change = (id: string, text: string) =>
  own.world.database.pool.query(`update ${text} and id = $1`, [id]);

describe("[B-3] a credit CDR is set aside, and the bill stays,", () => {
  test.each<[string, (record: Raw) => Raw, string]>([
    [
      "where it names no record",
      (record) => creditOf(record, { credit_reference_id: undefined }),
      "a credit of no record",
    ],
    [
      "of a paisa less",
      (record) => creditOf(record, { total_cost: { excl_vat: -59.99, incl_vat: -70.8 } }),
      "it takes back -59.99 of a record of 60",
    ],
    [
      "of a paisa more",
      (record) => creditOf(record, { total_cost: { excl_vat: -60.01, incl_vat: -70.8 } }),
      "it takes back -60.01 of a record of 60",
    ],
    [
      "in another currency",
      (record) => creditOf(record, { currency: "EUR" }),
      "it takes back -60 of a record of 60",
    ],
  ])("%s", async (_name, credit, reason) => {
    const { charge, record } = await billed();
    const sent = credit(record);
    await own.send(sent);
    await own.send(sent);
    expect(await asideOf(sent)).toMatchObject({ reason, decision: null });
    expect(await billsOf(charge)).toEqual([[7_080, false]]);
    expect(await balanceOf(charge)).toBe(92_920);
  });

  test("when the session is another operator's by now", async () => {
    const { charge, record } = await billed();
    await change(charge.id, "session set operator_id = 'opr_other' where true");
    const credit = creditOf(record);
    await own.send(credit);
    await change(charge.id, "session set operator_id = 'opr_tst' where true");
    expect((await asideOf(credit))?.reason).toBe("the session belongs to another operator");
    expect(await balanceOf(charge)).toBe(92_920);
  });

  test("when the bill was credited before", async () => {
    const { charge, record } = await billed();
    const [first, second] = [creditOf(record), creditOf(record)];
    for (const credit of [first, second, first, second]) await own.send(credit);
    expect(await asideOf(first)).toBeUndefined();
    expect((await asideOf(second))?.reason).toBe("its record was taken back before");
    expect(await billsOf(charge)).toEqual([[7_080, true]]);
    expect(await balanceOf(charge)).toBe(100_000);
  });

  test("when it takes back another credit, however often it comes", async () => {
    const { charge, record } = await billed();
    const credit = creditOf(record);
    await own.send(credit);
    const again = creditOf(record, { credit_reference_id: credit.id });
    await own.send(again);
    await own.send(again);
    expect((await asideOf(again))?.reason).toBe("it takes back a credit");
    expect(await balanceOf(charge)).toBe(100_000);
  });

  test("when the bill is from before invoices", async () => {
    const { charge, record } = await billed();
    const { id } = (await own.bills(charge.driver))[0]!;
    const wire = (
      await sql<{ wire: object }>`select wire from cdr where id = ${id}`.execute(
        own.world.database.db,
      )
    ).rows[0]!.wire;
    const set = (text: object) =>
      rewrite(
        own.world.database,
        sql`update cdr set wire = ${JSON.stringify(text)} where id = ${id}`,
      );
    await set({ ...wire, invoice: null });
    const credit = creditOf(record);
    await own.send(credit);
    await set(wire);
    expect((await asideOf(credit))?.reason).toBe(
      "its record was billed before there were invoices",
    );
  });
});

test("[B-3] a credit CDR whose total has no minus sign takes its record back too", async () => {
  const { charge, record } = await billed();
  await own.send(creditOf(record, { total_cost: record.total_cost }));
  expect(await balanceOf(charge)).toBe(100_000);
});

test("[B-3] a credit CDR of a bill that the back office took back changes no money of the driver", async () => {
  const { charge, record } = await billed();
  const [bill] = await own.bills(charge.driver);
  await own.world.call(backoffice.correctBill, {
    ...asProvider,
    params: { id: bill!.id },
    body: { reason: "The charger was broken", reference: "CASE 1" },
  });
  const corrected = own.record(charge, 2, 600) as Raw;
  await own.send(corrected);
  const credit = creditOf(record);
  for (let again = 0; again < 2; again++) await own.send(credit);
  expect(await asideOf(credit)).toBeUndefined();
  // A record that waits for staff goes on waiting.
  expect(await asideOf(corrected)).toMatchObject({ decision: null });
  expect(await balanceOf(charge)).toBe(100_000);
});

test("[B-3] after a credit CDR the first record that waits is billed, the others and rejected ones wait on", async () => {
  const { charge, record } = await billed();
  const [rejected, late, first, second] = [
    own.record(charge, 1, 600) as Raw,
    own.record(charge, 1, 6_000) as Raw,
    own.record(charge, 2, 600) as Raw,
    own.record(charge, 4, 600) as Raw,
  ];
  for (const each of [rejected, first, second, late]) {
    await own.send(each);
    own.world.clock.advance(1_000);
  }
  await own.world.call(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id: (await asideOf(rejected))!.id },
    body: { decision: "REJECTED", reason: "asked the operator" },
  });
  await own.send(creditOf(record));
  expect(await balanceOf(charge)).toBe(100_000 - 4_720);
  expect((await asideOf(first))?.decision).toMatchObject({
    decision: "RELEASED",
    because: "the bill in its way was taken back",
  });
  expect((await asideOf(second))?.decision).toBeNull();
  expect((await asideOf(rejected))?.decision).toMatchObject({ decision: "REJECTED" });
  expect((await asideOf(late))?.decision).toBeNull();
});

test("[B-3] a company has one bill for a session: after its credit a second record waits for staff", async () => {
  const driver = await companyDriver(own.world, await newCompany(own.world));
  const { charge, record } = await billed(driver);
  await own.send(creditOf(record));
  expect(await billsOf(charge)).toEqual([[7_080, true]]);
  const second = own.record(charge, 2, 600) as Raw;
  await own.send(second);
  expect((await asideOf(second))?.reason).toBe("the session has a bill already");
  expect(await billsOf(charge)).toEqual([[7_080, true]]);
});

test("[B-3] a credit CDR that waits for its record is applied once it is billed", async () => {
  const charge = await ended();
  const record = own.record(charge, 3, 600) as Raw;
  const credit = creditOf(record);
  for (let again = 0; again < 2; again++) await own.send(credit);
  expect(await billsOf(charge)).toEqual([]);
  await own.send(record);
  await own.send(record);
  await own.world.drain();
  expect(await billsOf(charge)).toEqual([[7_080, true]]);
  expect(await balanceOf(charge)).toBe(100_000);
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

const decide = async (record: Raw, decision: "RELEASED" | "REJECTED") =>
  own.world.call(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id: (await asideOf(record))!.id },
    body: { decision, reason: "asked the operator" },
  });
/** More energy than the plug gives in this time. */
const implausible = (charge: OwnCharge) => own.record(charge, 15, 600) as Raw;
const WAITS = "the record it takes back is not billed yet";

test.each(["before", "after"])(
  "[B-3] a credit CDR that comes %s its record, which was set aside, is booked when staff release the record",
  async (when) => {
    const charge = await ended();
    const record = implausible(charge);
    const credit = creditOf(record);
    for (const each of when === "before" ? [credit, record] : [record, credit])
      await own.send(each);
    expect(await asideOf(credit)).toMatchObject({ reason: WAITS, decision: null });
    await decide(record, "RELEASED");
    await own.world.drain();
    expect(await balanceOf(charge)).toBe(100_000);
    expect((await billsOf(charge)).map(([, credited]) => credited)).toEqual([true]);
    expect((await asideOf(credit))?.decision).toMatchObject({
      decision: "RELEASED",
      because: "the record it takes back was billed",
    });
  },
);

test("[B-3] a credit CDR goes with a record that staff reject, and does not fit another amount", async () => {
  const charge = await ended();
  const record = implausible(charge);
  const credit = creditOf(record);
  for (const each of [record, credit]) await own.send(each);
  await decide(record, "REJECTED");
  expect((await asideOf(credit))?.decision).toMatchObject({
    decision: "REJECTED",
    because: "the record it takes back was rejected",
  });

  const other = own.record(charge, 3, 600) as Raw;
  const less = creditOf(other, { total_cost: { excl_vat: -59, incl_vat: -69.62 } });
  for (const each of [less, other]) await own.send(each);
  await own.world.drain();
  expect(await asideOf(less)).toMatchObject({
    reason: "it takes back -59 of a record of 60",
    decision: null,
  });
  expect(await balanceOf(charge)).toBe(92_920);
});

test("[D-4] a credit CDR with a mistyped reference is listed, and concerns somebody after a day", async () => {
  const { charge, record } = await billed();
  const credit = creditOf(record, { credit_reference_id: `${record.id}-` });
  const counted = async () =>
    (await own.world.call(backoffice.getOverview, asProvider)).body.data.quarantined_cdrs.count;
  const before = await counted();
  await own.send(credit);
  expect((await asideOf(credit))?.reason).toBe(WAITS);
  expect(await counted()).toBe(before);
  own.world.clock.advance(86_400_000 - 1);
  expect(await counted()).toBe(before);
  own.world.clock.advance(1);
  expect(await counted()).toBe(before + 1);
  expect(await balanceOf(charge)).toBe(92_920);
});
