// The tax year is India's own, wherever the charge was.
const IST_OFFSET_MS = 5.5 * 3_600_000;
const APRIL = 3;
const LONGEST_NUMBER = 16;

/** India's financial year (April to March, Indian Standard Time) of an instant: `26-27`. */
export function financialYear(at: Date): string {
  const local = new Date(at.getTime() + IST_OFFSET_MS);
  const first = local.getUTCFullYear() - (local.getUTCMonth() < APRIL ? 1 : 0);
  return `${twoDigits(first)}-${twoDigits(first + 1)}`;
}

/**
 * The number printed on an invoice or a credit note, such as `VM/26-27/004182`: unique within a financial year and at
 * most 16 letters, digits, dashes and slashes (rule 46 (b) of the CGST Rules, 2017). Throws RangeError for a series
 * that is not one to three capital letters or digits, or a count that leaves no room.
 */
export function invoiceNumber(series: string, year: string, count: bigint): string {
  if (!/^[A-Z0-9]{1,3}$/.test(series)) throw new RangeError(`not an invoice series: ${series}`);
  if (count < 1n) throw new RangeError("invoices are counted from 1");
  const number = `${series}/${year}/${count.toString().padStart(6, "0")}`;
  if (number.length > LONGEST_NUMBER) throw new RangeError(`${number} is longer than 16`);
  return number;
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, "0");
}
