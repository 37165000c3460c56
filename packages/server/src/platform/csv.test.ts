import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

const text = (...cells: string[]) => csvOf([cells]).toString("utf8").slice(1);

test("cells with commas, quotes and line ends are quoted", () => {
  expect(text("a,b", 'say "go"', "two\nlines", "plain")).toBe(
    '"a,b","say ""go""","two\nlines",plain\r\n',
  );
});

test.each(["=1+1", "+91 98", "-cmd", "@SUM", "|calc", "\t=1", "%x", "-1e9"])(
  "%j is no formula to a spreadsheet",
  (cell) => {
    expect(text(cell)).toBe(`'${cell}\r\n`);
  },
);

test.each(["-12.50", "0.00", "7"])("%s stays a number", (cell) => {
  expect(text(cell)).toBe(`${cell}\r\n`);
});

test("begins with the mark that tells spreadsheets of UTF-8", () => {
  expect([...csvOf([["₹"]]).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});
