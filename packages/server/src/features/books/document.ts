import { creditReducesTax, currentStateCode, NO_TAX } from "@voltmarg/rules";
import type { DocumentRow } from "./books.store.ts";

/** Paise; of a credit note negative. */
export type Tax = {
  taxable: bigint;
  cgst: bigint;
  sgst: bigint;
  igst: bigint;
};
export type Rate = Tax & { /** Percent. */ rate: number; sac: string };

/** An invoice or a credit note as an accountant needs it. */
export type Document = {
  /** FINANCIAL: a credit note too late to reduce tax (section 34 CGST Act): all of it is value, and no tax. */
  kind: "INVOICE" | "CREDIT_NOTE" | "FINANCIAL";
  cdrId: string;
  number: string;
  issuedAt: Date;
  /** The invoice that a credit note takes back. */
  original: { number: string; issuedAt: Date } | null;
  sellerGstin: string;
  /** Null: not registered. Such a buyer has no name here either. */
  buyer: { gstin: string; name: string } | null;
  /** Two-digit GST state code. */
  placeOfSupply: string;
  interState: boolean;
  rates: readonly Rate[];
  sums: Tax;
  /** With tax. */
  total: bigint;
  /** Paise before tax by the dimension of the bill's lines. */
  sold: Readonly<Record<string, bigint>>;
};

export const NOTHING: Tax = { taxable: 0n, cgst: 0n, sgst: 0n, igst: 0n };
export const plus = (a: Tax, b: Tax): Tax => ({
  taxable: a.taxable + b.taxable,
  cgst: a.cgst + b.cgst,
  sgst: a.sgst + b.sgst,
  igst: a.igst + b.igst,
});
export const taxOf = ({ cgst, sgst, igst }: Tax): bigint => cgst + sgst + igst;

export function documentOf({ cdr_id: cdrId, issued_at, invoice, sold }: DocumentRow): Document {
  const original = invoice.original && {
    number: invoice.original.number,
    issuedAt: new Date(invoice.original.issued_at),
  };
  const isLate = original !== null && !creditReducesTax(original.issuedAt, issued_at);
  const rates = invoice.rates.map((each): Rate => {
    const tax: Tax = {
      taxable: BigInt(each.taxable_minor),
      cgst: BigInt(each.cgst_minor),
      sgst: BigInt(each.sgst_minor),
      igst: BigInt(each.igst_minor),
    };
    return {
      ...(isLate ? { ...NOTHING, taxable: tax.taxable + taxOf(tax) } : tax),
      rate: isLate || each.rate === NO_TAX ? 0 : Number(each.rate),
      sac: each.sac ?? invoice.sac,
    };
  });
  const sums = rates.reduce<Tax>(plus, NOTHING);
  const { seller, buyer } = invoice;
  return {
    kind: isLate ? "FINANCIAL" : invoice.kind,
    cdrId,
    number: invoice.number,
    issuedAt: issued_at,
    original,
    sellerGstin: seller.gst_in ?? "",
    buyer: buyer.gst_in === null ? null : { gstin: buyer.gst_in, name: buyer.name },
    placeOfSupply: invoice.place_of_supply,
    interState: invoice.place_of_supply !== currentStateCode(seller.state_code ?? ""),
    rates,
    sums,
    total: sums.taxable + taxOf(sums),
    sold: Object.fromEntries(Object.entries(sold ?? {}).map(([of, minor]) => [of, BigInt(minor)])),
  };
}
