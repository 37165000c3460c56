import { expect, test } from "vitest";
import { mobileToE164 } from "./mobile.ts";
import { maskedMobile, maskedName, withoutContacts } from "./masked.ts";

test("a number shows its last five digits, a name the first letter of each word", () => {
  expect([maskedMobile("+919876543210"), maskedMobile(null)]).toEqual(["••••43210", null]);
  expect([maskedName(" Aditi  Rao"), maskedName("अदिति राव"), maskedName(null)]).toEqual([
    "A••• R•••",
    "अ••• र•••",
    null,
  ]);
});

test.each([
  ["9876543210", "••••43210"],
  ["+919876543210", "••••43210"],
  ["+91 98765 43210", "••••43210"],
  ["call 98765-43210, or 9876500001.", "call ••••43210, or ••••00001."],
  ["09876543210", "••••43210"],
  ["00919876543210", "••••43210"],
  ["987-654-3210", "••••43210"],
  ["(98765) 432.10", "••••43210"],
  ["tel:+91 9876 543 210", "tel:••••43210"],
  ["2026-11-20 12:00, 61 kWh", "2026-11-20 12:00, 61 kWh"],
  ["usr_01m8598765432100", "usr_01m8598765432100"],
  ["1234567890 and 98765432101", "1234567890 and 98765432101"],
  ["₹9,876,543,210", "₹9,876,543,210"],
])("%j is shown as %j", (text, shown) => expect(withoutContacts(text)).toBe(shown));

test("[D-9] whatever the service reads as a number is masked", () => {
  const forms = [
    "9876543210",
    "+91(98765)43210",
    "0-98765-43210",
    "0091 98.76.54.32.10",
    "91-9876543210",
    "९८७६५४३२१०",
    "+91 ۹۸۷۶۵ ۴۳۲۱۰",
    "𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎",
    "98765\u2011432\u200e10",
    "(\u200e98765) 43210",
  ];
  for (const form of forms) {
    expect([form, mobileToE164(form)]).toEqual([form, "+919876543210"]);
    expect([form, withoutContacts(form)]).toEqual([form, "••••43210"]);
  }
});

test("numbers are masked wherever they are in JSON, and nothing else changes", () => {
  const given = { mobile: "9876543210", list: [{ q: "9876543210" }], n: 9876543210, none: null };
  expect(withoutContacts(given)).toEqual({
    mobile: "••••43210",
    list: [{ q: "••••43210" }],
    n: 9876543210,
    none: null,
  });
});
