import { expect, test } from "vitest";
import { leastInterval, nextInterval } from "./whole-interval.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("an operator whose changes were all pushed or dated is pulled in full every six hours", () => {
  const pull = { healed: 0, of: 500, pages: 10, afterMs: 6 * HOUR };
  expect(nextInterval(6 * HOUR, pull)).toBe(6 * HOUR);
});

test("after a full pull that corrected half of the locations the next comes in a quarter of an hour", () => {
  const pull = { healed: 137, of: 273, pages: 6, afterMs: 6 * HOUR };
  expect(nextInterval(6 * HOUR, pull)).toBe(15 * MINUTE);
});

test("a full pull that corrected a few shortens the interval a little", () => {
  const pull = { healed: 4, of: 100, pages: 2, afterMs: 6 * HOUR };
  expect(nextInterval(6 * HOUR, pull)).toBe(3 * HOUR);
});

test("pulls that correct nothing lengthen the interval step by step; two pulls in a row change nothing", () => {
  const quiet = { healed: 0, of: 273, pages: 6 };
  expect(nextInterval(15 * MINUTE, { ...quiet, afterMs: 15 * MINUTE })).toBe(30 * MINUTE);
  expect(nextInterval(5 * HOUR, { ...quiet, afterMs: 5 * HOUR })).toBe(6 * HOUR);
  expect(nextInterval(HOUR, { ...quiet, afterMs: MINUTE })).toBe(HOUR);
});

test("the budget limits an operator with many locations, in many pages or in one", () => {
  const all = { healed: 5_000, of: 5_000, afterMs: HOUR };
  expect(nextInterval(HOUR, { ...all, pages: 100 })).toBe(100 * MINUTE);
  expect(nextInterval(HOUR, { ...all, pages: 1 })).toBe(100 * MINUTE);
  expect(nextInterval(HOUR, { ...all, pages: 200 })).toBe(200 * MINUTE);
  expect(leastInterval({ of: 50_000, pages: 1_000 })).toBe(6 * HOUR);
});
