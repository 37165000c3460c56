import { companies, backoffice, type CompanyStatement, type Settlement } from "@voltmarg/contract";
import { monthBounds, monthOf } from "@voltmarg/rules";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accountOf,
  billOf,
  companyDriver,
  asProvider as backofficeOf,
  newCompany,
  wholeCharge,
} from "@voltmarg/testkit/company";
import {
  accountBalances,
  ledgerFaults,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";
import { addReference } from "../charging/index.ts";
import { move } from "../wallet/index.ts";
import { companyStatement } from "./company-statement.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 120, env: { DEMO_SPEED: "20" } });
});
afterAll(() => world.stop());

const MONTH = "2026-11";
const statementOf = async (id: string, month = MONTH) =>
  (await world.call(companies.getCompanyStatement, { ...backofficeOf, params: { id, month } })).body
    .data;

async function csv(path: string): Promise<{ name: string | null; rows: string[][] }> {
  const response = await fetch(`${world.url}${path}`, {
    headers: { authorization: `Bearer ${backofficeOf.token}`, accept: "text/csv" },
  });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const text = await response.text();
  return {
    name: response.headers.get("content-disposition"),
    // No cell of these tests holds a comma of its own but the place's, which is quoted.
    rows: text
      .split("\r\n")
      .filter(Boolean)
      .map((line) => line.replace(/"[^"]*"/g, (cell) => cell.replaceAll(",", ";")).split(",")),
  };
}

describe("[B-2] a company's statement", () => {
  test("lists its bills with driver, vehicle, place, energy and tax, and its payments", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const bills = [await wholeCharge(world, driver), await wholeCharge(world, driver)];
    await world.call(companies.recordCompanyPayment, {
      ...backofficeOf,
      params: { id },
      body: { amount_minor: 10_000, reference: "=UTR 42" },
    });
    const statement = await statementOf(id);
    expect(statement.bills).toMatchObject(
      bills.map((bill) => ({
        cdr_id: bill.id,
        driver_mobile: `+91${driver.mobile}`,
        place: `${bill.location.name}, ${bill.location.city}`,
        kwh: bill.total_energy,
        net_minor: bill.net_minor,
        gst_minor: bill.gst_minor,
        total_minor: bill.amount_minor,
        invoice_number: bill.invoice?.number,
      })),
    );
    expect(statement.bills.every(({ invoice_number }) => invoice_number !== null)).toBe(true);
    const total = bills.reduce((sum, bill) => sum + bill.amount_minor, 0);
    expect(statement).toMatchObject({
      opening_minor: 0,
      sums: { bills: 2, total_minor: total },
      payments: [{ kind: "PAYMENT", reference: "=UTR 42", amount_minor: 10_000 }],
      paid_minor: 10_000,
      closing_minor: total - 10_000,
    });
    expect((await accountOf(world, id)).owed_minor).toBe(statement.closing_minor);
    expect(await statementOf(id, "2026-12")).toMatchObject({
      opening_minor: total - 10_000,
      bills: [],
      closing_minor: total - 10_000,
    });

    const { name, rows } = await csv(`/provider/v1/companies/${id}/statements/${MONTH}`);
    expect(name).toMatch(/attachment; filename="statement-Fleet-\d+-2026-11\.csv"/);
    expect(rows.map((row) => row[1])).toEqual([
      "Kind",
      "Opening balance",
      "Bill",
      "Bill",
      "Sum of bills",
      "Payment",
      "Closing balance",
    ]);
    expect(rows.at(-1)?.[9]).toBe(((total - 10_000) / 100).toFixed(2));
    const pdf = await fetch(`${world.url}/provider/v1/companies/${id}/statements/${MONTH}`, {
      headers: { authorization: `Bearer ${backofficeOf.token}`, accept: "application/pdf" },
    });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.text()).startsWith("%PDF-1.7")).toBe(true);
    // What a bank wrote into a reference is no formula in somebody's spreadsheet.
    expect(rows[5]?.[10]).toBe("'=UTR 42");
    expect(rows[2]?.[0]).toMatch(/^2026-11-20T1\d:\d\d:\d\d\+05:30$/);
  });

  test("of any bills and payments has sums equal to its lines, and months join without a gap", async () => {
    // Both ends of a month are the last and the first of something.
    const moment = fc
      .record({
        month: fc.constantFrom("2026-09", "2026-10", "2026-11"),
        at: fc.oneof(
          fc.constantFrom(0, 0.999999999),
          fc.double({ min: 0, max: 0.999, noNaN: true }),
        ),
      })
      .map(({ month, at }) => {
        const { from, until } = monthBounds(month);
        return new Date(Math.floor(from.getTime() + at * (until.getTime() - from.getTime())));
      });
    const booking = fc.record({
      /** A bill without a CDR, and when its CDR came. */
      moments: fc.tuple(moment, moment),
      isReplaced: fc.boolean(),
      net: fc.integer({ min: 0, max: 5_000_000 }),
      gst: fc.integer({ min: 0, max: 900_000 }),
      paid: fc.boolean(),
    });
    const driver = await world.signUp();
    await fc.assert(
      fc.asyncProperty(fc.array(booking, { maxLength: 12 }), async (bookings) => {
        const id = await newCompany(world);
        let expected = 0;
        let lines = 0;
        for (const [index, { moments, isReplaced, net, gst, paid }] of bookings.entries()) {
          const [first, later] = moments.toSorted((a, b) => a.getTime() - b.getTime());
          const amount = net + gst;
          const isCredited = isReplaced && !paid && amount > 0;
          expected += paid ? -amount : isCredited ? 0 : amount;
          if (paid) await book(id, "PAYMENT", `payment:${index}`, amount, first!, null);
          else {
            const bill = await bookBill(id, driver.id, { net, gst, at: first! });
            if (isCredited) await replaceBill(id, driver.id, bill, amount, [first!, later!]);
          }
          // Within one month the session counts once, by its CDR.
          const isOne = monthOf(first!) === monthOf(later!);
          lines += isCredited ? (isOne ? 0 : 2) : 1;
        }
        let closing = 0;
        let count = 0;
        for (const month of ["2026-08", "2026-09", "2026-10", "2026-11", "2026-12"]) {
          const statement = (await companyStatement(world.database.db, id, month))!;
          expect(statement.opening_minor).toBe(closing);
          const sum = (pick: (line: CompanyStatement["bills"][number]) => number) =>
            statement.bills.reduce((total, line) => total + pick(line), 0);
          expect(statement.sums).toMatchObject({
            bills: statement.bills.length,
            net_minor: sum((line) => line.net_minor),
            gst_minor: sum((line) => line.gst_minor),
            total_minor: sum((line) => line.total_minor),
          });
          expect(statement.sums.net_minor + statement.sums.gst_minor).toBe(
            statement.sums.total_minor,
          );
          expect(statement.closing_minor).toBe(
            statement.opening_minor + statement.sums.total_minor - statement.paid_minor,
          );
          ({ closing_minor: closing } = statement);
          count += statement.bills.length + statement.payments.length;
        }
        expect(closing).toBe(expected);
        expect(count).toBe(lines);
        expect((await accountOf(world, id)).owed_minor).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });
});

/** A move on a company's account: what it pays raises it, a bill lowers it. */
const book = (
  id: string,
  kind: "PAYMENT" | "CHARGE" | "CORRECTION",
  idem: string,
  paise: number,
  at: Date,
  cdrId: string | null,
) =>
  world.database.transact((tx) =>
    move(tx, {
      scope: id,
      idem,
      kind,
      reason: idem,
      at,
      sessionId: null,
      cdrId,
      postings: [
        kind === "CHARGE"
          ? { source: [id, "receivable"], destination: ["system", "sales"], amount: BigInt(paise) }
          : { source: ["system", "bank"], destination: [id, "receivable"], amount: BigInt(paise) },
      ],
    }),
  );

let bills = 0;
async function bookBill(
  companyId: string,
  userId: string,
  { net, gst, at }: { net: number; gst: number; at: Date },
  creditOf: string | null = null,
): Promise<string> {
  const id = `cdr_made_${++bills}`;
  const wire = {
    location: { name: "Baner", city: "Pune" },
    total_energy: 1.5,
    net_minor: net,
    gst_minor: gst,
    amount_minor: net + gst,
  };
  await world.database.pool.query(
    `insert into cdr (user_id, id, session_id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at, credit_of)
     values ($1, $2, null, 'IN', 'AAA', $2, $3, $3, $4, '{}', $5, $6)`,
    [userId, id, net + gst, wire, at, creditOf],
  );
  await world.database.transact(async (tx) => {
    await addReference(tx, `cdr:${id}`, { user_id: userId, session_id: "ses_none" });
  });
  await book(companyId, creditOf ? "CORRECTION" : "CHARGE", `bill:${id}`, net + gst, at, id);
  return id;
}

/** A bill without a CDR whose CDR came later: a credit takes it back. */
async function replaceBill(
  companyId: string,
  userId: string,
  bill: string,
  amount: number,
  [made, settled]: readonly [Date, Date],
): Promise<void> {
  await world.database.pool.query(
    `insert into provisional_bill (user_id, cdr_id, session_id, operator_id, created_at, outcome, replaced_by, settled_at)
     values ($1, $2, 'ses_none', 'opr_none', $3, 'REPLACED', 'cdr_none', $4)`,
    [userId, bill, made, settled],
  );
  await bookBill(companyId, userId, { net: amount, gst: 0, at: settled }, bill);
}

describe("[B-3] a correction", () => {
  const correct = (id: string, reference: string) => ({
    ...backofficeOf,
    params: { id },
    body: { reason: "The price on the charger was another one", reference },
  });

  test("credits a driver's bill once, by a credit note of the provider", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    const bill = await wholeCharge(world, driver);
    expect((await accountBalances(world, driver.id))["wallet"]).toBe(
      100_000n - BigInt(bill.amount_minor),
    );
    const owed = await balancesOfOperators();
    const once = await world.call(backoffice.correctBill, correct(bill.id, "CASE 12"));
    expect(once.body.data).toMatchObject({ booked: true, amount_minor: bill.amount_minor });
    expect(once.body.data.number).toMatch(/^VC\/26-27\/\d{6}$/);
    const again = await world.call(backoffice.correctBill, correct(bill.id, "CASE 12"));
    expect(again.body.data).toEqual({ ...once.body.data, booked: false });
    const other = await world.refused(backoffice.correctBill, correct(bill.id, "CASE 13"));
    expect([other.status, other.body.code]).toEqual([409, "CONFLICT"]);
    expect((await accountBalances(world, driver.id))["wallet"]).toBe(100_000n);
    // What the operator is owed is another matter.
    expect(await balancesOfOperators()).toEqual(owed);
    const after = await billOf(world, driver, bill.session_id!);
    expect(after.credited_by?.number).toBe(once.body.data.number);
    expect(await ledgerFaults(world)).toMatchObject({ unbalanced: 0, drifted: 0 });
  });

  test("of a company's bill is in its statement, and no longer counts towards its limit", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const bill = await wholeCharge(world, driver);
    const { body } = await world.call(backoffice.correctBill, correct(bill.id, "CASE 14"));
    const reference = `${body.data.number}, ${bill.location.name}`;
    expect(await statementOf(id)).toMatchObject({
      sums: { total_minor: bill.amount_minor },
      payments: [{ kind: "CREDIT", reference, amount_minor: bill.amount_minor }],
      closing_minor: 0,
    });
    expect(await accountOf(world, id)).toMatchObject({ owed_minor: 0, billed_minor: 0 });
  });

  test("of an unknown bill or of a credit note is refused", async () => {
    const absent = await world.refused(backoffice.correctBill, correct("cdr_absent", "CASE 15"));
    expect(absent.body.code).toBe("CDR_NOT_FOUND");
    const driver = await companyDriver(world, await newCompany(world));
    const bill = await wholeCharge(world, driver);
    await world.call(backoffice.correctBill, correct(bill.id, "CASE 16"));
    const note = (await billOf(world, driver, bill.session_id!)).credited_by!.cdr_id;
    const refused = await world.refused(backoffice.correctBill, correct(note, "CASE 17"));
    expect(refused.body.code).toBe("CDR_NOT_FOUND");
  });

  const balancesOfOperators = async () => {
    const ids = await world.database.pool.query<{ id: string }>(
      "select id from operator order by id",
    );
    return Promise.all(ids.rows.map(({ id }) => accountBalances(world, `operator:${id}`)));
  };
});

