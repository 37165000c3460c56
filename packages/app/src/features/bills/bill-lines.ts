import type { Cdr } from "@voltmarg/contract";
import { conditionWords, durationWords } from "../../prices/condition-text.ts";
import { priceCopy } from "../../prices/copy.ts";
import { timeCopy, unitCopy } from "../../ui/copy.ts";
import { decimal, inr, when } from "../../ui/format.ts";
import { billCopy as copy } from "./copy.ts";

export type BillLine = { key: string; label: string; note: string | null; minor: number };
type CdrLine = Cdr["lines"][number];

const plain = (value: number) => decimal(value, 0, 4);
/** ₹16.10 out of a decimal text of rupees; more digits only where the tariff has them. */
const price = (rupees: string) => {
  const digits = Math.min(4, Math.max(2, rupees.split(".")[1]?.replace(/0+$/, "").length ?? 0));
  return `₹${decimal(Number(rupees), digits)}`;
};

/** The lines of the price as the tariff makes them, before GST; together they are the net. */
export function priceLines(cdr: Cdr): BillLine[] {
  const lines = cdr.lines.map((line, index) => ({
    key: `line-${index}`,
    label: labelOf(line),
    note: noteOf(line, cdr),
    minor: line.excl_vat_minor,
  }));
  const rest = cdr.net_minor - lines.reduce((sum, { minor }) => sum + minor, 0);
  // Every line is rounded to a paisa, the bill once.
  return rest === 0 || lines.length === 0
    ? lines
    : [...lines, { key: "rounding", label: copy.rounding, note: copy.roundingNote, minor: rest }];
}

function labelOf({ dimension, quantity, unit, price: rupees }: CdrLine): string {
  const change = copy.changes[dimension];
  if (change) return change.label;
  const name = priceCopy.names[dimension] ?? dimension;
  if (unit === "session") return copy.flat(name, price(rupees));
  if (unit === "h") return copy.timed(name, timeWords(Number(quantity)), price(rupees));
  return copy.each(name, plain(Number(quantity)), unit, price(rupees));
}

/** 25 min, 25 min 30 s out of hours. */
function timeWords(hours: number): string {
  const seconds = Math.round(hours * 3600);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [
    minutes > 0 && `${minutes}\u00a0${unitCopy.minute}`,
    (rest > 0 || minutes === 0) && `${rest}\u00a0${unitCopy.second}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** When the price was used, why it was this one, and what was rounded. */
function noteOf(line: CdrLine, cdr: Cdr): string | null {
  const change = copy.changes[line.dimension];
  if (change) return change.note;
  const words = conditionWords(line.restrictions);
  const hasOther = cdr.lines.some(
    (other) => other.dimension === line.dimension && other.restrictions !== null,
  );
  return [
    stretch(line, cdr.time_zone),
    words || (hasOther ? priceCopy.otherwise : ""),
    line.rounding && roundingWords(line.rounding),
  ]
    .filter(Boolean)
    .join(" · ");
}

function stretch({ from, until, unit }: CdrLine, timeZone: string): string {
  const [begin, end] = [when(from, timeZone), when(until, timeZone)];
  const sameDay = begin.date === end.date;
  if (unit === "session" || (sameDay && begin.time === end.time)) return copy.at(begin.time);
  if (sameDay) return timeCopy.hours(begin.time, end.time);
  return `${begin.date} ${begin.time}–${end.date} ${end.time}`;
}

/** Less than a Wh or a second is below what the line shows. */
function roundingWords({ added, step, unit }: NonNullable<CdrLine["rounding"]>): string | null {
  const [more, full] = [Number(added), Number(step)];
  if (more < 1) return null;
  if (unit === "s")
    return copy.rounded(
      `${plain(more)}\u00a0${unitCopy.second}`,
      full === 60 ? copy.minute : durationWords(full),
    );
  return copy.rounded(
    `${plain(more)}\u00a0Wh`,
    full % 100 === 0 ? `${full / 1000}\u00a0kWh` : `${plain(full)}\u00a0Wh`,
  );
}

/** CGST and SGST, or IGST when buyer and seller are in different states; the rate only when all lines share it. */
export function gstLines(cdr: Cdr): BillLine[] {
  const rates = new Set(
    cdr.lines
      .filter(({ dimension }) => !copy.changes[dimension])
      .map((line) => Number(line.vat ?? "0")),
  );
  const rate = rates.size === 1 ? [...rates][0]! : NaN;
  const percent = (share: number) =>
    Number.isFinite(rate) && rate > 0 ? ` ${plain(rate / share)}%` : "";
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
