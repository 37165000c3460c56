import { backoffice, books, companies, type BooksFile, type Cdr } from "@voltmarg/contract";
import { companyDriver, newCompany } from "@voltmarg/testkit/company";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { connectorOf, evseOf, locationOf } from "@voltmarg/testkit/partner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";
import { move } from "../wallet/index.ts";
import { accountOf } from "./chart.ts";
import type { Gstr1 } from "./gstr1.ts";

const MONTH = "2026-11";
const NEXT = "2026-12";
const ENERGY = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
const FLEET_GSTIN = "29AAPFU0939F1ZR";
const as = { token: PROVIDER_TOKEN };

let own: OwnOperator;
const bills: Record<"near" | "far" | "fleet" | "back", Cdr> = {} as never;
beforeAll(async () => {
  own = await openOwnOperator({ FAR: ENERGY });
  const { operator, world } = own;
  const connectors = [connectorOf({ tariff_ids: ["FAR"] })];
  const karnataka = { state: "Karnataka", postal_code: "560001" };
  const evses = ["1", "2", "3"].map((n) => evseOf(`FAR-${n}`, { connectors }));
  await operator.call("PUT", "/locations/IN/TST/FAR", locationOf("FAR", { evses, ...karnataka }));
  const company = await newCompany(world);
  await sql`update company set name = 'Fleet One' where id = ${company}`.execute(world.database.db);
  const body = { gst_in: FLEET_GSTIN, address: "1 Road", city: "Bengaluru", postal_code: "560001" };
  await world.call(companies.updateCompany, { ...as, params: { id: company }, body });
  const driver = await own.driver();
  bills.near = await charge(driver, "EVEN-1", 10.03);
  bills.far = await charge(driver, "FAR-1", 7.77);
  bills.fleet = await charge(await companyDriver(world, company), "EVEN-2", 5);
  bills.back = await charge(driver, "EVEN-3", 3);
  own.world.clock.advance(1_000);
  await takeBack(bills.back, "CASE 1");
});
afterAll(() => own.close());

async function charge(driver: Driver, place: string, kwh: number): Promise<Cdr> {
  const started = await own.ask(driver, place);
  own.world.clock.advance(600_000);
  await own.tell(started, { kwh, status: "COMPLETED" });
  await own.send(own.record(started, kwh, 600));
  await own.world.drain();
  return (await own.bills(driver))[0]!;
}
const takeBack = (bill: Cdr, reference: string) =>
  own.world.call(backoffice.correctBill, {
    ...as,
    params: { id: bill.id },
    body: { reason: "A wrong price", reference },
  });
const read = async (month: string) =>
  (await own.world.call(books.getBooks, { ...as, params: { month } })).body.data;
async function file(month: string, name: BooksFile): Promise<string> {
  const response = await fetch(`${own.world.url}/provider/v1/books/${month}/${name}`, {
    headers: { authorization: `Bearer ${PROVIDER_TOKEN}` },
  });
  expect(response.status).toBe(200);
  return response.text();
}
const FILES = ["sales-register.csv", "gstr-1.json", "gstr-1.csv", "tally.xml", "ledger.journal"];
const all = (month: string) => Promise.all(FILES.map((name) => file(month, name as BooksFile)));
const portal = async (month: string) => JSON.parse(await file(month, "gstr-1.json")) as Gstr1;

describe("[B-3] the chart of accounts", () => {
  test("has a place for every account of the ledger, and refuses another one", async () => {
    const kinds = await rows(
      own.world.database.db,
      sql<{ owner: string; kind: string }>`
        select owner, kind from ledger_account union select source_owner, source_kind from ledger_posting
        union select destination_owner, destination_kind from ledger_posting`,
    );
    for (const { owner, kind } of kinds) expect(accountOf(owner, kind, {}).name).not.toBe("");
    expect(() => accountOf("system", "pocket", {})).toThrow("no place for pocket of system");
    expect(() => accountOf("operator:o", "wallet", {})).toThrow("no place");
  });
});

