import { describe, expect, test } from "vitest";
import { gstStateCode, isValidGstin } from "./gstin.ts";
import { mobileToE164 } from "./mobile.ts";
import { decodePartyIds, encodePartyIds, parsePowerRange, powerRangeToWire } from "./wire-text.ts";

describe("[A-1] mobile numbers", () => {
  test.each([
    "9876543210",
    "98765 43210",
    "+91 98765-43210",
    "919876543210",
    "09876543210",
    "0091 98765 43210",
    "(+91)9876543210",
    "९८७६५४३२१०",
    "۹۸۷۶۵ ۴۳۲۱۰",
    "\u202a+91 98765 43210\u202c",
    "98765\u201143210",
    "98765\u00a043210",
  ])("%s", (text) => {
    expect(mobileToE164(text)).toBe("+919876543210");
  });

  test.each([
    "",
    "98765 4321o",
    "98765a43210",
    "987654321",
    "98765432101",
    "+44 7700 900123",
    "5876543210",
    "+91 1123456789",
    "+9876543210",
  ])("%j is refused", (text) => {
    expect(mobileToE164(text)).toBeNull();
  });

  test("a number of twelve digits that begins with 91 has a country code", () => {
    expect(mobileToE164("9191919191")).toBe("+919191919191");
    expect(mobileToE164("919191919191")).toBe("+919191919191");
  });
});

describe("[A-5] GSTIN", () => {
  test("the check character must be right", () => {
    expect(isValidGstin("27AAPFU0939F1ZV")).toBe(true);
    expect(isValidGstin(" 27aapfu0939f1zv ")).toBe(true);
    expect(isValidGstin("29AAGCB7383J1Z4")).toBe(true);
    expect(isValidGstin("27AAPFU0939F1ZW")).toBe(false);
    expect(isValidGstin("28AAPFU0939F1ZV")).toBe(false);
  });

  test.each([
    "",
    "27AAPFU0939F1Z",
    "27AAPFU0939F0ZV",
    "27AAPFU0939F1YV",
    "00AAPFU0939F1ZV",
    "=1+1",
  ])("%j is refused", (text) => {
    expect(isValidGstin(text)).toBe(false);
    expect(gstStateCode(text)).toBeNull();
  });

  test("the first two digits are the state", () => {
    expect(gstStateCode("27AAPFU0939F1ZV")).toBe("27");
    expect(gstStateCode(" 27AAPFU0939F1ZV")).toBe("27");
  });

  test("01 to 38 are states, 97 and 99 are special codes, others are invalid", () => {
    const state = (code: string, check: string) => gstStateCode(`${code}AAPFU0939F1Z${check}`);
    expect(state("01", "9")).toBe("01");
    expect(state("38", "S")).toBe("38");
    expect(state("97", "O")).toBe("97");
    expect(state("99", "K")).toBe("99");
    expect(state("00", "B")).toBeNull();
    expect(state("39", "Q")).toBeNull();
    expect(state("96", "Q")).toBeNull();
    expect(state("98", "M")).toBeNull();
  });
});

describe("[L-2] filter texts", () => {
  test("the power range as shown is converted to its wire form; both are read", () => {
    expect(powerRangeToWire("15 < kW > = 99")).toBe("15-99");
    expect(parsePowerRange("15-99")).toEqual({ minKw: 15, maxKw: 99 });
    expect(parsePowerRange("15 < kW > = 99")).toEqual({ minKw: 15, maxKw: 99 });
    expect(parsePowerRange("7.4-")).toEqual({ minKw: 7.4, maxKw: null });
    expect(parsePowerRange("-22")).toEqual({ minKw: null, maxKw: 22 });
  });

  test.each(["", "-", "fast", "99-15", "1-2-3", "1e3-2", "15"])("%j is no power range", (text) => {
    expect(parsePowerRange(text)).toBeNull();
  });

  test("operator ids: # and , are sent as an encoded hash; both forms are read", () => {
    expect(encodePartyIds(["op1", "op2"])).toBe("op1%23op2");
    expect(encodePartyIds(["IN#ABC"])).toBe("IN%23ABC");
    for (const text of ["op1%23op2", "op1#op2", "op1,op2", "op1, op2,"])
      expect(decodePartyIds(text)).toEqual(["op1", "op2"]);
    expect(decodePartyIds("")).toEqual([]);
  });
});
