import type { Cdr } from "@voltmarg/contract";
import { inr } from "../../ui/format.ts";
import { billCopy as copy } from "./copy.ts";

export type BillLine = { key: string; label: string; note: string | null; minor: number };

const plain = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 4 });
/** ₹16.10 out of a decimal text of rupees; more digits only where the tariff has them. */
const price = (rupees: string) => {
  const digits = Math.min(4, Math.max(2, rupees.split(".")[1]?.replace(/0+$/, "").length ?? 0));
  return `₹${new Intl.NumberFormat("en-IN", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Number(rupees))}`;
};

/** The lines of the price as the operator's tariff makes them, before GST. */
export const priceLines = (cdr: Cdr): BillLine[] =>
  cdr.lines.map((line, index) => {
    const name = copy.dimensions[line.dimension] ?? line.dimension;
    return {
      key: `line-${index}`,
      label:
        line.dimension === "FLAT"
          ? copy.flat(name, price(line.price))
          : copy.each(name, plain.format(Number(line.quantity)), line.unit, price(line.price)),
      note: line.reason || null,
      minor: line.excl_vat_minor,
    };
  });

/** CGST and SGST, or IGST when buyer and seller are in different states; the rate only when all lines share it. */
export function gstLines(cdr: Cdr): BillLine[] {
  const rates = new Set(cdr.lines.map((line) => line.vat ?? "0"));
  const rate = rates.size === 1 ? Number([...rates][0]) : NaN;
  const percent = (share: number) =>
    Number.isFinite(rate) && rate > 0 ? ` ${plain.format(rate / share)}%` : "";
  const integrated = cdr.gst_minor - cdr.cgst_minor - cdr.sgst_minor;
  if (integrated !== 0)
    return [{ key: "igst", label: copy.igst(percent(1)), note: null, minor: cdr.gst_minor }];
  return [
    { key: "cgst", label: copy.cgst(percent(2)), note: null, minor: cdr.cgst_minor },
    { key: "sgst", label: copy.sgst(percent(2)), note: null, minor: cdr.sgst_minor },
  ];
}

/** One sentence for sharing. */
export const shareText = (cdr: Cdr): string =>
  `${copy.shareTitle(cdr.location.name)}: ${inr(cdr.amount_minor)}`;
