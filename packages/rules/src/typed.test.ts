import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatInr } from "./money.ts";
import { latinDigits } from "./digits.ts";
import { readDigits, typedText } from "./typed-text.ts";
import { readNumber, readPaise, readWhole } from "./typed.ts";

/** As people in India have their phones, and the digits of each. */
const LOCALES = [
  "en-IN",
  "en-US",
  "hi-IN-u-nu-deva",
  "mr-IN",
  "ne-IN",
  "bn-IN-u-nu-beng",
  "as-IN",
  "pa-IN-u-nu-guru",
  "gu-IN-u-nu-gujr",
  "or-IN-u-nu-orya",
  "ta-IN-u-nu-tamldec",
  "te-IN-u-nu-telu",
  "kn-IN-u-nu-knda",
  "ml-IN-u-nu-mlym",
  "ur-IN-u-nu-arabext",
  "ks-IN",
  "sd-PK-u-nu-arab",
  "sat-IN-u-nu-olck",
  "mni-IN-u-nu-mtei",
  "en-IN-u-nu-mathbold",
];

const written = (value: number, locale: string, decimals: number) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);

describe("numbers in any script", () => {
  test("every decimal digit that Unicode lists is read as its value", () => {
    for (const system of Intl.supportedValuesOf("numberingSystem")) {
      const shown = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
      const digits = shown.format(9876543210);
      const read = /^\p{Nd}{10}$/u.test(digits) ? latinDigits(digits) : "9876543210";
      expect([system, read]).toEqual([system, "9876543210"]);
    }
    const all = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).join("");
    const digits = all.match(/\p{Nd}/gu)!;
    expect(digits.length).toBeGreaterThan(600);
    expect(digits.map(latinDigits).join("")).toBe("0123456789".repeat(digits.length / 10));
  });

  test("[B-1] what a phone writes, in any language and grouping, reads back to itself", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
        (locale, minor) => {
          const text = written(minor / 100, locale, 2);
          expect([text, readPaise(text, true)]).toEqual([text, minor]);
          expect(readPaise(text)).toBe(minor < 0 ? null : minor);
          expect(readNumber(text, { decimals: 2, signed: true })).toBe(minor / 100);
          const whole = written(minor, locale, 0);
          expect([whole, readNumber(whole, { decimals: 0, signed: true })]).toEqual([whole, minor]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test("[B-1] our own amounts read back, with their sign and marks", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom("", "\u200e", "\u2068", "\u00a0"),
        (minor, mark) => {
          expect(readPaise(`${mark}${formatInr(minor)}${mark}`, true)).toBe(minor);
        },
      ),
    );
  });

  test("a text with a character that is not read answers no value, wherever it stands", () => {
    const other = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((one) => !/^[\d.,\-+()\s%]$/.test(typedText(one)) && typedText(one) !== "");
    fc.assert(
      fc.property(
        fc.constantFrom("9876543210", "150000", "1,50,000.25", "42"),
        other,
        fc.nat(),
        (number, letter, nth) => {
          const at = nth % (number.length + 1);
          const text = number.slice(0, at) + letter + number.slice(at);
          expect(readNumber(text, { decimals: 2, signed: true })).toBeNull();
          expect(readWhole(text, 0, 1e12)).toBeNull();
          expect(readDigits(text, 20)).toBeNull();
          if (!/[₹]/.test(text)) expect(readPaise(text, true)).toBeNull();
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("[B-1] rupees", () => {
  test.each([
    ["250", 25_000],
    ["99.50", 9_950],
    ["99,50", 9_950],
    ["250.5", 25_050],
    ["250,05", 25_005],
    [" 1. ", 100],
    ["0.29", 29],
    ["1,500", 1_50_000],
    ["1,500.50", 1_50_050],
    ["1,50,000", 1_50_00_000],
    ["150,000", 1_50_00_000],
    ["1 50 000", 1_50_00_000],
    ["1\u202f500", 1_50_000],
    ["₹5", 500],
    ["₹ 1,23,456.78", 1_23_45_678],
    ["Rs. 500/-", 50_000],
    ["rs 500", 50_000],
    ["INR 500", 50_000],
    ["500 ₹", 50_000],
    ["रु. ५००", 50_000],
    ["۱٬۵۰۰٫۵۰", 1_50_050],
    ["১,৫০,০০০", 1_50_00_000],
    ["\u202a₹\u00a0500\u202c", 50_000],
    ["9999999.99", 99_99_99_999],
  ])("%j", (text, minor) => expect(readPaise(text)).toBe(minor));

  test.each([
    "",
    "₹",
    "ten",
    "-5",
    "1.234",
    "1.500",
    "1e3",
    "1,2345",
    "1,23,45",
    "12,34,56",
    "0,500",
    "1.500,50",
    "1,500 000",
    "1,500,50",
    "99.5.0",
    "99 50",
    "5 km",
    "५०x",
    "½",
    "5²",
    "Infinity",
    "₹₹5",
    "9".repeat(16),
  ])("%j is no amount", (text) => expect(readPaise(text)).toBeNull());
});

test("a unit may be written after its number, another one may not", () => {
  expect(readWhole("80 %", 1, 100, "%")).toBe(80);
  expect(readWhole("८०%", 1, 100, "%")).toBe(80);
  expect(readNumber("7,5 KWH", { decimals: 3, unit: "kWh" })).toBe(7.5);
  expect(readNumber("1,20,000 किमी", { decimals: 0, unit: "किमी" })).toBe(120_000);
  expect(readWhole("80 km", 1, 100, "%")).toBeNull();
  expect(readWhole("101", 1, 100)).toBeNull();
  expect(readWhole("0", 1, 100)).toBeNull();
  expect(readWhole("8.5", 1, 100)).toBeNull();
});

test("[A-9] a code is digits, at most as many as it has", () => {
  expect(readDigits("123 456", 6)).toBe("123456");
  expect(readDigits("١٢٣", 6)).toBe("123");
  expect(readDigits("\u200e123\u2011456", 6)).toBe("123456");
  expect(readDigits("", 6)).toBe("");
  for (const none of ["1234567", "12a", "12.4", "OTP 123456"])
    expect(readDigits(none, 6)).toBeNull();
});
