import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { always, asItsWhole } from "./older-shapes.ts";
import { readLeniently } from "./read-leniently.ts";
import type { ReadingOptions } from "./rules.ts";
import { reading } from "./read-scalar.ts";

const now = Date.UTC(2026, 2, 2, 6);
const arrived = "2026-03-02T06:00:00Z";

const readOf = (schema: z.ZodMiniType, sent: unknown, more: ReadingOptions = {}) =>
  readLeniently(schema, sent, { now, ...more });
/** What was refused, with its path. */
const refusedOf = (schema: z.ZodMiniType, sent: unknown) => {
  const result = readOf(schema, sent);
  return "refused" in result
    ? result.refused.map(({ path, message }) => `${path}: ${message}`)
    : "read";
};
const { maybe, wanted, many, assumed } = reading;
const whole = reading.int();

describe("the findings of one object", () => {
  const list = z.object({ items: maybe(many(whole)) });
  const readMany = (texts: number, unreadable = 0) => {
    const items = [
      ...Array.from({ length: texts }, () => "1"),
      ...Array.from({ length: unreadable }, () => "x"),
    ];
    const result = readOf(list, { items });
    return "refused" in result ? [] : result.findings;
  };

  test("are at most fifty, and one that counts the rest", () => {
    expect(readMany(50)).toHaveLength(50);
    expect(readMany(50).at(-1)).toMatchObject({ path: "items.49" });
    expect(readMany(51)).toHaveLength(51);
    expect(readMany(51).at(-1)).toEqual({
      path: "",
      message: "and 1 more",
      outcome: "READ_AS",
      raw: "",
    });
    expect(readMany(75).at(-1)).toMatchObject({ message: "and 25 more" });
  });

  test("list what was lost first, in the order of the object", () => {
    const paths = readMany(2, 2).map(({ path, outcome }) => [path, outcome]);
    expect(paths).toEqual([
      ["items.2", "LEFT_OUT"],
      ["items.3", "LEFT_OUT"],
      ["items.0", "READ_AS"],
      ["items.1", "READ_AS"],
    ]);
  });

  test("say of the rest whether anything was lost", () => {
    expect(readMany(1, 50).at(-1)).toMatchObject({ message: "and 1 more", outcome: "READ_AS" });
    expect(readMany(1, 51).at(-1)).toMatchObject({ message: "and 2 more", outcome: "LEFT_OUT" });
  });

  test("of a part that is left out are not listed besides", () => {
    const part = z.object({ one: whole, two: whole });
    const result = readOf(z.object({ part: maybe(part) }), { part: { one: "1", two: "x" } });
    expect(result).toEqual({
      data: {},
      findings: [
        {
          path: "part",
          message: "two: number expected",
          outcome: "LEFT_OUT",
          raw: '{"one":"1","two":"x"}',
        },
      ],
    });
  });

  test("of an item that is left out are not listed besides, those before it are", () => {
    const item = z.object({ one: whole, two: whole });
    const sent = [
      { one: "1", two: 2 },
      { one: "1", two: "x" },
    ];
    expect(readOf(many(item), sent)).toMatchObject({
      data: [{ one: 1, two: 2 }],
      findings: [
        { path: "1", message: "two: number expected", outcome: "LEFT_OUT" },
        { path: "0.one", outcome: "READ_AS" },
      ],
    });
  });

  test("name at most five reasons of a refusal", () => {
    const fields = z.object({ a: whole, b: whole, c: whole, d: whole, e: whole, f: whole });
    const all = ["a", "b", "c", "d", "e"].map((name) => `${name}: number expected`);
    expect(refusedOf(fields, { f: 1 })).toEqual(all);
    expect(refusedOf(fields, {})).toEqual(all);
    expect(refusedOf(fields, { a: 1, f: 1 })).toEqual(all.slice(1));
  });
});

