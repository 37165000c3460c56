import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, decimalRupees, indianTime } from "./csv.ts";

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

test.each(["＝1+1", "＋1", "－1", "＠SUM(1)", " ＝1", "\u200B=1", "\u2060 +1"])(
  "[D-24] %j, which some spreadsheets read as a formula, is none",
  (cell) => expect(text(cell)).toBe(`'${cell}\r\n`),
);

test("[D-24] what separates cells in other countries separates none", () => {
  expect(text("a;=1+1", "b")).toBe('"a;=1+1",b\r\n');
});

test.each(["-12.50", "0.00", "7"])("%s stays a number", (cell) => {
  expect(text(cell)).toBe(`${cell}\r\n`);
});

test("begins with the byte order mark, by which spreadsheets recognise UTF-8", () => {
  expect([...csvOf([["₹"]]).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

/** One cell as it is written to the file. */
const cellOf = (value: string) => text(value).slice(0, -2);

test("no text becomes a formula, and every cell reads back as it was", () => {
  expect([
    cellOf("-12.50"),
    cellOf("-1+2"),
    cellOf("@x"),
    cellOf("\tx"),
    cellOf(" =x"),
    cellOf("+1"),
  ]).toEqual(["-12.50", "'-1+2", "'@x", "'\tx", "' =x", "'+1"]);
  fc.assert(
    fc.property(fc.string(), (given) => {
      const written = cellOf(given);
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(read === given || read === `'${given}`).toBe(true);
      if (!/^-?\d+\.\d\d$/.test(read)) expect(read).not.toMatch(/^\s*[=+\-@]/);
      if (!written.startsWith('"')) expect(written).not.toMatch(/[",\r\n]/);
    }),
  );
});

test.each([
  [-123_450, "-1234.50"],
  [5n, "0.05"],
  [-5, "-0.05"],
  [0n, "0.00"],
])("%s paise are %s rupees", (paise, rupees) => {
  expect(decimalRupees(paise)).toBe(rupees);
});

test("times are in India's time zone", () => {
  expect(indianTime("2026-11-20T06:30:00.000Z")).toBe("2026-11-20T12:00:00+05:30");
  expect(indianTime(new Date("2026-12-31T20:00:00Z"))).toBe("2027-01-01T01:30:00+05:30");
});
