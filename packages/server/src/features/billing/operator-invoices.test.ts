import { partners, provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { openPartner } from "@voltmarg/testkit/partner";
import { rewrite } from "@voltmarg/testkit/rewrite";
import { sql } from "../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  own.operator.version = "2.3.0";
  return () => own.close();
});

type Raw = { id: string } & Record<string, unknown>;
const split = (amount: number) => ({
  before_taxes: amount,
  taxes: [
    { name: "CGST", percentage: 9, amount: Number((amount * 0.09).toFixed(2)) },
    { name: "SGST", percentage: 9, amount: Number((amount * 0.09).toFixed(2)) },
  ],
});

/** A charge of so many kWh at ₹20 without tax, and its CDR, not sent yet. */
async function charged(kwh: number, more: object = {}): Promise<Raw> {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh, status: "COMPLETED" });
  await own.world.drain();
  return own.record(charge, kwh, 600, { total_cost: split(kwh * 20), ...more }) as Raw;
}
async function billed(kwh: number): Promise<Raw> {
  const record = await charged(kwh);
  await own.send(record);
  return record;
}
let sent = 0;
const invoiceOf = (cdrs: unknown[], more: object = {}) => ({
  country_code: "IN",
  party_id: "TST",
  id: `R-${++sent}`,
  invoice_id: `INV/${sent}`,
  cdrs,
  last_updated: own.world.clock.now().toISOString(),
  ...more,
});
type Sent = ReturnType<typeof invoiceOf>;
const at = (invoice: { id: string }) => `/invoicereconciliation/IN/TST/${invoice.id}`;
const put = (invoice: Sent) => own.operator.call("PUT", at(invoice), invoice);

const listed = async (operator?: string) =>
  (
    await own.world.call(provider.listOperatorInvoices, {
      ...asProvider,
      query: { page_size: 100, operator },
    })
  ).body.content;
const found = async ({ id }: { id: string }) =>
  (await listed()).find((each) => each.ocpi_id === id)!;
const shown = async (invoice: { id: string }) =>
  (
    await own.world.call(provider.getOperatorInvoice, {
      ...asProvider,
      params: { id: (await found(invoice)).id },
    })
  ).body.data;
const linesOf = async (
  invoice: { id: string },
  state?: "MATCHED" | "SET_ASIDE" | "MISSING" | "DOUBLE",
) =>
  (
    await own.world.call(provider.listOperatorInvoiceCdrs, {
      ...asProvider,
      params: { id: (await found(invoice)).id },
      query: { state, page_size: 100 },
    })
  ).body.content;
const notInvoiced = async () =>
  (
    await own.world.call(provider.listNotInvoicedCdrs, {
      ...asProvider,
      query: { operator: own.operator.operatorId, page_size: 100 },
    })
  ).body.content.map(({ ocpi_id }) => ocpi_id);

test("an invoice is matched: billed, set aside, unreadable, unknown, double, and what it leaves out", async () => {
  const left = await billed(1);
  const a = await billed(3);
  const b = await billed(5);
  const aside = await charged(2, { currency: "EUR" });
  await own.send(aside);
  const unread = { ...(await charged(1)), total_energy: "much" };
  expect((await own.operator.call("POST", "/cdrs", unread)).code).toBe(2001);
  expect(await notInvoiced()).toEqual([]);

  const invoice = invoiceOf([a.id.toUpperCase(), b.id, aside.id, unread.id, "NEVER-SENT", b.id]);
  const answer = await own.operator.call("POST", "/invoicereconciliation", invoice);
  expect([answer.status, answer.code]).toEqual([201, 1000]);
  expect(await found(invoice)).toMatchObject({
    operator: { id: "opr_tst" },
    invoice_id: invoice.invoice_id,
    cdrs: 5,
    matched: 2,
    set_aside: 2,
    missing: 1,
    double: 1,
  });
  expect(
    (await linesOf(invoice)).map(
      ({ ocpi_id, state, times, before_taxes, after_taxes, aside: why }) => [
        ocpi_id,
        state,
        times,
        before_taxes,
        after_taxes,
        why?.reason ?? null,
      ],
    ),
  ).toEqual([
    [a.id.toUpperCase(), "MATCHED", 1, "60", "70.8", null],
    [b.id, "MATCHED", 2, "100", "118", null],
    [aside.id, "SET_ASIDE", 1, "40", "47.2", expect.stringContaining("currency")],
    [unread.id, "SET_ASIDE", 1, null, null, expect.stringContaining("it cannot be read")],
    ["NEVER-SENT", "MISSING", 1, null, null, null],
  ]);
  expect((await linesOf(invoice, "DOUBLE")).map(({ ocpi_id }) => ocpi_id)).toEqual([b.id]);
  expect((await linesOf(invoice, "MISSING")).map(({ ocpi_id }) => ocpi_id)).toEqual(["NEVER-SENT"]);
  expect((await shown(invoice)).sums).toEqual([
    {
      state: "MATCHED",
      currency: "INR",
      cdrs: 2,
      before_taxes: "160",
      taxes: [
        { name: "CGST", amount: "14.4" },
        { name: "SGST", amount: "14.4" },
      ],
      after_taxes: "188.8",
      without_taxes: 0,
    },
    expect.objectContaining({ state: "SET_ASIDE", currency: "EUR", cdrs: 1, before_taxes: "40" }),
  ]);
  // One before the newest invoiced, and on no invoice; what comes after it may be on the next.
  await billed(1);
  expect(await notInvoiced()).toEqual([left.id]);
  // The record that was missing comes late.
  const late = invoiceOf([left.id]);
  await put(late);
  expect(await notInvoiced()).toEqual([]);
});

