import { backoffice as routes, provider, wallet } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { asProvider, companyDriver, newCompany } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { sql, type Queryable } from "../../platform/database/database.ts";
import { sealOldInvoices } from "../billing/index.ts";
import { documents } from "./check-documents.store.ts";
import { money } from "./check-money.store.ts";
import { checkRowsSlice, type RowFault, type RowsCursor } from "./rows-check.store.ts";

const CHECKS = { ...documents, ...money };

let own: OwnOperator;
/** Bills by what became of them. */
const bill: Record<string, string> = {};
beforeAll(async () => {
  own = await openOwnOperator();
  await keepBooks();
  return () => own.close();
});

type Raw = { id: string; total_cost: { excl_vat: number; incl_vat: number } };
async function billed(name: string, kwh: number, more: object = {}, of?: OwnCharge["driver"]) {
  const charge = await own.ask(of ?? (await own.driver()));
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh, status: "COMPLETED" });
  const record = own.record(charge, kwh, 600, more) as Raw;
  await own.send(record);
  await own.world.drain();
  bill[name] = (await own.bills(charge.driver))[0]!.id;
  return { charge, record };
}

/** Sound books with each kind of document, cost, hold and payment. */
async function keepBooks(): Promise<void> {
  const { charge } = await billed("plain", 3);
  await billed("second", 4);
  await billed("company", 2, {}, await companyDriver(own.world, await newCompany(own.world)));
  await billed("corrected", 5);
  await own.world.call(routes.correctBill, {
    ...asProvider,
    params: { id: bill["corrected"]! },
    body: { reason: "The charger was broken", reference: "CASE 1" },
  });
  const { record } = await billed("credited", 6);
  await own.send({
    ...record,
    id: "c-credit",
    credit: true,
    credit_reference_id: record.id,
    total_cost: { excl_vat: -record.total_cost.excl_vat, incl_vat: -record.total_cost.incl_vat },
  });
  await billed("disputed", 3, { total_cost: { excl_vat: 90, incl_vat: 106.2 } });
  await own.world.call(provider.decideDispute, {
    ...asProvider,
    params: { id: bill["disputed"]! },
    body: { owed_minor: 1_000, reason: "Half of it was right" },
  });
  // Its hold is released: the operator does not take the start.
  const failed = await own.ask(await own.driver());
  await own.tell(failed, { kwh: 0, status: "INVALID" });
  await own.world.drain();
  await own.world.call(wallet.createWithdrawal, {
    params: { userId: charge.driver.id },
    token: await own.tokenOf(charge.driver),
    headers: { "idempotency-key": "a-withdrawal" },
    body: { amount_minor: 1_000 },
  });
  await own.world.drain();
  await own.world.pass(120, 60);
  await own.world.service.readSettlements();
  const body = JSON.stringify({ traps: ["unknown_payment"] });
  await fetch(`${own.world.pay.url}/control/settle`, { method: "POST", body });
  await own.world.service.readSettlements();
}

/** What slices of a few rows find. */
async function inSlices(on: Queryable, most: number): Promise<RowFault[]> {
  const all: RowFault[] = [];
  let next: RowsCursor = {};
  for (let n = 0; n === 0 || Object.values(next).some(Boolean); n++) {
    if (n === 100) throw new Error("the check in slices does not end");
    const slice = await checkRowsSlice(on, CHECKS, next, most);
    const count = Object.values(slice.faults).reduce((a, b) => a + b, 0);
    expect(slice.named).toHaveLength(count);
    all.push(...slice.named);
    next = slice.next;
  }
  return all;
}

/** What the check finds after a change by an administrator of the database, which is undone. */
async function found(change: string): Promise<RowFault[]> {
  const undo = new Error("taken back");
  let rows: RowFault[] = [];
  const changed = own.world.database.transact(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { rowCount } = await sql.raw(change).execute(tx);
    expect(rowCount, change).toBe(1);
    rows = await inSlices(tx, 1_000);
    const few = await inSlices(tx, 3);
    const sorted = (of: RowFault[]) => of.map((row) => JSON.stringify(row)).toSorted();
    expect(sorted(few)).toEqual(sorted(rows));
    throw undo;
  });
  await expect(changed).rejects.toBe(undo);
  return rows;
}

test("[B-1] nothing is wrong with sound books", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  const { db } = own.world.database;
  expect(await inSlices(db, 1)).toEqual([]);
  const { rows } = await sql<Record<string, bigint>>`
    select (select count(*) from cdr where credit_of is not null) as notes,
      (select count(*) from operator_cost where cdr_id like '%:decided' or reversed_by is not null) as costs,
      (select count(distinct status) from ledger_hold) as holds,
      (select count(*) from withdrawal_refund where status = 'DONE') as refunds`.execute(db);
  expect(rows[0]).toEqual({ notes: 2n, costs: 2n, holds: 2n, refunds: 1n });
});

