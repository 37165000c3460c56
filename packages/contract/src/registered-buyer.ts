import { isValidGstin, pinFitsGstin } from "@voltmarg/rules";
import * as z from "zod/mini";
import { fieldProblem, type FieldProblem } from "./field-problems.ts";

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** What an invoice says of a driver's business: the name and the address that belong to the GSTIN; null: not known. */
export const DriverBusiness = {
  business_name: z.nullable(text(100)),
  business_address: z.nullable(text(200)),
  business_city: z.nullable(text(80)),
  business_postal_code: z.nullable(z.string().check(z.regex(/^[1-9]\d{5}$/))),
};

/**
 * What is wrong with the fields of a buyer by which an invoice names one who is registered (Rule 46 (d) of the CGST Rules):
 * with a GSTIN none may be empty, and the PIN code lies in its state. `gst_in` and `postal_code` are named by their ends.
 */
export function buyerProblems(buyer: Readonly<Record<string, string | null>>): FieldProblem[] {
  const { gst_in: gstIn, ...rest } = buyer;
  if (gstIn == null) return [];
  if (!isValidGstin(gstIn)) return [fieldProblem("gst_in", "NOT_A_GSTIN")];
  return Object.entries(rest).flatMap(([name, value]) => {
    if (value === null) return [fieldProblem(name, "MISSING")];
    const isAway = name.endsWith("postal_code") && !pinFitsGstin(value, gstIn);
    return isAway ? [fieldProblem(name, "NOT_IN_STATE")] : [];
  });
}
