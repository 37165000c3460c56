import { describe, expect, test } from "vitest";
import { leastInterval, LONGEST_MS, nextInterval } from "./whole-interval.ts";

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

describe("the shortest interval of full pulls", () => {
  test.each([
    [0, 0, 15 * MINUTE],
    [750, 15, 15 * MINUTE],
    [751, 15, 15.02 * MINUTE],
    [750, 16, 16 * MINUTE],
    [800, 15, 16 * MINUTE],
    [1_000, 30, 30 * MINUTE],
    [17_999, 1, 359.98 * MINUTE],
    [18_000, 1, 6 * HOUR],
    [18_001, 1, 6 * HOUR],
    [1, 359, 359 * MINUTE],
    [1, 360, 6 * HOUR],
    [1, 361, 6 * HOUR],
  ])("for %i locations and pages in %i pages is %d ms", (of, pages, expected) => {
    expect(leastInterval({ of, pages })).toBeCloseTo(expected, 6);
  });
});

describe("the next full pull", () => {
  const small = { of: 100, pages: 2 };

  test("after one that corrected nothing comes later, unless that one came in less than half the interval", () => {
    const after = (afterMs: number) => nextInterval(HOUR, { ...small, healed: 0, afterMs });
    expect(after(HOUR / 2 - 1)).toBe(HOUR);
    expect(after(HOUR / 2)).toBe(2 * HOUR);
    expect(after(HOUR)).toBe(2 * HOUR);
  });

  test("after an early one that corrected something follows its rate", () => {
    const pull = { ...small, healed: 4, afterMs: HOUR };
    expect(nextInterval(4 * HOUR, pull)).toBe(HOUR / 2);
  });

  test("comes after twice the interval at most", () => {
    const rate = (healed: number) =>
      nextInterval(HOUR, { of: 1_000, pages: 1, healed, afterMs: HOUR });
    expect(rate(9)).toBe(2 * HOUR);
    expect(rate(10)).toBe(2 * HOUR);
    expect(rate(16)).toBe(1.25 * HOUR);
    expect(rate(20)).toBe(HOUR);
    expect(rate(40)).toBe(HOUR / 2);
  });

  test("comes after six hours at most, and after the shortest interval at least", () => {
    expect(LONGEST_MS).toBe(6 * HOUR);
    const quiet = { ...small, healed: 0 };
    expect(nextInterval(3 * HOUR, { ...quiet, afterMs: 3 * HOUR })).toBe(6 * HOUR);
    expect(nextInterval(4 * HOUR, { ...quiet, afterMs: 4 * HOUR })).toBe(6 * HOUR);
    const busy = { ...small, healed: 100, afterMs: HOUR };
    expect(nextInterval(HOUR, busy)).toBe(15 * MINUTE);
    // The operator has grown since the interval was learnt.
    const grown = { healed: 0, of: 5_000, pages: 100, afterMs: MINUTE };
    expect(nextInterval(HOUR, grown)).toBe(100 * MINUTE);
  });
});