test("a CDR on two invoices is double on both, until one of them changes", async () => {
  const a = await billed(1);
  const [one, two] = [invoiceOf([a.id]), invoiceOf([a.id])];
  await put(one);
  await put(two);
  expect([(await found(one)).double, (await found(two)).double]).toEqual([1, 1]);
  expect((await linesOf(one))[0]!.also_on).toEqual([two.invoice_id]);
  own.world.clock.advance(1000);
  await put({ ...two, cdrs: ["OTHER"], last_updated: own.world.clock.now().toISOString() });
  expect((await found(one)).double).toBe(0);
});

test("a credit reduces the sum, whether it is sent negated or not", async () => {
  const [a, b, c] = [await billed(3), await billed(5), await billed(2)];
  const backOf = ({ id }: Raw) => ({ id: `${id}-back` });
  const credit = (of: Raw, total_cost: object) => ({
    ...of,
    ...backOf(of),
    credit: true,
    credit_reference_id: of.id,
    total_cost,
  });
  const { before_taxes, taxes } = split(100);
  const negated = credit(b, {
    before_taxes: -before_taxes,
    taxes: taxes.map(({ name, amount }) => ({ name, amount: -amount })),
  });
  await own.send(negated);
  await own.send(credit(c, split(40)));
  // Comes before its record.
  const early = await charged(1);
  await own.send(credit(early, split(20)));
  const invoice = invoiceOf(
    [a, b, c, early, backOf(b), backOf(c), backOf(early)].map(({ id }) => id),
  );
  await put(invoice);
  const { sums, ...counts } = await shown(invoice);
  expect(counts).toMatchObject({ matched: 5, set_aside: 1, missing: 1 });
  expect(sums[0]).toMatchObject({ cdrs: 5, before_taxes: "60", after_taxes: "70.8" });
  expect(sums[0]!.taxes).toEqual([
    { name: "CGST", amount: "5.4" },
    { name: "SGST", amount: "5.4" },
  ]);
  expect(sums[1]).toMatchObject({ state: "SET_ASIDE", before_taxes: "-20" });
  const lines = await linesOf(invoice, "SET_ASIDE");
  expect(lines[0]!.aside!.reason).toBe("the record it takes back is not billed yet");
});

test("records as before OCPI 2.3.0 have one tax without a name, or none", async () => {
  const a = await charged(3, { total_cost: { excl_vat: 60, incl_vat: 70.8 } });
  const b = await charged(1, { total_cost: { excl_vat: 20 } });
  await own.send(a);
  await own.send(b);
  const invoice = invoiceOf([a.id, b.id]);
  await put(invoice);
  expect((await shown(invoice)).sums).toEqual([
    {
      state: "MATCHED",
      currency: "INR",
      cdrs: 2,
      before_taxes: "80",
      taxes: [{ name: null, amount: "10.8" }],
      after_taxes: "70.8",
      without_taxes: 1,
    },
  ]);
});

test("the same invoice again, an older one and one after its deletion change nothing", async () => {
  const now = own.world.clock.now().getTime();
  const iso = (ms: number) => new Date(now + ms).toISOString();
  const invoice = invoiceOf(["A", "B", "A"]);
  expect((await put(invoice)).status).toBe(201);
  expect((await put(invoice)).status).toBe(200);
  const read = async () => (await own.operator.call("GET", at(invoice))).data;
  expect(await read()).toMatchObject({
    id: invoice.id,
    invoice_id: invoice.invoice_id,
    cdrs: ["A", "B", "A"],
  });
  await put({ ...invoice, last_updated: iso(5_000) });
  // Sent before the last one, and comes after it.
  expect((await put({ ...invoice, cdrs: ["X"], last_updated: iso(4_000) })).code).toBe(1000);
  expect(await read()).toMatchObject({ cdrs: ["A", "B", "A"] });
  await put({ ...invoice, cdrs: ["B"], last_updated: iso(6_000) });
  expect(await read()).toMatchObject({ cdrs: ["B"] });

  expect((await own.operator.call("DELETE", at(invoice))).status).toBe(200);
  expect((await own.operator.call("DELETE", at(invoice))).status).toBe(404);
  expect((await own.operator.call("GET", at(invoice))).status).toBe(404);
  expect(await found(invoice)).toBeUndefined();
  await put({ ...invoice, last_updated: iso(6_000) });
  expect(await found(invoice)).toBeUndefined();
  await put({ ...invoice, last_updated: iso(7_000) });
  expect(await found(invoice)).toMatchObject({ cdrs: 2 });
});