describe("what we owe an operator", () => {
  const settlementsOf = async (): Promise<Settlement[]> =>
    Promise.all(
      world.cpo.operators.map(
        async ({ name: operator }) =>
          (
            await world.call(backoffice.getSettlement, {
              ...backofficeOf,
              params: { month: MONTH },
              query: { operator },
            })
          ).body.data,
      ),
    );
  const recordOf = (settlements: Settlement[], cdrId: string) =>
    settlements
      .flatMap((s) => s.records.map((record) => ({ ...record, operator: s.operator.id })))
      .find((record) => record.cdr_id === cdrId)!;

  test("[E-4] is what it asked if our check agrees; otherwise what we found, and the rest is disputed", async () => {
    const driver = await companyDriver(world, await newCompany(world));
    const agreed = await wholeCharge(world, driver);
    const disputed = await wholeCharge(world, driver, "asks_more");
    const settlements = await settlementsOf();
    expect(recordOf(settlements, agreed.id)).toMatchObject({
      payable_minor: agreed.amount_minor,
      disputed_minor: 0,
      paid_minor: agreed.amount_minor,
      margin_minor: 0,
      kwh: agreed.total_energy,
    });
    const { asked_minor, checked_minor } = disputed.dispute!;
    expect(asked_minor).toBeGreaterThan(checked_minor);
    expect(recordOf(settlements, disputed.id)).toMatchObject({
      asked_minor,
      checked_minor,
      payable_minor: checked_minor,
      disputed_minor: asked_minor - checked_minor,
      paid_minor: disputed.amount_minor,
    });
  });

  test("adds up to the operator's account in the ledger, and so does its table", async () => {
    for (const settlement of await settlementsOf()) {
      const { sums, records, operator } = settlement;
      const ledger = await accountBalances(world, `operator:${operator.id}`);
      expect(sums.payable_minor).toBe(Number(ledger["payable"] ?? 0n));
      expect(sums.disputed_minor).toBe(Number(ledger["disputed"] ?? 0n));
      expect(sums.payable_minor).toBe(records.reduce((sum, r) => sum + r.payable_minor, 0));
      expect(sums.asked_minor).toBe(sums.payable_minor + sums.disputed_minor);
      const { rows } = await csv(
        `/provider/v1/settlements/${MONTH}?operator=${encodeURIComponent(operator.name)}`,
      );
      expect(rows).toHaveLength(records.length + 2);
      expect(rows.at(-1)?.slice(8)).toEqual(
        [sums.payable_minor, sums.paid_minor, sums.margin_minor].map((paise) =>
          (paise / 100).toFixed(2),
        ),
      );
    }
    const counts = (await settlementsOf()).map(({ sums }) => sums.records);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3);
  });

  test("of an unknown operator is not found", async () => {
    const refused = await world.refused(backoffice.getSettlement, {
      ...backofficeOf,
      params: { month: MONTH },
      query: { operator: "nobody" },
    });
    expect(refused.body.code).toBe("NOT_FOUND");
  });
});
