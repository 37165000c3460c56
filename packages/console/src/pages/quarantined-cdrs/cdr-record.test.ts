import { expect, test } from "vitest";
import { recordOf } from "./cdr-record.ts";

const costOf = (total_cost: unknown) => recordOf({ currency: "INR", total_cost }).cost;

test("what a CDR costs is said with its taxes by name, as the operator sent them", () => {
  const price = { excl_vat: 20, incl_vat: 23.6 };
  const taxes = [
    { name: "CGST", percentage: 9, amount: 1.8 },
    { name: "SGST", amount: 1.8 },
  ];
  expect(costOf({ ...price, taxes })).toBe(
    "INR 20.00 without GST, INR 23.60 with GST, INR 1.80 CGST (9 %), INR 1.80 SGST",
  );
  expect(costOf(price)).toBe("INR 20.00 without GST, INR 23.60 with GST");
  expect(costOf({ ...price, taxes: [{ name: "CGST" }, "SGST", null] })).toBe(costOf(price));
  expect(costOf({ ...price, taxes: "GST" })).toBe(costOf(price));
  expect(costOf(undefined)).toBeNull();
});
