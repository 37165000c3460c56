import { inr } from "../../ui/format.ts";
import { walletCopy as copy } from "./copy.ts";

/** The payment provider sends nothing smaller back, paise. */
const leastMinor = 100;

/** Paise out of rupees as a driver types them, with a point or a comma; null when it is no amount. */
export function paiseIn(text: string): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{0,2}))?$/.exec(text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

/** What is wrong with an amount to send back; undefined: nothing. */
export function problemWith(text: string, availableMinor: number): string | undefined {
  if (text.trim() === "") return copy.partMissing;
  const minor = paiseIn(text);
  if (minor === null) return copy.partWrong;
  if (minor < leastMinor) return copy.partSmall;
  return minor > availableMinor ? copy.partLarge(inr(availableMinor)) : undefined;
}
