import { afterEach, expect, test } from "vitest";
import { speak } from "../../language/language.ts";
import { refundedTo } from "./refunded-to.ts";

Object.assign(globalThis, { document: { documentElement: { lang: "en-IN", dir: "ltr" } } });

afterEach(async () => {
  await speak("en");
});

test("[B-1] where the money of a closed account goes is said in the driver's language", async () => {
  const all = () =>
    ["UPI", "net banking", "card", "card ••1111", "your payment"].map((to) => refundedTo(100, to));
  expect(all()).toEqual([
    "₹1.00 to UPI",
    "₹1.00 to your bank account",
    "₹1.00 to card",
    "₹1.00 to card ••1111",
    "₹1.00 to the account it came from",
  ]);
  await speak("hi");
  expect(all()).toEqual([
    "UPI में ₹1.00",
    "बैंक खाते में ₹1.00",
    "कार्ड में ₹1.00",
    "कार्ड ••1111 में ₹1.00",
    "उसी खाते में जहाँ से पैसे आए थे: ₹1.00",
  ]);
  await speak("ur");
  for (const text of all().slice(1)) expect(text).not.toMatch(/[A-Za-z]/);
});
