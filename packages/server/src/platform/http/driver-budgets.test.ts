import { SHARED_BUDGET } from "@voltmarg/contract";
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
