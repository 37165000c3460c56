import { charging, backoffice, provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { accountOf, companyDriver, asProvider, newCompany } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import {
  heldTooLong,
  openOwnOperator,
  type OwnCharge,
  type OwnOperator,
} from "@voltmarg/testkit/own-operator";
import { one, rows, sql } from "../../platform/database/database.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator({ NONE: [] });
  return () => own.close();
});

/** An ended session of 3 kWh in ten minutes, ₹70.80, without a CDR. */
async function unbilled(driver?: OwnCharge["driver"], at = "EVEN-1"): Promise<OwnCharge> {
  const charge = await own.ask(driver ?? (await own.driver()), at);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}
/** One with its provisional bill. */
async function provisional(driver?: OwnCharge["driver"], at?: string): Promise<OwnCharge> {
  const charge = await unbilled(driver, at);
  await own.world.pass(DAY_S + 60, HOUR_S);
  return charge;
}
const disputesOf = async ({ id }: OwnCharge) =>
  (
    await own.world.call(provider.listDisputes, { ...asProvider, query: { page_size: 100 } })
  ).body.content.filter(({ session_id }) => session_id === id);
const closedAt = async ({ id }: OwnCharge) =>
  (await one(
    own.world.database.db,
    sql<{ closed_at: Date | null }>`select closed_at from session where id = ${id}`,
  ))!.closed_at;
const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);

test("[B-3] a session without a CDR is billed after a day from the operator's meter values, at the agreed price", async () => {
  const charge = await unbilled();
  await own.world.pass(DAY_S - 120, HOUR_S);
  expect(await own.show(charge)).toMatchObject({ step: "ENDED", hold: { status: "HELD" } });
  await own.world.pass(180, 60);
  expect(await own.show(charge)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
  const [bill] = await own.bills(charge.driver);
  expect(bill).toMatchObject({
    amount_minor: 7_080,
    net_minor: 6_000,
    total_energy: 3,
    total_time_s: 600,
    dispute: null,
    invoice: { kind: "INVOICE" },
    provisional: { state: "OPEN", replaced_by: null },
    lines: [{ dimension: "ENERGY", quantity: "3", price: "20" }],
  });
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 92_920, held_minor: 0 });
  expect((await own.told(charge.driver))[0]).toContain("provisional");
  // Without a CDR we owe the operator nothing.
  const cost = await one(
    own.world.database.db,
    sql`select 1 from operator_cost where user_id = ${charge.driver.id}`,
  );
  expect(cost).toBeNull();
});

test("[B-3] its CDR is requested at growing intervals, until it comes", async () => {
  const charge = await unbilled();
  let asked = 0;
  own.operator.onGet = (path) => {
    if (path === "/cdrs") asked++;
    return undefined;
  };
  await own.world.pass(600, 5);
  expect(asked).toBeGreaterThan(8);
  expect(asked).toBeLessThan(16);
  await own.world.pass(DAY_S - 1_200, 600);
  expect(asked).toBeLessThan(30);
  own.operator.shelf.cdrs = [own.record(charge, 3, 600)];
  await own.world.pass(1_200, 60);
  own.operator.shelf.cdrs = [];
  own.operator.onGet = undefined;
  const [bill, ...more] = await own.bills(charge.driver);
  expect(more).toEqual([]);
  expect(bill).toMatchObject({ amount_minor: 7_080 });
  expect(bill!.provisional).toBeUndefined();
});

test.each([
  ["less", 2, {}, 4_720],
  ["the same", 3, {}, 7_080],
  ["more", 4, {}, 9_440],
  ["more than its price comes to", 3, { total_cost: { excl_vat: 900, incl_vat: 1_062 } }, 7_080],
])(
  "[B-3] a record that asks %s than was billed puts it right, once, with a credit note and a new invoice",
  async (_what, kwh, more, amount) => {
    const charge = await provisional();
    const record = own.record(charge, kwh, 600, more);
    await own.send(record);
    await own.send(record);
    const [bill, before, ...others] = await own.bills(charge.driver);
    expect(others).toEqual([]);
    expect(bill).toMatchObject({ amount_minor: amount, invoice: { kind: "INVOICE" } });
    expect(bill!.provisional).toBeUndefined();
    expect(before).toMatchObject({
      amount_minor: 7_080,
      provisional: { state: "REPLACED", replaced_by: bill!.id },
    });
    const note = (
      await own.world.call(charging.getCdr, {
        params: { id: before!.credited_by!.cdr_id },
        token: await own.tokenOf(charge.driver),
      })
    ).body.data;
    expect(note).toMatchObject({
      amount_minor: -7_080,
      invoice: { kind: "CREDIT_NOTE", original: { number: before!.invoice!.number } },
    });
    expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000 - amount });
    expect((await own.show(charge)).cdr_id).toBe(bill!.id);
    // A second CDR of it is not billed.
    const second = own.record(charge, kwh, 600);
    await own.send(second);
    expect((await asideOf(second))?.reason).toBe("the session has a bill already");
  },
);

