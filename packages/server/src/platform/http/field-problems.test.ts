import { MOST_FIELD_PROBLEMS, stations } from "@voltmarg/contract";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { type InvalidFields, problemsOfFields, validatorCompiler } from "./field-problems.ts";

const problemsIn = (schema: z.ZodMiniType, sent: unknown) => {
  const read = validatorCompiler({ schema, method: "POST", url: "/" }) as (sent: unknown) => {
    error?: InvalidFields;
  };
  return read(sent).error!.problems;
};

test("of 10,000 bad points the first twenty problems are named", () => {
  const points = Array.from({ length: 10_000 }, () => ({ latitude: 91, longitude: "x" }));
  const problems = problemsIn(stations.findAlongRoute.body, { points });
  expect(problems).toHaveLength(20);
  expect(problems.slice(0, 2)).toMatchObject([
    { path: "points.0.latitude", rule: "TOO_LARGE", limit: 90 },
    { path: "points.0.longitude", rule: "NOT_A_NUMBER" },
  ]);
});

test("of twenty problems all are named, with long ones as many as have 3 KB", () => {
  const wrong = (name: string) =>
    Array.from({ length: 20 }, () => ({ code: "custom" as const, path: [name], message: "no" }));
  expect(problemsOfFields(wrong("a"), { a: 1 })).toHaveLength(20);
  // {"path":"…","rule":"WRONG","message":"no"} is 41 bytes and the name; a comma, and the list's brackets.
  const each = (problems: number) =>
    Math.floor((MOST_FIELD_PROBLEMS.bytes - 2 - (problems - 1)) / problems) - 41;
  const fits = "n".repeat(each(10));
  expect(problemsOfFields(wrong(fits), { [fits]: 1 })).toHaveLength(10);
  expect(problemsOfFields(wrong(`${fits}n`), { [`${fits}n`]: 1 })).toHaveLength(9);
});

test("only what is named is read of what was sent", () => {
  let reads = 0;
  const points = new Proxy(Array(5_000).fill({}) as object[], {
    get: (all, name) => {
      reads++;
      return Reflect.get(all, name) as unknown;
    },
  });
  const issues = points.map((_, nth) => ({
    code: "custom" as const,
    path: ["points", nth, "latitude"],
    message: "no",
  }));
  reads = 0;
  problemsOfFields(issues, { points });
  expect(reads).toBe(20);
});
