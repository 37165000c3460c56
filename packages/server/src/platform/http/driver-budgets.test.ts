import { BYTES_IN, BYTES_OUT, files, SHARED_BUDGET } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { createDriverBudgets } from "./driver-budgets.ts";

const plain = { method: "GET", path: "/a" };
const other = { method: "GET", path: "/b" };
const costly = { method: "POST", path: "/c", budget: { perMinute: 6, burst: 2 } };

test("routes without their own budget share one; each driver and each route with a budget is counted separately", () => {
  const { spend } = createDriverBudgets(1, () => 0);
  for (let nth = 0; nth < SHARED_BUDGET.burst; nth++) expect(spend("a", plain)).toBeNull();
  expect(spend("a", other)).toBe(1);
  expect(spend("b", other)).toBeNull();
  expect([spend("a", costly), spend("a", costly), spend("a", costly)]).toEqual([null, null, 10]);
});

test("after the given time a call is allowed again, and a refused call does not count", () => {
  let at = 0;
  const { spend } = createDriverBudgets(1, () => at);
  for (let nth = 0; nth < 50; nth++) spend("a", costly);
  expect(spend("a", costly)).toBe(10);
  at = 10_000;
  expect([spend("a", costly), spend("a", costly)]).toEqual([null, 10]);
});

test("a factor multiplies the budgets; one call is always possible", () => {
  const wide = createDriverBudgets(2, () => 0);
  expect(Array.from({ length: 5 }, () => wide.spend("a", costly))).toEqual([
    ...Array(4).fill(null),
    5,
  ]);
  const narrow = createDriverBudgets(0.001, () => 0);
  expect([narrow.spend("a", costly), narrow.spend("a", costly)]).toEqual([null, 10_000]);
});

test("a body counts before it is read: what does not fit in waits, and counts neither as a call nor as bytes", () => {
  let at = 0;
  const { spend } = createDriverBudgets(1, () => at);
  const { burst, perMinute } = BYTES_IN;
  expect(spend("a", costly, burst - 1)).toBeNull();
  expect(spend("a", costly, 2)).toBe(1);
  expect(spend("a", plain, 1)).toBeNull();
  expect(spend("a", plain, perMinute / 60 + 1)).toBe(2);
  expect(spend("b", plain, burst)).toBeNull();
  at = 1_000;
  expect(spend("a", plain, perMinute / 60)).toBeNull();
  // The refused one has used up none of the two calls.
  expect([spend("a", costly), spend("a", costly)]).toEqual([null, 9]);
});

test("what was sent delays the next call of any route; one answer counts as the whole budget at most", () => {
  let at = 0;
  const { spend, sent } = createDriverBudgets(1, () => at);
  const { burst, perMinute } = BYTES_OUT;
  sent("a", burst - 1);
  expect(spend("a", plain)).toBeNull();
  sent("a", 1);
  expect([spend("a", plain), spend("a", costly), spend("b", plain)]).toEqual([1, 1, null]);
  sent("a", 50 * burst);
  expect(spend("a", plain)).toBe((burst / perMinute) * 60 + 1);
  at = (burst / perMinute) * 60_000 + 1_000;
  expect(spend("a", plain)).toBeNull();
});

test("an app at work is far from the budgets of bytes", () => {
  const { spend, sent } = createDriverBudgets(1, () => 0);
  // Ten photos as large as they may be, and twenty whole maps.
  for (let nth = 0; nth < 10; nth++) expect(spend("a", plain, files.MOST_UPLOAD)).toBeNull();
  for (let nth = 0; nth < 20; nth++) sent("a", 5 * 1024 * 1024);
  expect(spend("a", plain)).toBeNull();
});
