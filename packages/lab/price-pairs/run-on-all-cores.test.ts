import { expect, test } from "vitest";
import { runOnAllCores } from "./run-on-all-cores.ts";

test("every pair is tried once, with one process per core", async () => {
  const progress: number[] = [];
  expect(await runOnAllCores(100_000, 5000, (tried) => progress.push(tried))).toEqual([]);
  expect(progress.at(-1)).toBe(5000);
  expect(progress).toHaveLength(3);
});