describe("[B-3] the books of a month", () => {
  test("add up to its documents, and every sale of the ledger has one", async () => {
    const found = await read(MONTH);
    const { near, far, fleet } = bills;
    const sum = (pick: (bill: Cdr) => number) => pick(near) + pick(far) + pick(fleet);
    expect(found).toMatchObject({
      state: "OPEN",
      documents: { invoices: 4, credit_notes: 1, financial_credit_notes: 0 },
      sums: {
        taxable_minor: sum((bill) => bill.net_minor),
        cgst_minor: sum((bill) => bill.cgst_minor),
        sgst_minor: sum((bill) => bill.sgst_minor),
        igst_minor: sum((bill) => bill.igst_minor),
        total_minor: sum((bill) => bill.amount_minor),
      },
      difference_minor: 0,
    });
    const net = (name: string) => {
      const account = found.accounts.find((each) => each.name === name)!;
      return account.credit_minor - account.debit_minor;
    };
    expect(net("Output CGST")).toBe(near.cgst_minor);
    expect(net("Output IGST")).toBe(far.igst_minor + fleet.igst_minor);
    // The tax of ₹200.60 is odd: its paisa belongs to the taxable value, and to no line.
    expect(net("Sales of charging, adjustments")).toBe(1);
    expect(net("Sales of energy")).toBe(found.sums.taxable_minor - 1);
    expect(net("Receivable, Fleet One")).toBe(-fleet.amount_minor);
    // 25.80 kWh at ₹20 with GST of 18 %; a bill that we took back is still owed.
    expect(net("Payable, Operator TST")).toBe(60_888);
    expect(net("Input GST on operators' records")).toBe(-9_288);
    const balance = found.accounts.reduce(
      (at, each) => at + each.debit_minor - each.credit_minor,
      0,
    );
    expect(balance).toBe(0);
  });

  test("are a sales register, with what was taken back and nothing of a driver", async () => {
    const text = await file(MONTH, "sales-register.csv");
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(7);
    const { invoice } = bills.back;
    const original = `Credit note,${invoice!.number},2026-11-20,`;
    expect(lines[5]).toContain(original);
    expect(lines[3]).toContain(
      `,${FLEET_GSTIN},Fleet One,29-Karnataka,998714,18,100.00,0.00,0.00,18.00,`,
    );
    for (const bill of Object.values(bills)) {
      expect(text).toContain(bill.invoice!.number);
      expect(text).not.toContain(bill.invoice!.buyer.phone ?? "no phone");
    }
  });

  test("are GSTR-1 as the portal takes it: credits reduce what is summed, registered buyers are named", async () => {
    const found = await portal(MONTH);
    const { near, far, fleet } = bills;
    expect(found).toMatchObject({ gstin: "27AAFCV4182M1ZS", fp: "112026", cdnr: [], cdnur: [] });
    expect(found.b2b).toEqual([
      {
        ctin: FLEET_GSTIN,
        inv: [
          {
            inum: fleet.invoice!.number,
            idt: "20-11-2026",
            val: 118,
            itms: [
              { num: 1, itm_det: { rt: 18, txval: 100, iamt: 18, camt: 0, samt: 0, csamt: 0 } },
            ],
            pos: "29",
            rchrg: "N",
            inv_typ: "R",
          },
        ],
      },
    ]);
    expect(found.b2cs).toMatchObject([
      {
        sply_ty: "INTER",
        pos: "29",
        rt: 18,
        txval: far.net_minor / 100,
        iamt: far.igst_minor / 100,
      },
      {
        sply_ty: "INTRA",
        pos: "27",
        rt: 18,
        txval: near.net_minor / 100,
        camt: near.cgst_minor / 100,
      },
    ]);
    expect(found.hsn.hsn_b2b).toMatchObject([{ hsn_sc: "998714", uqc: "NA", txval: 100 }]);
    expect(found.doc_issue.doc_det.map(({ docs }) => docs[0])).toMatchObject([
      { from: "VM/26-27/000001", to: "VM/26-27/000004", totnum: 4, net_issue: 4 },
      { from: "VC/26-27/000001", to: "VC/26-27/000001", totnum: 1 },
    ]);
    expect(await file(MONTH, "gstr-1.csv")).toContain(
      `b2b,${FLEET_GSTIN},${fleet.invoice!.number}`,
    );
  });

  test("are vouchers and a journal with the same entries", async () => {
    const xml = await file(MONTH, "tally.xml");
    const text = await file(MONTH, "ledger.journal");
    const vouchers = xml.split("<VOUCHER ").slice(1);
    expect(vouchers.length).toBeGreaterThan(10);
    for (const voucher of vouchers) {
      const amounts = [...voucher.matchAll(/<AMOUNT>(-?)(\d+)\.(\d\d)</g)].map(([, sign, r, p]) =>
        Number(`${sign}${r}${p}`),
      );
      expect(amounts.reduce((sum, minor) => sum + minor, 0)).toBe(0);
    }
    const count = (type: string) =>
      vouchers.filter((each) => each.includes(`VCHTYPE="${type}"`)).length;
    expect([count("Sales"), count("Credit Note"), count("Receipt")]).toEqual([4, 1, 1]);
    expect(text.match(/^2026-11-20 /gm)).toHaveLength(vouchers.length);
    expect(text).toMatch(
      /^2026-11-20 \(VM\/26-27\/000001\) Sales \| Charging session {2}; id trf_/m,
    );
  });
});

