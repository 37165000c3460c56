import type { PaidWith } from "@voltmarg/contract";
import { language } from "../../language/current-language.ts";
import { walletCopy as copy } from "./copy.ts";

const methods = ["UPI", "CARD", "NETBANKING"] as const;

/** The last way first, then the others. Without a last one only methods: nothing more is known. */
export function waysOf(last: PaidWith | null): PaidWith[] {
  const plain = methods.map((method): PaidWith => ({ method, app: null, last4: null }));
  if (!last) return plain;
  const isNamed = last.app !== null || last.last4 !== null;
  return [last, ...plain.filter(({ method }) => isNamed || method !== last.method)];
}

/** Brands are not translated. */
export const appNames: Record<NonNullable<PaidWith["app"]>, string> = {
  PHONEPE: "PhonePe",
  GOOGLE_PAY: "Google Pay",
  PAYTM: "Paytm",
  BHIM: "BHIM",
};

/** What a way is called in the list; beside a last one of its own method it is another one. */
export function wayName({ method, app, last4 }: PaidWith, last: PaidWith | null): string {
  if (app) return appNames[app];
  if (last4) return copy.card(last4);
  const isAnother = last !== null && last.method === method && (last.app ?? last.last4) !== null;
  return isAnother && method !== "NETBANKING" ? copy.anotherWay[method] : copy.ways[method];
}

/** The button: Pay ₹500 with PhonePe; without a chosen way Pay ₹500. */
export function payWords(amount: string, way: PaidWith | undefined): string {
  if (!way) return copy.pay(amount);
  if (way.app) return copy.payWith(amount, appNames[way.app]);
  return way.last4 ? copy.payWithCard(amount, way.last4) : copy.payBy[way.method](amount);
}

/** The payment page in the app's language, with the chosen way shown first. */
export const paymentPage = (path: string, way: PaidWith | undefined): string =>
  `${path}?${new URLSearchParams({
    language: language(),
    ...(way && { method: way.method }),
    ...(way?.app && { app: way.app }),
  })}`;
