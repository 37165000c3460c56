import type { Cdr } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { gstLines, priceLines } from "./bill-lines.ts";

const line = (part: object) => ({
  dimension: "ENERGY",
  quantity: "15.79",
  unit: "kWh",
  price: "16.1",
  vat: "18",
  excl_vat_minor: 25_422,
  incl_vat_minor: 29_998,
  reason: "",
  ...part,
});
const cdr = (part: object) =>
  ({ lines: [line({})], gst_minor: 4576, cgst_minor: 2288, sgst_minor: 2288, ...part }) as Cdr;

test("[B-3] a line says what, how much and at which price before GST", () => {
  expect(priceLines(cdr({}))).toEqual([
    { key: "line-0", label: "Energy, 15.79 kWh × ₹16.10", note: null, minor: 25_422 },
  ]);
  expect(priceLines(cdr({ lines: [line({ dimension: "FLAT", price: "20" })] }))[0]?.label).toBe(
    "Start fee, ₹20.00",
  );
  expect(priceLines(cdr({ lines: [line({ dimension: "NEW", price: "0.1255" })] }))[0]?.label).toBe(
    "NEW, 15.79 kWh × ₹0.1255",
  );
});

test("[B-3] GST within a state is two equal parts with their rate", () => {
  expect(gstLines(cdr({})).map((gst) => [gst.label, gst.minor])).toEqual([
    ["CGST 9%", 2288],
    ["SGST 9%", 2288],
  ]);
});

test("[B-3] GST between states is one line; mixed rates show none", () => {
  expect(gstLines(cdr({ cgst_minor: 0, sgst_minor: 0 }))).toEqual([
    { key: "igst", label: "IGST 18%", note: null, minor: 4576 },
  ]);
  expect(gstLines(cdr({ lines: [line({}), line({ vat: "5" })] }))[0]?.label).toBe("CGST");
});