describe("the ids of the address", () => {
  const schema = z.object({ id: reading.id(36), party_id: maybe(reading.code(3)) });

  test.each([[{}], [{ id: null }], [{ id: "" }]])("are read where %j has none", (sent) => {
    expect(readOf(schema, sent, { address: { id: "L-1" } })).toEqual({
      data: { id: "L-1" },
      findings: [
        {
          path: "id",
          message: "absent, read as in its address",
          outcome: "READ_AS",
          raw: JSON.stringify(Object.values(sent)[0]) ?? "absent",
        },
      ],
    });
  });

  test("are not read where the object has its own, and the others still are", () => {
    expect(
      readOf(schema, { id: "L-2" }, { address: { id: "L-1", party_id: "CPX" } }),
    ).toMatchObject({ data: { id: "L-2", party_id: "CPX" }, findings: [{ path: "party_id" }] });
  });

  test("make no object of what is none", () => {
    for (const sent of ["L-1", null, undefined])
      expect(readOf(schema, sent, { address: { id: "L-1" } })).toMatchObject({
        refused: [{ path: "", message: "object expected" }],
      });
  });
});

describe("a list of one in place of its item", () => {
  test("is read as the item", () => {
    expect(readOf(whole, [7])).toMatchObject({
      data: 7,
      findings: [{ message: "a list of one, read as its item", raw: "[7]" }],
    });
    expect(readOf(whole, [[7]])).toMatchObject({ data: 7 });
  });

  test.each([[[]], [[7, 8]], [[null]], [[""]]])("is not %j", (sent) => {
    expect(refusedOf(whole, sent)).toEqual([": number expected"]);
    expect(refusedOf(z.object({ a: whole }), sent)).toEqual([": object expected"]);
    expect(refusedOf(reading.text(9), sent)).toEqual([": string expected"]);
  });
});

describe("an empty list in place of an object", () => {
  const part = z.object({ a: maybe(whole) });

  test("is an empty object inside another one only", () => {
    expect(readOf(z.object({ part }), { part: [] })).toMatchObject({
      data: { part: {} },
      findings: [{ path: "part", message: "object expected, read as an empty one", raw: "[]" }],
    });
    expect(refusedOf(part, [])).toEqual([": object expected"]);
  });
});

describe("an absent field", () => {
  const schema = z.object({ a: maybe(whole), b: wanted(whole), c: z.optional(whole) });

  test.each([undefined, null])("(%j) is reported only where the standard requires it", (value) => {
    expect(readOf(schema, { a: value, b: value, c: value })).toMatchObject({
      data: {},
      findings: [{ path: "b", message: "absent, but mandatory", outcome: "LEFT_OUT" }],
    });
  });

  test("that is unreadable refuses the object where a price depends on it", () => {
    expect(readOf(schema, { a: "x", b: "x" })).toMatchObject({
      data: {},
      findings: [
        { path: "a", message: "number expected", outcome: "LEFT_OUT" },
        { path: "b", message: "number expected", outcome: "LEFT_OUT" },
      ],
    });
    expect(refusedOf(schema, { c: "x" })).toEqual(["c: number expected"]);
  });

  test("is not the property that every object inherits", () => {
    const odd = z.object({ constructor: maybe(reading.text(9)), name: maybe(reading.text(9)) });
    expect(readOf(odd, { name: "A" })).toEqual({ data: { name: "A" }, findings: [] });
  });
});

describe("an assumed value", () => {
  const schema = z.object({ status: assumed(reading.closed(["A", "UNKNOWN"]), always("UNKNOWN")) });

  test.each([
    [undefined, "absent, read as UNKNOWN"],
    [null, "absent, read as UNKNOWN"],
    ["", "absent, read as UNKNOWN"],
    [7, "string expected, read as UNKNOWN"],
    [[7, 8], "string expected, read as UNKNOWN"],
  ])("is read for %j", (status, message) => {
    expect(readOf(schema, { status })).toMatchObject({
      data: { status: "UNKNOWN" },
      findings: [{ path: "status", message, outcome: "READ_AS" }],
    });
  });

  test("is not read for a list that has one readable value", () => {
    expect(readOf(schema, { status: ["a"] })).toMatchObject({
      data: { status: "A" },
      findings: [{ message: "a list of one, read as its item" }, { path: "status" }],
    });
  });
});

