import { expect, test } from "vitest";
import { createCompleteness } from "./completeness.ts";

const MINUTE_MS = 60_000;

test("[L-1] the index is complete up to a version when those that were writing then have ended", () => {
  const complete = createCompleteness(5);
  complete.raise({ version: 10, writers: ["a"] }, 0);
  expect(complete.upTo).toBe(5);
  complete.raise({ version: 20, writers: ["a", "b"] }, MINUTE_MS);
  expect(complete.upTo).toBe(5);
  complete.raise({ version: 30, writers: ["b", "c"] }, 2 * MINUTE_MS);
  expect(complete.upTo).toBe(10);
  complete.raise({ version: 40, writers: ["d"] }, 3 * MINUTE_MS);
  expect(complete.upTo).toBe(30);
  complete.raise({ version: 50, writers: [] }, 4 * MINUTE_MS);
  expect(complete.upTo).toBe(50);
});

test("[L-1] a transaction that somebody forgot is waited for ten minutes, others after it as well", () => {
  const complete = createCompleteness(5);
  complete.raise({ version: 10, writers: ["forgotten"] }, 0);
  complete.raise({ version: 20, writers: ["forgotten", "short"] }, 8 * MINUTE_MS);
  complete.raise({ version: 30, writers: ["forgotten"] }, 10 * MINUTE_MS);
  expect(complete.upTo).toBe(5);
  complete.raise({ version: 40, writers: ["forgotten"] }, 11 * MINUTE_MS);
  expect(complete.upTo).toBe(10);
});
