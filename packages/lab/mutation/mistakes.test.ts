import { expect, test } from "vitest";
import { mistakesIn } from "./mistakes.ts";

const after = (text: string, file = "a.ts") =>
  mistakesIn(file, text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );

test("each kind of mistake is made once, and leaves the rest as it was", () => {
  expect(after("const f = (a: number) => a <= b && c;")).toEqual([
    "const f = (a: number) => a <= b || c;",
    "const f = (a: number) => a < b && c;",
  ]);
  expect(after("function g() { if (x) return 1; y(); }")).toEqual([
    "function g() { if (true) return 1; y(); }",
    "function g() { if (false) return 1; y(); }",
    "function g() { if (x) return 2; y(); }",
    "function g() { if (x) return 1; ; }",
  ]);
  expect(after("const h = a ? b : c ?? d;")).toEqual([
    "const h = (b);",
    "const h = (c ?? d);",
    "const h = a ? b : (c);",
  ]);
  expect(after("const i = !x.filter(y).some(z);")).toEqual([
    "const i = x.filter(y).some(z);",
    "const i = !x.filter(y).every(z);",
    "const i = !x.some(z);",
  ]);
});

test("SQL has its own mistakes, in templates and in files", () => {
  expect(after("const q = sql`select 1 where a < ${b} and c between 1 and 2`;")).toEqual([
    "const q = sql`select 1 where a <= ${b} and c between 1 and 2`;",
    "const q = sql`select 1 where a < ${b} or c between 1 and 2`;",
  ]);
  // The driver of the database writes undefined as null.
  expect(after("const q = sql`insert into a values (${b ?? null})`;")).toEqual([]);
  expect(after("const q = sql`insert into a values (${b ?? c})`;")).toHaveLength(1);
  expect(after("-- a < b\nselect a > b for update", "a.sql")).toEqual([
    "-- a < b\nselect a >= b for update",
    "-- a < b\nselect a > b",
  ]);
});

test("types, log lines, texts and guards against our own bugs are left alone", () => {
  expect(after("type A = { a: true }; deps.logger.warn({ a: true });")).toEqual([]);
  expect(after('const a = "b" + c; if (x) throw new Error("never");')).toEqual([]);
  expect(after("if (x) { logger.warn(x); }")).toEqual([]);
  expect(after("if (x) { logger.warn(x); y(); }")).toHaveLength(2);
  expect(after("const a = error instanceof Error ? error.message : String(error);")).toEqual([]);
});

test("a mistake says in which functions it lies", () => {
  const [first] = mistakesIn("a.ts", "\nexport function outer() { const inner = () => a < b; }");
  expect(first).toMatchObject({ line: 2, original: "<", within: ["outer", "inner"] });
});