test("[B-3] without a CDR in thirty days the bill is final and shown to the back office; a later CDR still counts", async () => {
  const charge = await provisional();
  await own.world.pass(15 * DAY_S, DAY_S);
  expect((await own.bills(charge.driver))[0]?.provisional?.state).toBe("OPEN");
  expect(await disputesOf(charge)).toEqual([]);
  await own.world.pass(15 * DAY_S, DAY_S);
  expect((await own.bills(charge.driver))[0]?.provisional?.state).toBe("FINAL");
  expect(await disputesOf(charge)).toMatchObject([
    { asked: { incl_vat: "0" }, checked: { incl_vat: "70.8" }, paid_minor: 7_080, state: "OPEN" },
  ]);
  await own.world.pass(5 * DAY_S, DAY_S);
  await own.send(own.record(charge, 2, 600));
  expect((await own.bills(charge.driver)).map(({ amount_minor }) => amount_minor)).toEqual([
    4_720, 7_080,
  ]);
  expect((await disputesOf(charge))[0]?.state).toBe("CLOSED");
});

test("[B-3] a quarantined CDR does not hold money for longer than a day", async () => {
  const charge = await unbilled();
  const wrong = own.record(charge, 3_000, 600);
  await own.send(wrong);
  expect((await asideOf(wrong))?.reason).toContain("more than the plug can give");
  expect((await own.show(charge)).hold?.status).toBe("HELD");
  await own.world.pass(DAY_S + 60, HOUR_S);
  expect((await own.show(charge)).hold?.status).toBe("CAPTURED");
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 7_080 });
});

const decide = (id: string, decision: "RELEASED" | "REJECTED") => ({
  ...asProvider,
  params: { id },
  body: { decision, reason: "Seen on site" },
});

test("[B-3] [E-4] a quarantined CDR that is released replaces the provisional bill, once", async () => {
  const charge = await unbilled();
  // 5 kWh in 60 s: the operator's clock stood still.
  const odd = own.record(charge, 5, 60);
  await own.send(odd);
  const { id } = (await asideOf(odd))!;
  await own.world.pass(DAY_S + 60, HOUR_S);
  for (const booked of [true, false]) {
    const { body } = await own.world.call(provider.decideQuarantinedCdr, decide(id, "RELEASED"));
    expect(body.data).toEqual({ booked, bill_id: id });
  }
  expect((await own.bills(charge.driver)).map(({ amount_minor }) => amount_minor)).toEqual([
    11_800, 7_080,
  ]);
  expect((await own.purse(charge.driver)).balance_minor).toBe(88_200);
  expect((await asideOf(odd))?.decision).toMatchObject({ decision: "RELEASED" });
  const other = await own.world.refused(provider.decideQuarantinedCdr, decide(id, "REJECTED"));
  expect(other.body.code).toBe("CONFLICT");
});

test("[B-3] [E-4] a rejected CDR leaves the bill unchanged, and one without a session cannot be released", async () => {
  const charge = await provisional();
  const wrong = own.record(charge, 3_000, 600);
  await own.send(wrong);
  const { id } = (await asideOf(wrong))!;
  await own.world.call(provider.decideQuarantinedCdr, decide(id, "REJECTED"));
  expect((await own.bills(charge.driver))[0]).toMatchObject({
    amount_minor: 7_080,
    provisional: { state: "OPEN" },
  });
  const nobodys = own.record(charge, 1, 600, {
    authorization_reference: "x",
    session_id: undefined,
  });
  await own.send(nobodys);
  const refused = await own.world.refused(
    provider.decideQuarantinedCdr,
    decide((await asideOf(nobodys))!.id, "RELEASED"),
  );
  expect(refused.body.message).toContain("fits no start");
});

