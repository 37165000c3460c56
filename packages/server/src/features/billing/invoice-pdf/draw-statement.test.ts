import type { CompanyStatement } from "@voltmarg/contract";
import { readPdf } from "@voltmarg/testkit/read-pdf";
import { expect, test } from "vitest";
import { drawStatement } from "./draw-statement.ts";

function statement(bills: number): CompanyStatement {
  const bill = (at: number) => ({
    cdr_id: `cdr_${at}`,
    at: "2026-11-20T06:30:00.000Z",
    driver_name: at % 2 === 0 ? "Vikram Shetty" : null,
    driver_mobile: "+919800000001",
    vehicle: at % 3 === 0 ? null : "Tata Tigor EV MH 12 AB 3456",
    place: "क्षेत्र चार्जिंग, श्री चौक, Pune",
    kwh: 12.345,
    net_minor: 20_000,
    gst_minor: 3_600,
    total_minor: 23_600,
    invoice_number: `VM/26-27/${String(at).padStart(6, "0")}`,
  });
  return {
    company: { id: "com_1", name: "Kaveri Fleet Services" },
    month: "2026-11",
    opening_minor: 1_234_500,
    bills: Array.from({ length: bills }, (_, at) => bill(at)),
    sums: {
      bills,
      kwh: 12.345 * bills,
      net_minor: 20_000 * bills,
      gst_minor: 3_600 * bills,
      total_minor: 23_600 * bills,
    },
    payments: [
      {
        at: "2026-11-25T06:30:00.000Z",
        kind: "PAYMENT",
        reference: "UTR 0042",
        amount_minor: 1_000_000,
      },
    ],
    paid_minor: 1_000_000,
    closing_minor: 234_500 + 23_600 * bills,
  };
}

const pagesOf = (pdf: Buffer) =>
  Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf.toString("latin1"))?.[1]);

test.each([
  [0, 1],
  [3, 1],
  [100, 8],
])(
  "a statement of %i charges is at most %i pages, small, and the same each time",
  async (n, most) => {
    const pdf = await drawStatement(statement(n), "Voltmarg Mobility Private Limited");
    expect(pdf.subarray(0, 8).toString()).toBe("%PDF-1.7");
    expect(pdf.toString("latin1")).toContain("(en-IN)");
    expect(pdf.length).toBeLessThan(200_000);
    expect(pagesOf(pdf)).toBeGreaterThanOrEqual(n > 50 ? 3 : 1);
    expect(pagesOf(pdf)).toBeLessThanOrEqual(most);
    expect(await drawStatement(statement(n), "Voltmarg Mobility Private Limited")).toEqual(pdf);
  },
);

test("[B-2] a statement is drawn as stored in layouts", async () => {
  const { drawn } = readPdf(
    await drawStatement(statement(25), "Voltmarg Mobility Private Limited"),
  );
  await expect(drawn).toMatchFileSnapshot("layouts/statement.txt");
});
