import { gstStateName, indianDayOf } from "@voltmarg/rules";
import { csvLines, decimalRupees } from "../../platform/csv.ts";
import { NOTHING, plus, taxOf, type Document, type Tax } from "./document.ts";

const HEAD = [
  "Date",
  "Document",
  "Kind",
  "Original document",
  "Original date",
  "GSTIN of buyer",
  "Buyer",
  "Place of supply",
  "SAC",
  "Rate %",
  "Taxable value (INR)",
  "CGST (INR)",
  "SGST (INR)",
  "IGST (INR)",
  "Total (INR)",
];

export const KINDS = {
  INVOICE: "Invoice",
  CREDIT_NOTE: "Credit note",
  FINANCIAL: "Financial credit note",
} as const;

export const placeName = (code: string) => `${code}-${gstStateName(code, "en")}`;

const amounts = (tax: Tax) =>
  [tax.taxable, tax.cgst, tax.sgst, tax.igst, tax.taxable + taxOf(tax)].map(decimalRupees);

/** The sales register as CSV: a line for each rate of each document, and the sums last. */
export async function* salesRegister(documents: AsyncIterable<Document>): AsyncIterable<string> {
  yield csvLines([HEAD], true);
  let sums = NOTHING;
  for await (const document of documents) {
    const { kind, number, issuedAt, original, buyer, placeOfSupply, rates } = document;
    sums = plus(sums, document.sums);
    const facts = [
      indianDayOf(issuedAt),
      number,
      KINDS[kind],
      original?.number ?? "",
      original ? indianDayOf(original.issuedAt) : "",
      buyer?.gstin ?? "",
      buyer?.name ?? "",
      placeName(placeOfSupply),
    ];
    for (const rate of rates)
      yield csvLines([[...facts, rate.sac, String(rate.rate), ...amounts(rate)]]);
  }
  yield csvLines([["Sum", ...Array<string>(9).fill(""), ...amounts(sums)]]);
}
