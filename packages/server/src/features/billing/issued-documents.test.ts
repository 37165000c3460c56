import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { rows, sql, type Tx } from "../../platform/database/database.ts";
import { insertInvoice } from "./invoice.store.ts";
import { issueInvoice, type InvoiceDraft } from "./issue-invoice.ts";
import { sealOldInvoices } from "./seal-old-invoices.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { status: "COMPLETED" });
  await own.send(own.record(charge, 8, 600));
});
afterAll(() => own.close());

const run = (text: string) => sql.raw(text).execute(own.world.database.db);

test.each([
  `update cdr set wire = wire || '{"net_minor": 1}'`,
  "update cdr set amount = amount + 1",
  "update cdr set body = '{}'",
  "update cdr set credit_of = 'x'",
  "delete from cdr",
  "truncate cdr",
  "update invoice set number = 'VM/26-27/000051'",
  "update operator_cost set payable = payable + 500000",
  "update operator_cost set paid = paid + 1, reversed_by = 'x'",
  "delete from operator_cost",
  "truncate operator_cost",
])("[B-3] what was issued is never changed: %s", async (text) => {
  await expect(run(text)).rejects.toMatchObject({ code: "VM005" });
});

test("[B-3] what comes later is filled once: which credit took a cost back", async () => {
  const set = (to: string) => run(`update operator_cost set reversed_by = ${to}`);
  await set("'cdr_credit'");
  await set("'cdr_credit'");
  await expect(set("'cdr_other'")).rejects.toMatchObject({ code: "VM005" });
  await expect(set("null")).rejects.toMatchObject({ code: "VM005" });
});

const draft = { invoice: { buyer: { gst_in: null } } as InvoiceDraft["invoice"] };

type Seal = { nth: bigint; number: string; content: Buffer; prior: Buffer; hash: Buffer };
const seals = (series: string) =>
  rows(
    own.world.database.db,
    sql<Seal>`select nth, number, content, prior, hash from invoice_seal where series = ${series} order by nth`,
  );
const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const isChained = (all: Seal[], from = Buffer.alloc(0)) =>
  all.every(
    ({ prior, content, hash }, n) =>
      prior.equals(all[n - 1]?.hash ?? from) && hash.equals(sha256(prior, content)),
  );

test("[B-3] each series of documents is a chain of their hashes", async () => {
  const { database } = own.world;
  const of = { ...draft, series: { INVOICE: "CH", CREDIT_NOTE: "CC" } };
  const at = own.world.clock.now();
  const issue = (tx: Tx) => issueInvoice(tx, of, { original: null, at });
  for (const nth of [1, 2, 3])
    await database.transact(async (tx) =>
      insertInvoice(tx, await issue(tx), { userId: `usr_${nth}`, cdrId: `cdr_${nth}` }),
    );
  const chain = await seals("CH");
  expect(chain.map(({ nth, number }) => `${nth} ${number}`)).toEqual([
    "1 CH/26-27/000001",
    "2 CH/26-27/000002",
    "3 CH/26-27/000003",
  ]);
  expect(isChained(chain)).toBe(true);
  for (const change of ["update invoice_seal set hash = ''", "delete from invoice_seal"])
    await expect(run(change)).rejects.toMatchObject({ code: "VM005" });
});

test("[B-3] a document that took no number is not stored", async () => {
  const insert = (number: string) =>
    run(`insert into invoice values ('${number}', 'INVOICE', 'usr_x', 'cdr_x', null, now())`);
  await expect(insert("VM/26-27/000051")).rejects.toMatchObject({ code: "23505" });
  await expect(insert("ZZ/26-27/000001")).rejects.toMatchObject({ code: "23502" });
});

test("[B-3] what was issued before there were seals is sealed afterwards, in a chain of its own", async () => {
  const { database } = own.world;
  await database.transact(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into invoice_series values ('OD', '26-27', 1202, 1202)`.execute(tx);
    await sql`insert into invoice select 'OD/26-27/' || lpad(n::text, 6, '0'), 'INVOICE', 'usr_' || n, 'cdr_od' || n, null, now()
      from generate_series(1, 1202) n`.execute(tx);
  });
  const at = own.world.clock.now();
  const of = { ...draft, series: { INVOICE: "OD", CREDIT_NOTE: "OC" } };
  // Issued while the old ones are not sealed yet.
  await database.transact(async (tx) =>
    insertInvoice(tx, await issueInvoice(tx, of, { original: null, at }), {
      userId: "usr_new",
      cdrId: "cdr_new",
    }),
  );
  const { db } = database;
  await sealOldInvoices(db, 1_000n);
  expect(await seals("OD")).toHaveLength(1_001);
  for (const _ of [1, 2]) await sealOldInvoices(db, 1_000n);
  const all = await seals("OD");
  expect(all.map(({ nth }) => Number(nth))).toEqual(Array.from({ length: 1_203 }, (_, n) => n + 1));
  expect(isChained(all.slice(0, 1_202))).toBe(true);
  expect(all[1_202]!.prior).toHaveLength(0);
});