test("a date in the far future does not shut out later changes", async () => {
  const invoice = invoiceOf(["A"], { last_updated: "2999-01-01T00:00:00Z" });
  await put(invoice);
  own.world.clock.advance(1000);
  await put({ ...invoice, cdrs: ["B"], last_updated: own.world.clock.now().toISOString() });
  expect((await linesOf(invoice)).map(({ ocpi_id }) => ocpi_id)).toEqual(["B"]);
});

test("another operator's CDRs are unknown on an invoice, and its party's invoices cannot be touched", async () => {
  const a = await billed(1);
  const mine = invoiceOf([a.id]);
  await put(mine);
  const other = await openPartner(own.world, "OTH");
  other.version = "2.3.0";
  const theirs = { ...invoiceOf([a.id]), party_id: "OTH" };
  expect((await other.call("PUT", at(mine), mine)).status).toBe(404);
  expect((await other.call("POST", "/invoicereconciliation", mine)).code).toBe(2001);
  expect((await other.call("GET", at(mine))).status).toBe(404);
  expect((await other.call("DELETE", at(mine))).status).toBe(404);
  expect((await other.call("POST", "/invoicereconciliation", theirs)).status).toBe(201);
  expect(await found(theirs)).toMatchObject({ missing: 1, matched: 0, double: 0 });
  expect(await found(mine)).toMatchObject({ matched: 1, double: 0 });
  // Nor are CDRs that another operator sent for a party that was its own.
  const move = (to: string) =>
    rewrite(
      own.world.database,
      sql`update operator_cost set operator_id = ${to} where ocpi_id = ${a.id}`,
    );
  await move("opr_oth");
  expect(await found(mine)).toMatchObject({ missing: 1, matched: 0 });
  await move("opr_tst");
  expect((await listed("OTH")).map(({ ocpi_id }) => ocpi_id)).toEqual([theirs.id]);
  await other.close();
});

test("50,000 CDRs are an invoice, and 100,000 are refused", async () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => `${n}`.padStart(39, "x"));
  const invoice = invoiceOf(ids.slice(0, 50_000));
  expect((await put(invoice)).status).toBe(201);
  expect(await found(invoice)).toMatchObject({ cdrs: 50_000, missing: 50_000 });
  const many = invoiceOf(ids.map((id) => id.slice(-5)));
  expect(await put(many)).toMatchObject({
    code: 2001,
    message: "too many CDRs: send them in several records",
  });
  expect((await put(invoiceOf(ids))).status).toBe(413);
  expect(await found(many)).toBeUndefined();
});

test("a version without the module does not offer it", async () => {
  own.operator.version = "2.2.1";
  expect((await put(invoiceOf(["A"]))).status).toBe(404);
  own.operator.version = "2.3.0";
});

test("invoices are pulled with the whole lists, where the operator offers them", async () => {
  const { database, call } = own.world;
  const pull = () =>
    call(partners.syncPartner, {
      ...asProvider,
      params: { id: own.operator.operatorId },
      body: { whole: true },
    });
  const asked: string[] = [];
  const pulled = invoiceOf(["A"]);
  own.operator.onGet = (path, query) => {
    if (path !== "/invoices") return undefined;
    asked.push(query);
    return [pulled, { ...pulled, id: "FOREIGN", party_id: "OTH" }, { id: "unreadable" }];
  };
  await pull();
  expect(asked).toEqual([]);
  await database.pool.query(
    `update operator set endpoints = endpoints || jsonb_build_array(jsonb_build_object(
       'identifier', 'invoicereconciliation', 'role', 'SENDER', 'url', versions_url || '/invoices')) where id = $1`,
    [own.operator.operatorId],
  );
  await pull();
  await pull();
  expect(await found(pulled)).toMatchObject({ invoice_id: pulled.invoice_id, missing: 1 });
  expect(await found({ id: "FOREIGN" })).toBeUndefined();
  expect(asked[0]).toBe("");
  expect(asked[1]).toMatch(/^\?date_from=/);
  own.operator.onGet = undefined;
});
