import { typedText } from "./typed-text.ts";

/**
 * One reader for the numbers that people type or paste, in the digits of any script. Each answers null for a text that
 * holds anything else: no character is dropped but those that cannot be seen.
 */

/** Sign, digits in groups or not, decimals. */
const NUMBER = /^([-+]?)(\d[\d, ]*)(?:\.(\d*))?$/;
const DECIMAL_COMMA = /^([-+]?\d+),(\d{0,2})$/;
/** Where groups end: 12,34,567 in India, 1,234,567 elsewhere. */
const GROUPS = [/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, /(?<=\d)(?=(?:\d{3})+$)/g];
/** A JavaScript number represents so many digits exactly. */
const MOST_DIGITS = 15;

export type TypedNumber = {
  /** The highest number of decimals. */
  decimals: number;
  /** May be written after the number. */
  unit?: string;
  /** May be below zero. */
  signed?: boolean;
};

/**
 * Sign, whole digits and decimals. A point is the decimal point. Commas or spaces separate groups, as in 1,50,000 or
 * 150 000, but a comma before the last one or two digits is a decimal comma.
 */
function partsOf(text: string, { decimals, unit = "", signed = false }: TypedNumber) {
  let typed = typedText(text).toLowerCase();
  if (unit && typed.endsWith(unit.toLowerCase())) typed = typed.slice(0, -unit.length).trim();
  const [, sign, said = "", fraction = ""] =
    NUMBER.exec(typed.replace(DECIMAL_COMMA, "$1.$2")) ?? [];
  const whole = said.replace(/[, ]/g, "");
  const isGrouped = (end: RegExp) => [",", " "].some((mark) => whole.replace(end, mark) === said);
  return sign === undefined ||
    (sign === "-" && !signed) ||
    (said !== whole && (whole[0] === "0" || !GROUPS.some(isGrouped))) ||
    fraction.length > decimals ||
    whole.length + fraction.length > MOST_DIGITS
    ? null
    : { sign: sign === "-" ? -1 : 1, whole, fraction };
}

/** Reads a number with at most `decimals` decimals; null: the text is not such a number. */
export function readNumber(text: string, of: TypedNumber): number | null {
  const parts = partsOf(text, of);
  return parts && parts.sign * Number(`${parts.whole}.${parts.fraction}`);
}

/** A whole number within bounds, which are in it; null: the text is none. */
export function readWhole(text: string, least: number, most: number, unit = ""): number | null {
  const value = readNumber(text, { decimals: 0, unit });
  return value !== null && value >= least && value <= most ? value : null;
}

const CURRENCY = /^([-+]?) ?(?:₹|rs\.?|inr|रु\.?) ?/i;
const AFTER = /(?: ?(?:₹|rs\.?|inr|रु\.?))?(?:\/-)?$/i;

/** Paise of an amount in rupees, such as `₹1,50,000`, `99.50`, `99,5` or `Rs. 500/-`; null: it is no amount. */
export function readPaise(text: string, signed = false): number | null {
  const typed = typedText(text).replace(CURRENCY, "$1").replace(AFTER, "");
  const parts = partsOf(typed, { decimals: 2, signed });
  return parts && parts.sign * Number(parts.whole + parts.fraction.padEnd(2, "0"));
}
