import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test, vi } from "vitest";
import { tryOneChoice } from "./one-choice.ts";

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => stopDatabases());

test("[L-10] rows, pins, counts and orders say the same in some worlds, and a row that ignores the filters is noticed", async () => {
  const lines: string[] = [];
  const options = { worlds: 5, seed: 7, isBroken: false };
  const found = await tryOneChoice(options, (line) => lines.push(line));
  expect(lines).toEqual([]);
  expect(found).toEqual({ tried: 30, rowsDiffer: 0, orderWrong: 0, countsWrong: 0 });
  // The negative control: a check that cannot fail proves nothing.
  const broken = await tryOneChoice({ ...options, isBroken: true }, () => {});
  expect(broken.rowsDiffer).toBeGreaterThan(5);
  expect(broken.orderWrong).toBeGreaterThan(1);
});
