import { INDIA_AHEAD_MS } from "./india-calendar.ts";

// The tax year is India's, wherever the charge was.
const APRIL = 3;
const DECEMBER = 11;
const LONGEST_NUMBER = 16;
const SHORTEST_DIGITS = 6;
const LETTERS = 26n;
const A = 65;

/** India's financial year (April to March, Indian Standard Time) of an instant: `26-27`. */
export function financialYear(at: Date): string {
  const local = new Date(at.getTime() + INDIA_AHEAD_MS);
  const first = local.getUTCFullYear() - (local.getUTCMonth() < APRIL ? 1 : 0);
  return `${twoDigits(first)}-${twoDigits(first + 1)}`;
}

/**
 * Whether a credit note reduces the tax of its invoice: until 30 November in India after the invoice's financial year
 * (section 34 (2) of the CGST Act).
 */
export function creditReducesTax(invoicedAt: Date, creditedAt: Date): boolean {
  const local = new Date(invoicedAt.getTime() + INDIA_AHEAD_MS);
  const ends = local.getUTCFullYear() + (local.getUTCMonth() < APRIL ? 0 : 1);
  return creditedAt.getTime() < Date.UTC(ends, DECEMBER, 1) - INDIA_AHEAD_MS;
}

/**
 * The number printed on an invoice or a credit note, such as `VM/26-27/004182`: unique within a financial year and
 * at most 16 letters, digits, dashes and slashes, in one or several series (rule 46 (b) of the CGST Rules, 2017).
 * When the digits are used up, numbering continues with a letter before the digits, from `VM/26-27/A000001` on, then
 * with two letters. Throws RangeError for a series that is not one to three capital letters or digits, and for a
 * count above `invoiceCapacity`.
 */
export function invoiceNumber(series: string, year: string, count: bigint): string {
  const room = roomOf(series);
  if (count < 1n) throw new RangeError("invoices are counted from 1");
  let left = count - 1n;
  for (let letters = 0; letters < room; letters += 1) {
    const each = eachOf(room, letters);
    const parts = LETTERS ** BigInt(letters);
    if (left < parts * each) {
      const digits = (left % each) + 1n;
      const width = letters === 0 ? SHORTEST_DIGITS : room - letters;
      return `${series}/${year}/${lettersOf(left / each, letters)}${digits.toString().padStart(width, "0")}`;
    }
    left -= parts * each;
  }
  throw new RangeError(`the series ${series} has no number ${count}`);
}

/** How many numbers a series has in a financial year. Throws RangeError like `invoiceNumber`. */
export function invoiceCapacity(series: string): bigint {
  const room = roomOf(series);
  let capacity = 0n;
  for (let letters = 0; letters < room; letters += 1)
    capacity += LETTERS ** BigInt(letters) * eachOf(room, letters);
  return capacity;
}

/** Characters available after `VM/26-27/`. */
function roomOf(series: string): number {
  if (!/^[A-Z0-9]{1,3}$/.test(series)) throw new RangeError(`not an invoice series: ${series}`);
  return LONGEST_NUMBER - `${series}/26-27/`.length;
}

/** Count of numbers with so many letters: all combinations of their digits except zero. */
const eachOf = (room: number, letters: number) => 10n ** BigInt(room - letters) - 1n;

/** The nth combination of so many letters, in alphabetical order. */
function lettersOf(nth: bigint, letters: number): string {
  let word = "";
  for (let rest = nth, place = 0; place < letters; place += 1, rest /= LETTERS)
    word = String.fromCodePoint(A + Number(rest % LETTERS)) + word;
  return word;
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, "0");
}
