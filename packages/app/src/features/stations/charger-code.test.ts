import { describe, expect, test } from "vitest";
import { readChargerCode } from "./charger-code.ts";

describe("[L-7] what a driver types or pastes at the charger", () => {
  test.each([
    ["UP-PUN-0417", { text: "UP-PUN-0417" }],
    ["  IN*CPO*E1234*1 ", { text: "IN*CPO*E1234*1" }],
    ["VOLT:IN*CPO*E1234*1", { text: "IN*CPO*E1234*1" }],
    ["https://voltmarg.in/charging-details/loc%202?x=1", { location: "loc 2" }],
    ["https://operator.example/start?evseid=IN*CPO*E7", { text: "IN*CPO*E7" }],
    ["https://operator.example/c/E7", { text: "E7" }],
  ])("%s", (typed, read) => {
    expect(readChargerCode(typed)).toEqual(read);
  });

  test.each(["", "   ", "https://", "https://operator.example/"])("nothing in %j", (typed) => {
    expect(readChargerCode(typed)).toBeNull();
  });
});