describe("[B-3] a month that was filed", () => {
  const fileMonth = { ...as, params: { month: MONTH } };

  test("is over for a day, and stays as it was, whatever is corrected later", async () => {
    const early = await own.world.refused(books.fileBooks, fileMonth);
    expect([early.status, early.body.code]).toEqual([409, "CONFLICT"]);
    own.world.clock.set(new Date("2026-12-02T06:30:00.000Z"));
    const before = await all(MONTH);
    const filed = await own.world.call(books.fileBooks, fileMonth);
    expect(filed.body.data).toMatchObject({ state: "FILED", filed_by: "bootstrap" });
    // A correction, a new name of the company and of the seller.
    await takeBack(bills.fleet, "CASE 2");
    await sql`update company set name = 'Fleet renamed'`.execute(own.world.database.db);
    const body = { gst_in: "29AAPFU0939F1ZR", invoice_series: "NM", credit_series: "NC" };
    await own.world.call(backoffice.updateSeller, { ...as, body });
    expect(await all(MONTH)).toEqual(before);
    const again = await own.world.call(books.fileBooks, fileMonth);
    expect(again.body.data).toEqual(filed.body.data);
    const open = await portal(NEXT);
    expect(open.cdnr).toMatchObject([
      { ctin: FLEET_GSTIN, nt: [{ ntty: "C", nt_dt: "02-12-2026", val: 118, pos: "29" }] },
    ]);
    expect((await read(NEXT)).documents).toMatchObject({ invoices: 0, credit_notes: 1 });
  });

  test("takes nothing more", async () => {
    const late = own.world.database.transact((tx) =>
      move(tx, {
        scope: "system",
        idem: "late",
        kind: "CORRECTION",
        reason: "late",
        at: new Date("2026-11-20T10:00:00.000Z"),
        sessionId: null,
        cdrId: null,
        postings: [{ source: ["system", "bank"], destination: ["system", "suspense"], amount: 1n }],
      }),
    );
    await expect(late).rejects.toThrow("the books of that month are filed");
  });
});

test("[B-3] a credit after 30 November of the year after reduces no tax", async () => {
  own.world.clock.set(new Date("2027-11-30T18:30:00.000Z"));
  await takeBack(bills.near, "CASE 3");
  const found = await read("2027-12");
  const { amount_minor, net_minor } = bills.near;
  expect(found).toMatchObject({
    documents: { credit_notes: 0, financial_credit_notes: 1 },
    sums: { taxable_minor: -amount_minor, cgst_minor: 0, total_minor: -amount_minor },
    difference_minor: 0,
  });
  expect(net_minor).toBeLessThan(amount_minor);
  expect(found.accounts.map(({ name }) => name)).toEqual([
    "Customers' advances",
    "Credits without tax reduction",
  ]);
  const { b2cs, hsn } = await portal("2027-12");
  expect([b2cs, hsn.hsn_b2c]).toEqual([[], []]);
});