describe("the date of a part", () => {
  const last_updated = assumed(reading.dateTime(), asItsWhole);
  const part = z.object({ last_updated });
  const schema = z.object({ parts: many(part), other: part, last_updated });
  const changed = "2026-03-01T10:00:00Z";

  test("is its own, otherwise that of its whole, otherwise the time of arrival", () => {
    const own = "2026-02-01T00:00:00Z";
    const parts = [{ last_updated: own }, {}];
    expect(readOf(schema, { parts, other: {}, last_updated: changed })).toMatchObject({
      data: {
        parts: [{ last_updated: own }, { last_updated: changed }],
        other: { last_updated: changed },
        last_updated: changed,
      },
    });
    expect(readOf(schema, { parts, other: {} })).toMatchObject({
      data: {
        parts: [{ last_updated: own }, { last_updated: arrived }],
        other: { last_updated: arrived },
        last_updated: arrived,
      },
    });
  });

  test("that is mandatory is the last of the missing fields", () => {
    const dated = z.object({ last_updated: reading.dateTime(), a: whole, b: whole });
    expect(refusedOf(dated, {})).toEqual([
      "a: number expected",
      "b: number expected",
      "last_updated: string expected",
    ]);
  });
});

describe("a list", () => {
  test("loses its null and unreadable items only where the others can be used alone", () => {
    expect(readOf(many(whole), [1, null, "x"])).toMatchObject({
      data: [1],
      findings: [
        { path: "1", message: "null", outcome: "LEFT_OUT", raw: "null" },
        { path: "2", message: "number expected", outcome: "LEFT_OUT", raw: '"x"' },
      ],
    });
    expect(refusedOf(reading.some(whole), [1, null])).toEqual(["1: number expected"]);
    expect(refusedOf(reading.some(whole), [1, "x"])).toEqual(["1: number expected"]);
  });

  test("of which nothing is readable is not an empty one", () => {
    expect(refusedOf(many(whole), ["x", null])).toEqual(["0: number expected"]);
    expect(readOf(many(whole), [])).toEqual({ data: [], findings: [] });
    expect(readOf(many(whole), [null])).toMatchObject({ data: [], findings: [{ path: "0" }] });
  });

  test("that is missing is no list of one missing item", () => {
    expect(refusedOf(many(whole), undefined)).toEqual([": array expected"]);
    expect(readOf(many(whole), 7)).toMatchObject({
      data: [7],
      findings: [{ path: "", message: "array expected, read as a list of one", raw: "7" }],
    });
    expect(refusedOf(many(whole), "x")).toEqual([": number expected"]);
  });
});

test("a field of an older version is named in its finding by both its names", () => {
  const schema = reading.forms(z.object({ new: whole, cost: whole }), () => [
    { from: "old", to: "new", value: 1 },
    { from: "cost", to: "cost", value: 2 },
  ]);
  expect(readOf(schema, { old: 1, cost: "2.0" })).toEqual({
    data: { new: 1, cost: 2 },
    findings: [
      { path: "old", message: "of OCPI 2.1.1, read as new", outcome: "READ_AS", raw: "1" },
      {
        path: "cost",
        message: "of OCPI 2.1.1, read as cost of an older version",
        outcome: "READ_AS",
        raw: '"2.0"',
      },
    ],
  });
});

test("a NUL character, which no database stores, is removed from a text", () => {
  expect(readOf(reading.text(9), "a\u0000b")).toEqual({ data: "ab", findings: [] });
});
