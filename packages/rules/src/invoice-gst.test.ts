import { expect, test } from "vitest";
import { invoiceGst, NO_TAX, supplyOf } from "./invoice-gst.ts";

const sac = "998714";
const OTHERWISE = { rate: "18", sac };
const LINES = [
  { rate: "5", sac, netMinor: 3_333n },
  { rate: "18", sac, netMinor: 10_001n },
  { rate: NO_TAX, sac, netMinor: 500n },
];
const TOTALS = { netMinor: 13_834n, totalMinor: 15_801n };

test("[B-3] between states all of it is IGST, by rate too, and nothing is split", () => {
  const all = invoiceGst(TOTALS, LINES, "IGST", OTHERWISE);
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

test("[B-3] within a state both halves are equal, by rate too, and what is left is taxable", () => {
  const all = invoiceGst(TOTALS, LINES, "CGST_SGST", OTHERWISE);
  expect(all).toMatchObject({
    netMinor: 13_835n,
    gstMinor: 1_966n,
    cgstMinor: 983n,
    sgstMinor: 983n,
    igstMinor: 0n,
  });
  const sumOf = (column: "taxableMinor" | "cgstMinor" | "sgstMinor" | "igstMinor") =>
    all.rates.reduce((sum, each) => sum + each[column], 0n);
  expect(sumOf("taxableMinor")).toBe(13_835n);
  expect(sumOf("cgstMinor")).toBe(983n);
  expect(all.rates.every(({ cgstMinor, sgstMinor }) => cgstMinor === sgstMinor)).toBe(true);
  expect(sumOf("igstMinor")).toBe(0n);
});

test("[B-3] what has another code stands apart, also at the same rate", () => {
  const lines = [
    { rate: "18", sac, netMinor: 10_000n },
    { rate: "18", sac: "996743", netMinor: 2_000n },
    { rate: null, sac, netMinor: -3_000n },
  ];
  const { rates } = invoiceGst(
    { netMinor: 9_000n, totalMinor: 10_620n },
    lines,
    "CGST_SGST",
    OTHERWISE,
  );
  expect(rates.map((each) => [each.rate, each.sac, each.taxableMinor, each.cgstMinor])).toEqual([
    ["18", sac, 7_500n, 675n],
    ["18", "996743", 1_500n, 135n],
  ]);
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
