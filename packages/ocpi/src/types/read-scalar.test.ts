import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { readLeniently } from "./read-leniently.ts";
import { reading } from "./read-scalar.ts";

const REFUSED = "refused";

/** The value read for a field that must be there, and what a finding says about it. */
function readOf(schema: z.ZodMiniType, sent: unknown): [value: unknown, ...said: string[]] {
  const result = readLeniently(schema, sent, { now: 0 });
  if ("refused" in result) return [REFUSED, ...result.refused.map(({ message }) => message)];
  return [result.data, ...result.findings.map(({ message }) => message)];
}

describe("a text", () => {
  test.each([
    ["", ""],
    ["x".repeat(20_000), "x".repeat(20_000)],
    ["x".repeat(20_001), REFUSED, "too big"],
    [0, "0", "string expected, read as a text"],
    [-1.5, "-1.5", "string expected, read as a text"],
    [true, REFUSED, "string expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.text(1), sent)).toEqual(expected);
  });
});

describe.each([
  ["an id", reading.id(36)],
  ["a code", reading.code(2)],
])("%s", (_, schema) => {
  test.each([
    ["", REFUSED, "too small"],
    ["x", "x"],
    ["x".repeat(255), "x".repeat(255)],
    ["x".repeat(256), REFUSED, "too big"],
    [7, "7", "string expected, read as a text"],
    [false, REFUSED, "string expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(schema, sent)).toEqual(expected);
  });
});

describe("a URL", () => {
  test.each([
    ["", REFUSED, "too small"],
    ["x", "x"],
    ["x".repeat(20_000), "x".repeat(20_000)],
    ["x".repeat(20_001), REFUSED, "too big"],
    [7, REFUSED, "string expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.url(), sent)).toEqual(expected);
  });
});

describe("a number", () => {
  test.each([
    ["7", 7, "number expected, read as a number"],
    [" -7.25 ", -7.25, "number expected, read as a number"],
    ["+0.5", 0.5, "number expected, read as a number"],
    ["", REFUSED, "number expected"],
    [".5", REFUSED, "number expected"],
    ["5.", REFUSED, "number expected"],
    ["1e3", REFUSED, "number expected"],
    ["0x10", REFUSED, "number expected"],
    ["1,5", REFUSED, "number expected"],
    ["7 kWh", REFUSED, "number expected"],
    [true, REFUSED, "number expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.number(), sent)).toEqual(expected);
  });

  test("that must be whole is not rounded", () => {
    expect(readOf(reading.int(), 60)).toEqual([60]);
    expect(readOf(reading.int(), "60")).toEqual([60, "number expected, read as a number"]);
    expect(readOf(reading.int(), 59.5)[0]).toBe(REFUSED);
    expect(readOf(reading.int(), "59.5")[0]).toBe(REFUSED);
  });

  test.each([
    [230, 230],
    [230.49, 230, "int expected, read as a whole number"],
    [230.5, 231, "int expected, read as a whole number"],
    ["230.49", 230, "number expected, read as a whole number"],
    ["230.5", 231, "number expected, read as a whole number"],
    ["230 V", REFUSED, "number expected"],
    [true, REFUSED, "number expected"],
  ])("of volts, amperes or watts is rounded: %j to %j", (sent, ...expected) => {
    expect(readOf(reading.rating(), sent)).toEqual(expected);
  });
});

describe("a yes or no", () => {
  test.each([
    [true, true],
    [false, false],
    ["true", true, "boolean expected, read as true"],
    [" FALSE ", false, "boolean expected, read as false"],
    [1, true, "boolean expected, read as true"],
    [0, false, "boolean expected, read as false"],
    [2, REFUSED, "boolean expected"],
    [-1, REFUSED, "boolean expected"],
    ["yes", REFUSED, "boolean expected"],
    ["", REFUSED, "boolean expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.flag(), sent)).toEqual(expected);
  });
});

describe("an instant", () => {
  test.each([
    ["2026-03-01T15:30:00+05:30", "2026-03-01T10:00:00Z"],
    [1_000_000_000, "2001-09-09T01:46:40Z", "string expected, read as seconds"],
    ["9999999999", "2286-11-20T17:46:39Z", "not a date, read as seconds"],
    [1_000_000_000_000, "2001-09-09T01:46:40Z", "string expected, read as milliseconds"],
    ["9999999999999", "2286-11-20T17:46:39.999Z", "not a date, read as milliseconds"],
    [999_999_999, REFUSED, "string expected"],
    [10_000_000_000, REFUSED, "string expected"],
    [999_999_999_999, REFUSED, "string expected"],
    [10_000_000_000_000, REFUSED, "string expected"],
    ["0123456789", REFUSED, "not a date"],
    ["0123456789012", REFUSED, "not a date"],
    [1_772_359_200.5, REFUSED, "string expected"],
    [true, REFUSED, "string expected"],
    ["", REFUSED, "not a date"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.dateTime(), sent)).toEqual(expected);
  });
});

describe("a day", () => {
  const said = "not a date, read as a date";
  test.each([
    ["2026-01-01", "2026-01-01"],
    ["2026-01-01T00:00", "2026-01-01", said],
    ["2026-01-01 00:00:00", "2026-01-01", said],
    [" 2026-01-01T00:00:00.000Z ", "2026-01-01", said],
    ["2026-01-01T00:00Z", "2026-01-01", said],
    ["2026-01-01T00:00:00.001Z", REFUSED, "not a date"],
    ["2026-01-01T00:00:01Z", REFUSED, "not a date"],
    ["2026-01-01T00:01:00Z", REFUSED, "not a date"],
    ["2026-01-01T01:00:00Z", REFUSED, "not a date"],
    ["2026-01-01T00:00:00+05:30", REFUSED, "not a date"],
    ["x2026-01-01T00:00", REFUSED, "not a date"],
    ["2026-1-1", REFUSED, "not a date"],
    [20_260_101, REFUSED, "string expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.day(), sent)).toEqual(expected);
  });
});

describe("a time of day", () => {
  const as = (time: string) => [time, `not a time of day, read as ${time}`];
  test.each([
    ["00:00", "00:00"],
    ["19:59", "19:59"],
    ["23:59", "23:59"],
    ["24:00", "24:00"],
    ["8:00", ...as("08:00")],
    [" 08:00 ", ...as("08:00")],
    ["08:00:00", ...as("08:00")],
    ["24:01", REFUSED, "not a time of day"],
    ["25:00", REFUSED, "not a time of day"],
    ["23:60", REFUSED, "not a time of day"],
    ["8:0", REFUSED, "not a time of day"],
    ["008:00", REFUSED, "not a time of day"],
    [800, REFUSED, "string expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.clock(true), sent)).toEqual(expected);
    expect(readOf(reading.clock(false), sent)).toEqual(expected);
  });

  test("loses its seconds for opening hours, but not where it changes a price", () => {
    expect(readOf(reading.clock(false), "08:00:01")).toEqual(as("08:00"));
    expect(readOf(reading.clock(true), "08:00:01")).toEqual([REFUSED, "not a time of day"]);
  });
});

describe("a weekday", () => {
  test.each([
    [1, 1],
    [7, 7],
    [0, REFUSED, "no weekday"],
    [8, REFUSED, "no weekday"],
    ["0", REFUSED, "number expected"],
    ["1", 1, "number expected, read as 1"],
    [" 7 ", 7, "number expected, read as 7"],
    ["8", REFUSED, "number expected"],
    ["12", REFUSED, "number expected"],
    ["DAY", REFUSED, "number expected"],
    ["MO", REFUSED, "number expected"],
    ["MONTHLY", REFUSED, "number expected"],
    ["EASTER MONDAY", REFUSED, "number expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.weekday(), sent)).toEqual(expected);
  });

  test.each([
    [1, ["MON", "Monday", " monday "]],
    [2, ["TUE", "Tues", "TUESDAY"]],
    [3, ["WED", "WEDNESDAY"]],
    [4, ["THU", "Thur", "Thurs", "THURSDAY"]],
    [5, ["FRI", "FRIDAY"]],
    [6, ["SAT", "SATURDAY"]],
    [7, ["SUN", "SUNDAY"]],
  ])("%i has the names %j", (weekday, names) => {
    for (const name of names)
      expect(readOf(reading.weekday(), name), name).toEqual([
        weekday,
        `number expected, read as ${weekday}`,
      ]);
  });
});

describe("degrees", () => {
  test.each([
    ["90", "90"],
    ["-90", "-90"],
    [" 18.5 ", "18.5"],
    ["90.000001", REFUSED, "not degrees"],
    ["-90.000001", REFUSED, "not degrees"],
    ["", REFUSED, "not degrees"],
    ["  ", REFUSED, "not degrees"],
    ["north", REFUSED, "not degrees"],
    [90, "90", "string expected, read as a text"],
    [91, REFUSED, "string expected"],
    ["18,5", "18.5", "not degrees, read as decimal degrees"],
    [" -18,5 ", "-18.5", "not degrees, read as decimal degrees"],
    ["18,5,1", REFUSED, "not degrees"],
    ["91,5", REFUSED, "not degrees"],
    [true, REFUSED, "string expected"],
  ])("%j are read as %j", (sent, ...expected) => {
    expect(readOf(reading.degrees(90), sent)).toEqual(expected);
  });
});

describe("a value of a list of names", () => {
  const names = ["SOCKET", "IEC_60309_2_single_16"];
  test.each([
    ["SOCKET", "SOCKET"],
    ["socket", "SOCKET", "not as the standard writes it, read as SOCKET"],
    [
      "iec_60309_2_SINGLE_16",
      "IEC_60309_2_single_16",
      "not as the standard writes it, read as IEC_60309_2_single_16",
    ],
    ["later_name", "later_name"],
    ["", REFUSED, "too small"],
    ["x".repeat(255), "x".repeat(255)],
    ["x".repeat(256), REFUSED, "too big"],
    [1, REFUSED, "string expected"],
  ])("%j is read as %j", (sent, ...expected) => {
    expect(readOf(reading.open(names), sent)).toEqual(expected);
  });

  test("that is closed is a finding if the list lacks it", () => {
    const schema = reading.closed(names);
    expect(readOf(schema, "socket")).toEqual(readOf(reading.open(names), "socket"));
    const said = "no value of the standard, read as sent";
    expect(readOf(schema, "later_name")).toEqual(["later_name", said]);
  });
});

describe("an empty text in a field that may be absent", () => {
  const fieldOf = (schema: z.ZodMiniType) =>
    readOf(z.object({ field: z.optional(schema) }), { field: "" });

  test.each([
    ["text", reading.text(1)],
    ["id", reading.id(1)],
    ["code", reading.code(1)],
    ["instant", reading.dateTime()],
    ["day", reading.day()],
    ["time of day", reading.clock(true)],
    ["URL", reading.url()],
    ["time zone", reading.timeZone()],
    ["degrees", reading.degrees(90)],
    ["name", reading.closed(["A"])],
    ["yes or no", reading.flag()],
    ["list", reading.many(reading.int())],
  ])("is an absent %s", (_, schema) => {
    expect(fieldOf(schema)).toEqual([{}, "empty"]);
  });

  test.each([
    ["number", reading.number()],
    ["whole number", reading.int()],
    ["weekday", reading.weekday()],
    ["rating", reading.rating()],
  ])("is an unreadable %s", (_, schema) => {
    expect(fieldOf(schema)).toEqual([REFUSED, "number expected"]);
  });
});

test("a patch needs no field but its date, and a field that was optional stays so", () => {
  const schema = reading.patch(
    z.object({
      name: reading.text(9),
      floor: reading.maybe(reading.text(9)),
      last_updated: reading.dateTime(),
    }),
  );
  const last_updated = "2026-03-01T10:00:00Z";
  expect(readOf(schema, { last_updated })).toEqual([{ last_updated }]);
  expect(readOf(schema, { name: {}, floor: {}, last_updated })).toEqual([
    { last_updated },
    "string expected",
    "string expected",
  ]);
  expect(readOf(schema, { name: "Mall" })).toEqual([REFUSED, "string expected"]);
});
