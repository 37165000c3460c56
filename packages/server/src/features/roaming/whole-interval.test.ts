import { expect, test } from "vitest";
import { leastInterval, nextInterval } from "./whole-interval.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("[house rule] an operator whose changes all came by themselves is asked for everything every six hours", () => {
  const pull = { healed: 0, of: 500, pages: 10, afterMs: 6 * HOUR };
  expect(nextInterval(6 * HOUR, pull)).toBe(6 * HOUR);
});

test("[house rule] one whole pull that heals half of the stations brings the next within a quarter of an hour", () => {
  const pull = { healed: 137, of: 273, pages: 6, afterMs: 6 * HOUR };
  expect(nextInterval(6 * HOUR, pull)).toBe(15 * MINUTE);
});

test("[house rule] one that heals a few makes it a little oftener", () => {
  const pull = { healed: 4, of: 100, pages: 2, afterMs: 6 * HOUR };
  expect(nextInterval(6 * HOUR, pull)).toBe(3 * HOUR);
});

test("[house rule] a quiet night leads back step by step, and two pulls in a row teach nothing", () => {
  const quiet = { healed: 0, of: 273, pages: 6 };
  expect(nextInterval(15 * MINUTE, { ...quiet, afterMs: 15 * MINUTE })).toBe(30 * MINUTE);
  expect(nextInterval(5 * HOUR, { ...quiet, afterMs: 5 * HOUR })).toBe(6 * HOUR);
  expect(nextInterval(HOUR, { ...quiet, afterMs: MINUTE })).toBe(HOUR);
});

test("[house rule] the budget holds for who has many stations, in many pages or in one", () => {
  const all = { healed: 5_000, of: 5_000, afterMs: HOUR };
  expect(nextInterval(HOUR, { ...all, pages: 100 })).toBe(100 * MINUTE);
  expect(nextInterval(HOUR, { ...all, pages: 1 })).toBe(100 * MINUTE);
  expect(nextInterval(HOUR, { ...all, pages: 200 })).toBe(200 * MINUTE);
  expect(leastInterval({ of: 50_000, pages: 1_000 })).toBe(6 * HOUR);
});
