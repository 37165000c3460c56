import { describe, expect, test } from "vitest";
import { leastInterval, LONGEST_MS, nextInterval } from "./whole-interval.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
