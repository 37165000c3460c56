import { expect, test } from "vitest";
import { invoiceGst, NO_TAX, supplyOf } from "./invoice-gst.ts";

const LINES = [
  { rate: "5", netMinor: 3_333n },
  { rate: "18", netMinor: 10_001n },
  { rate: NO_TAX, netMinor: 500n },
];
const TOTALS = { netMinor: 13_834n, totalMinor: 15_801n };

test("[B-3] between states all of it is IGST, by rate too, and nothing is split", () => {
  const all = invoiceGst(TOTALS, LINES, "IGST");
  expect(all).toMatchObject({ gstMinor: 1_967n, cgstMinor: 0n, sgstMinor: 0n, igstMinor: 1_967n });
  expect(
    all.rates.map(({ rate, taxableMinor, cgstMinor, sgstMinor, igstMinor }) => [
      rate,
      taxableMinor,
      cgstMinor,
      sgstMinor,
      igstMinor,
    ]),
  ).toEqual([
    ["18", 10_001n, 0n, 0n, 1_800n],
    ["5", 3_333n, 0n, 0n, 167n],
    [NO_TAX, 500n, 0n, 0n, 0n],
  ]);
});

test("[B-3] within a state it is halved, the odd paisa is the state's, and each column adds up", () => {
  const all = invoiceGst(TOTALS, LINES, "CGST_SGST");
  expect(all).toMatchObject({ gstMinor: 1_967n, igstMinor: 0n });
  expect(all.cgstMinor + all.sgstMinor).toBe(1_967n);
  const sumOf = (column: "taxableMinor" | "cgstMinor" | "sgstMinor" | "igstMinor") =>
    all.rates.reduce((sum, each) => sum + each[column], 0n);
  expect(sumOf("taxableMinor")).toBe(13_834n);
  expect(sumOf("cgstMinor")).toBe(all.cgstMinor);
  expect(sumOf("sgstMinor")).toBe(all.sgstMinor);
  expect(sumOf("igstMinor")).toBe(0n);
});

test("[B-3] the place of supply is the buyer's state, else the charger's, else the seller's", () => {
  const sellerState = "29";
  const of = (buyerGstin: string | null, locationState: string | null) =>
    supplyOf({ sellerState, buyerGstin, locationState });
  expect(of("27AAPFU0939F1ZV", "29")).toEqual({ placeOfSupply: "27", tax: "IGST" });
  expect(of(null, "27")).toEqual({ placeOfSupply: "27", tax: "IGST" });
  expect(of(null, "29")).toEqual({ placeOfSupply: "29", tax: "CGST_SGST" });
  expect(of(null, null)).toEqual({ placeOfSupply: "29", tax: "CGST_SGST" });
});
