import { expect, test } from "vitest";
import { measureCosts } from "./cost.ts";

test("the cost benchmark counts what each journey writes, and its books are right", async () => {
  const lines: string[] = [];
  const { faults, costs } = await measureCosts({ rounds: 1 }, (line) => lines.push(line));
  expect(Object.values(faults).every((count) => count === 0)).toBe(true);
  expect(lines.at(-1)).toMatch(/^cost ratio=\d+ p50=\d+ms p99=\d+ms$/);
  for (const [journey, { statements, rows }] of Object.entries(costs)) {
    expect(statements, journey).toBeGreaterThan(0);
    // A search only reads.
    if (journey === "search") expect(rows).toBe(0);
    else expect(rows, journey).toBeGreaterThan(0);
  }
}, 120_000);
