import { inr } from "../../ui/format.ts";
import { profileCopy as copy } from "./copy.ts";

/** An amount and where it goes, as the service names it, in the driver's language. */
export function refundedTo(minor: number, to: string): string {
  const amount = inr(minor);
  if (to === "UPI") return copy.closedTo.UPI(amount);
  if (to === "net banking") return copy.closedTo.NETBANKING(amount);
  const [card, last4] = /^card(?: ••(\d{4}))?$/.exec(to) ?? [];
  if (card === undefined) return copy.closedTo.OTHER(amount);
  return last4 ? copy.closedToCard(amount, last4) : copy.closedTo.CARD(amount);
}