test("[B-1] documents of before there were seals are no fault while they are sealed", async () => {
  const undo = new Error("taken back");
  const sealed = own.world.database.transact(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from invoice_seal`.execute(tx);
    await sql`update invoice_series set issued_before = last_number`.execute(tx);
    expect(await inSlices(tx, 1_000)).toEqual([]);
    await sealOldInvoices(tx, 2n);
    expect(await inSlices(tx, 1_000)).toEqual([]);
    await sealOldInvoices(tx);
    expect(await inSlices(tx, 1_000)).toEqual([]);
    await sql`delete from invoice_seal where series = 'VM' and nth = 2`.execute(tx);
    expect((await inSlices(tx, 1_000)).map(({ kind }) => kind)).toEqual(["bills", "numbers"]);
    throw undo;
  });
  await expect(sealed).rejects.toBe(undo);
});

const set = (path: string, to: string, name = "plain"): [change: string, row: string] => [
  `update cdr set wire = jsonb_set(wire, '${path}', '${to}') where id = '@${name}'`,
  name,
];
const cdr = (change: string, name = "plain"): [change: string, row: string] => [
  `update cdr set ${change} where id = '@${name}'`,
  name,
];
const cost = (change: string, name = "plain", suffix = ""): [change: string, row: string] => [
  `update operator_cost set ${change} where cdr_id = '@${name}${suffix}'`,
  name,
];

describe("[B-1] a change past the triggers is found, with its row:", () => {
  test.each<[kind: string, wrong: string, change: string, row: string]>([
    ["bills", "its amount is another one in the document", ...cdr("amount = amount + 1")],
    ["bills", "another amount is booked", ...cdr("amount = amount + 1")],
    ["bills", "taxable value and tax are not its amount", ...set("{net_minor}", "1")],
    ["bills", "the parts of the tax are not the tax", ...set("{gst_minor}", "1")],
    ["bills", "CGST and SGST differ", ...set("{cgst_minor}", "1")],
    ["bills", "another tax is booked", ...set("{gst_minor}", "1", "credited")],
    ["bills", "the rates are not its sums", ...set("{invoice,rates,0,taxable_minor}", "1")],
    ["bills", "both IGST and CGST", ...set("{igst_minor}", "1")],
    ["bills", "its number, kind or time", ...set("{invoice,number}", '"VM/26-27/000099"')],
    ["bills", "its number, kind or time", ...set("{invoice,issued_at}", '"2026-11-01T00:00:00Z"')],
    [
      "numbers",
      "its document was changed",
      set("{invoice,buyer,name}", '"Somebody"')[0],
      "VM 26-27 1",
    ],
    [
      "numbers",
      "its document was changed",
      set("{total_energy}", "30", "company")[0],
      "VM 26-27 3",
    ],
    ["numbers", "its document was changed", cdr("body = '{}'")[0], "VM 26-27 1"],
    [
      "numbers",
      "its document was changed",
      cdr("session_id = 'ses_x'", "company")[0],
      "VM 26-27 3",
    ],
    [
      "numbers",
      "its document was changed",
      cdr("created_at = created_at + interval '1 s'")[0],
      "VM 26-27 1",
    ],
    ["numbers", "its document was changed", cdr("operator_amount = 0")[0], "VM 26-27 1"],
    ["bills", "it is not booked once", ...cdr("credit_of = 'cdr_x'")],
    [
      "numbers",
      "its document is gone",
      "update invoice set number = 'VM/26-27/000051' where number = 'VM/26-27/000001'",
      "VM 26-27 1",
    ],
    [
      "bills",
      "it has no seal",
      "update invoice set number = 'VM/26-27/000051' where number = 'VM/26-27/000001'",
      "plain",
    ],
    [
      "numbers",
      "its document was changed",
      "update invoice set issued_at = issued_at + interval '1 s' where number = 'VM/26-27/000001'",
      "VM 26-27 1",
    ],
    [
      "numbers",
      "its document is gone",
      "delete from invoice where number = 'VM/26-27/000002'",
      "VM 26-27 2",
    ],
    ["numbers", "its document is gone", "delete from cdr where id = '@company'", "VM 26-27 3"],
    ["transfers", "its bill or credit note is gone", "delete from cdr where id = '@company'", ""],
    [
      "series",
      "the last number given has no document",
      "update invoice_series set last_number = last_number + 50 where series = 'VM'",
      "VM 26-27",
    ],
    [
      "numbers",
      "its number is above the last one given",
      "update invoice_series set last_number = last_number - 1 where series = 'VM'",
      "VM 26-27 6",
    ],
    [
      "numbers",
      "its seal was changed",
      "update invoice_seal set content = '' where nth = 2 and series = 'VM'",
      "VM 26-27 2",
    ],
    [
      "numbers",
      "the document before it was changed",
      "update invoice_seal set hash = '' where nth = 2 and series = 'VM'",
      "VM 26-27 3",
    ],
    [
      "numbers",
      "the number before it is missing",
      "delete from invoice_seal where nth = 2 and series = 'VM'",
      "VM 26-27 3",
    ],
    [
      "numbers",
      "its number is not of its place",
      "update invoice_seal set number = 'VM/26-27/000077' where nth = 2 and series = 'VM'",
      "VM 26-27 2",
    ],
    ["costs", "another amount is owed in the books", ...cost("payable = payable + 500000")],
    ["costs", "another amount is disputed in the books", ...cost("disputed = 1")],
    ["costs", "what was asked is not what is owed", ...cost("asked = asked + 1")],
    ["costs", "what was asked is another amount at the bill", ...cost("asked = asked + 1")],
    ["costs", "what was paid is another amount", ...cost("paid = paid + 1")],
    ["costs", "what the check found is another amount", ...cost("checked = checked + 500")],
    [
      "costs",
      "what the check found is another amount",
      ...cost("checked = checked + 1", "disputed"),
    ],
    ["costs", "the energy or the end is another one", ...cost("kwh = 30")],
    ["costs", "the energy or the end is another one", ...cost("ended_at = now()")],
    ["costs", "the operator's record is another one", ...cost("ocpi_id = 'x'")],
    ["costs", "the operator's record is another one", ...cost("total_cost = null")],
    ["costs", "its time is another one in the books", ...cost("at = at + interval '1 s'")],
    ["costs", "its bill is gone", ...cost("user_id = 'usr_x'", "disputed", ":decided")],
    ["costs", "it is not booked once", cost("cdr_id = 'cdr_x'")[0], "cdr_x"],
    ["costs", "it is not what was decided", ...cost("disputed = 0", "disputed", ":decided")],
    [
      "costs",
      "it does not take back what was booked",
      "update operator_cost set payable = 0 where cdr_id = (select id from cdr where credit_of = '@credited')",
      "07:20:00",
    ],
    [
      "transfers",
      "its operator's cost is gone",
      "delete from operator_cost where cdr_id = '@plain'",
      "",
    ],
    [
      "bills",
      "the dispute names another amount",
      "update cdr_dispute set paid = paid + 1",
      "disputed",
    ],
    ["costs", "it is not what was decided", "update cdr_dispute set owed = owed + 1", "disputed"],
    [
      "bills",
      "its company's charge is another one",
      "update company_charge set amount = amount + 1",
      "company",
    ],
    [
      "holds",
      "another amount was taken from it",
      "update ledger_hold set captured = captured + 1 where session_id = (select session_id from cdr where id = '@plain')",
      "ses_",
    ],
    [
      "holds",
      "another amount left it",
      "update ledger_hold set amount = amount + 1 where session_id = (select session_id from cdr where id = '@plain')",
      "ses_",
    ],
    [
      "holds",
      "another amount left it",
      "update ledger_hold set amount = amount + 1 where status in ('RELEASED', 'EXPIRED')",
      "ses_",
    ],
    [
      "payments",
      "another amount was credited",
      "update wallet_payment set amount = amount + 1 where payment_id = (select min(payment_id) from wallet_payment)",
      "pay_",
    ],
    ["refunds", "another amount left", "update withdrawal_refund set amount = amount + 1", "rfd_"],
    [
      "settlements",
      "another amount reached",
      "update gateway_settlement set amount = amount + 1",
      "setl_",
    ],
    [
      "settlements",
      "its fees or their tax",
      "update gateway_settlement_line set fee = fee + 1 where entity_id = (select min(entity_id) from gateway_settlement_line where reason is null)",
      "setl_",
    ],
    [
      "settlements",
      "another amount was cleared",
      "update gateway_settlement_line set reason = null where reason is not null",
      "setl_",
    ],
    ["settlements", "it has other lines", "update gateway_settlement set unmatched = 0", "setl_"],
    [
      "settlements",
      "it is not booked as often",
      "update gateway_settlement set bookings = 2",
      "setl_",
    ],
  ])("%s: %s: %s", async (kind, wrong, change, row) => {
    const named = change.replaceAll(/'@(\w+)/g, (_, name: string) => `'${bill[name]}`);
    const rows = await found(named);
    const all = rows.map((each) => `${each.kind} ${each.row}: ${each.wrong.join("; ")}`);
    const sought = bill[row] ?? row;
    expect(
      rows.some(
        (each) =>
          each.kind === kind &&
          each.row.includes(sought) &&
          each.wrong.some((one) => one.startsWith(wrong)),
      ),
      all.join("\n"),
    ).toBe(true);
  });
});