test("[B-3] a session without a price is not billed: its hold is released after a day, and its CDR waits for staff", async () => {
  const charge = await unbilled(undefined, "NONE-1");
  await own.world.pass(DAY_S + 60, HOUR_S);
  expect(await own.show(charge)).toMatchObject({ step: "ENDED", hold: { status: "RELEASED" } });
  expect(await own.bills(charge.driver)).toEqual([]);
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
  await own.world.pass(15 * DAY_S, DAY_S);
  expect((await own.show(charge)).step).toBe("ENDED");
  await own.world.pass(16 * DAY_S, DAY_S);
  // Nothing is pending: the account may be closed and erased.
  expect(await closedAt(charge)).not.toBeNull();
  const record = own.record(charge, 3, 600);
  await own.send(record);
  expect(await own.bills(charge.driver)).toEqual([]);
  expect((await asideOf(record))?.reason).toBe("no price was agreed for this charge");
});

test("[B-3] a session that was given up without updates is billed by its last update", async () => {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(300_000);
  await own.tell(charge, { kwh: 3 });
  await own.world.pass(46 * 60, 60);
  expect((await own.show(charge)).step).toBe("ENDED");
  await own.world.pass(DAY_S + 60, HOUR_S);
  expect((await own.bills(charge.driver))[0]).toMatchObject({
    amount_minor: 7_080,
    total_time_s: 300,
  });
  // It had continued for longer, as its CDR says.
  await own.send(own.record(charge, 6, 1_800));
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 14_160 });
  expect((await own.purse(charge.driver)).balance_minor).toBe(85_840);
});

test("[B-3] what the back office took back stays so when the record comes: only staff bill it, and replace the bill", async () => {
  const charge = await provisional();
  const [bill] = await own.bills(charge.driver);
  await own.world.call(backoffice.correctBill, {
    ...asProvider,
    params: { id: bill!.id },
    body: { reason: "The charger was broken", reference: "CASE 1" },
  });
  const record = own.record(charge, 2, 600);
  await own.send(record);
  await own.send(record);
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
  const aside = (await asideOf(record))!;
  expect(aside.reason).toBe("the back office took the bill of this charge back");

  await own.world.call(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id: aside.id },
    body: { decision: "RELEASED", reason: "It did charge, says the driver" },
  });
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000 - 4_720);
  await own.world.pass(31 * DAY_S, DAY_S);
  // The operator asked for what it delivered: nothing is left to ask it.
  expect(await disputesOf(charge)).toEqual([]);
});

test("[B-3] a credit CDR that came before its CDR waits, and credits the final bill", async () => {
  const charge = await provisional();
  const record = own.record(charge, 2, 600) as { id: string; total_cost: object };
  const credit = own.record(charge, 2, 600, {
    credit: true,
    credit_reference_id: record.id,
    total_cost: { excl_vat: -40, incl_vat: -47.2 },
  });
  await own.send(credit);
  expect((await own.purse(charge.driver)).balance_minor).toBe(92_920);
  await own.send(record);
  await own.world.drain();
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
  expect((await own.bills(charge.driver)).every(({ credited_by }) => credited_by)).toBe(true);
});

test("[B-3] a company's session is billed provisionally and corrected in the same way", async () => {
  const company = await newCompany(own.world);
  const charge = await provisional(await companyDriver(own.world, company));
  const owed = async () => (await accountOf(own.world, company)).owed_minor;
  expect(Math.abs(await owed())).toBe(7_080);
  await own.send(own.record(charge, 4, 600));
  expect(Math.abs(await owed())).toBe(9_440);
  const [book] = await rows(
    own.world.database.db,
    sql<{ amount: bigint; cdr_id: string }>`
      select amount, cdr_id from company_charge where session_id = ${charge.id}`,
  );
  expect(book).toMatchObject({ amount: 9_440n, cdr_id: (await own.show(charge)).cdr_id });
});

test("[B-2] no hold stays open, and the ledger balances", async () => {
  await own.world.pass(DAY_S, HOUR_S);
  expect(await heldTooLong(own.world)).toBe(0);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});
