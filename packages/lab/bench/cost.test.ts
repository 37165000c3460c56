import { expect, test } from "vitest";
import { measureCosts } from "./cost.ts";

test("the cost benchmark counts what each journey writes, and its books are right", async () => {
  const lines: string[] = [];
  const { faults, costs, waits } = await measureCosts({ rounds: 1 }, (line) => lines.push(line));
  expect(Object.values(faults).every((count) => count === 0)).toBe(true);
  expect(lines.at(-1)).toMatch(/^cost ratio=\d+ p50=\d+ms p99=\d+ms$/);
  // Each more is a commit or a round trip for every charge of every day. `npm run bench -- cost` says what they are now.
  const most: Partial<Record<keyof typeof costs, [transactions: number, statements: number]>> = {
    start: [6, 36],
    update: [2.5, 10],
    stop: [12, 46],
    bill: [8, 46],
  };
  for (const [journey, [transactions, statements]] of Object.entries(most)) {
    const cost = costs[journey as keyof typeof costs];
    expect(cost.commits, journey).toBeLessThanOrEqual(transactions);
    expect(cost.statements, journey).toBeLessThanOrEqual(statements);
  }
  expect(Math.max(...Object.values(waits))).toBeLessThanOrEqual(2);
  for (const [journey, { statements, rows }] of Object.entries(costs)) {
    expect(statements, journey).toBeGreaterThan(0);
    // A search only reads.
    if (journey === "search") expect(rows).toBe(0);
    else expect(rows, journey).toBeGreaterThan(0);
  }
});
