import { addDays, dayOf, shortDay } from "../../ui/india-days.ts";
import { walletCopy as copy } from "./copy.ts";

/** Working days that the payment provider names for a refund, at most. */
const LONGEST_DAYS = 7;

/** Where a refund goes, in the driver's language. */
export function destination(to: string): string {
  if (to === "UPI") return copy.destinations.UPI;
  if (to === "net banking") return copy.destinations.NETBANKING;
  const [card, last4] = /^card(?: ••(\d{4}))?$/.exec(to) ?? [];
  if (card === undefined) return copy.destinations.OTHER;
  return last4 ? copy.toCard(last4) : copy.destinations.CARD;
}

/** The day by which a refund that is asked for at `at` has arrived. Banks work from Monday to Friday; holidays come on top. */
export function arrivalDay(at: string | number): string {
  let day = dayOf(at);
  for (let left = LONGEST_DAYS; left > 0;) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return day;
}

/** by about 2 Dec */
export const arrives = (at: string | number): string => copy.arrives(shortDay(arrivalDay(at)));
