import { readPaise } from "@voltmarg/rules";
import { decimal, inr, wholeInr } from "../../ui/format.ts";
import { walletCopy as copy } from "./copy.ts";

/** The payment provider sends nothing smaller back, paise. */
const leastMinor = 100;

/** Paise as a field holds them: 1,50,000 or 99.50. */
export const amountText = (minor: number): string =>
  decimal(minor / 100, minor % 100 === 0 ? 0 : 2);

/** Paise as a button says them: ₹500 or ₹99.50. */
export const shortInr = (minor: number): string =>
  minor % 100 === 0 ? wholeInr(minor) : inr(minor);

/** What is wrong with a text that is no amount. */
export const misread = (text: string): string =>
  text.trim() === "" ? copy.partMissing : copy.partWrong;

/** What is wrong with an amount to send back; undefined: nothing. */
export function problemWith(text: string, availableMinor: number): string | undefined {
  const minor = readPaise(text);
  if (minor === null) return misread(text);
  if (minor < leastMinor) return copy.partSmall;
  return minor > availableMinor ? copy.partLarge(inr(availableMinor)) : undefined;
}
