import { describe, expect, test } from "vitest";
import { readHost, readUbcOperator, searchableCode } from "./charger-code.ts";

describe("[L-7] what a driver types or scans at the charger", () => {
  test.each([
    ["UP-PUN-0417", "UP-PUN-0417"],
    ["  IN*CPO*E1234*1 ", "IN*CPO*E1234*1"],
    ["VOLT:IN*CPO*E1234*1", "IN*CPO*E1234*1"],
    ["Lake Garden", "Lake Garden"],
  ])("%s is searched for as %s", (typed, text) => {
    expect(searchableCode(typed)).toBe(text);
  });

  test.each([
    ["https://operator.example/start?evse=1", "operator.example"],
    ["HTTP://pay.example:8080/x", "pay.example:8080"],
    ["VOLT:IN*CPO*E1234*1", null],
    ["upi://pay?pa=thief@bank", null],
    ["javascript:alert(1)", null],
    ["https://", null],
    ["IN*CPO*E7", null],
    ["", null],
  ])("%j names the host %j", (code, host) => {
    expect(readHost(code)).toBe(host);
  });

  const item = "message.catalogs.items.id=IND*ATH*umTDvSzocs*oPghrCd1o*BGaz1wgWmijwoy&version=1.0";
  test.each([
    [`beckn://discover?&message.catalogs.items.provider.id=atherenergy&${item}`, "atherenergy"],
    [`BECKN://discover?${item}`, "ATH"],
    [
      `beckn://discover?message.catalogs.items.provider.id=%3Cb%3EPay%20%E2%80%AEhere%3C/b%3E`,
      "bPay hereb",
    ],
    [`beckn://discover?message.catalogs.items.provider.id=${"x".repeat(500)}`, "x".repeat(40)],
    ["beckn://discover", "UBC"],
    ["https://operator.example/start?evse=1", null],
    ["IN*CPO*E7", null],
  ])("%s is a code of UBC of the operator %j", (code, operator) => {
    expect(readUbcOperator(code)).toBe(operator);
  });
});
