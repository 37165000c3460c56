import type { PaidWith } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { paymentPage, payWords, wayName, waysOf } from "./ways.ts";

const phonePe: PaidWith = { method: "UPI", app: "PHONEPE", last4: null };
const card: PaidWith = { method: "CARD", app: null, last4: "1111" };
const upi: PaidWith = { method: "UPI", app: null, last4: null };
const named = (last: PaidWith | null) => waysOf(last).map((way) => wayName(way, last));

test("[B-1] the way that was used last leads, and the others follow it", () => {
  expect(named(phonePe)).toEqual(["PhonePe", "Another UPI app", "Card", "Net banking"]);
  expect(named(card)).toEqual(["Card ••1111", "UPI", "Another card", "Net banking"]);
  // Of this payment only the method is known: it is not said twice.
  expect(named(upi)).toEqual(["UPI", "Card", "Net banking"]);
  expect(named(null)).toEqual(["UPI", "Card", "Net banking"]);
});

test("[B-1] the button names the way, and nothing that is not known", () => {
  expect(payWords("₹500", phonePe)).toBe("Pay ₹500 with PhonePe");
  expect(payWords("₹500", card)).toBe("Pay ₹500 with card ••1111");
  expect(payWords("₹500", upi)).toBe("Pay ₹500 by UPI");
  expect(payWords("₹500", undefined)).toBe("Pay ₹500");
  expect(paymentPage("/pay/order_1", phonePe)).toBe(
    "/pay/order_1?language=en&method=UPI&app=PHONEPE",
  );
  expect(paymentPage("/pay/order_1", card)).toBe("/pay/order_1?language=en&method=CARD");
  expect(paymentPage("/pay/order_1", undefined)).toBe("/pay/order_1?language=en");
});
