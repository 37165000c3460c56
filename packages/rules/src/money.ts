/**
 * 12,34,567: lakh and crore. By hand, as loading Intl slows the app's start on phones more than the rest of a
 * screen.
 */
const grouped = (rupees: bigint) => rupees.toString().replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, ",");

/**
 * Paise as the product writes money: ₹1,23,456.00, no space, U+2212 for minus.
 * `decimals: 0` is for limits in whole rupees (paise rounded half away from zero).
 * Throws RangeError when a number is not a safe integer.
 */
export function formatInr(minor: bigint | number, options: { decimals?: 0 | 2 } = {}): string {
  if (typeof minor === "number" && !Number.isSafeInteger(minor)) {
    throw new RangeError(`money is whole paise, not ${minor}`);
  }
  const paise = BigInt(minor);
  const size = paise < 0n ? -paise : paise;
  if (options.decimals === 0) {
    const rupees = (size + 50n) / 100n;
    return `${paise < 0n && rupees > 0n ? "−" : ""}₹${grouped(rupees)}`;
  }
  const cents = (size % 100n).toString().padStart(2, "0");
  return `${paise < 0n ? "−" : ""}₹${grouped(size / 100n)}.${cents}`;
}
