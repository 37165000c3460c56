import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryHostileOperator, type HostileOptions } from "./hostile-operator.ts";

afterAll(stopDatabases);

async function attack(options: HostileOptions) {
  const lines: string[] = [];
  const end = await tryHostileOperator(options, (line) => lines.push(line));
  return { ...end, lines };
}

test(
  "[B-7] a hostile operator is paid no more than was agreed, and the rest of its claim is shown in the back office",
  { timeout: 180_000 },
  async () => {
    const { lines, tried, ...end } = await attack({ records: 30, seed: 1, broken: false });
    expect(tried).toBeGreaterThanOrEqual(30);
    expect(end, lines.join("\n")).toEqual({
      ok: true,
      aboveBound: 0,
      notChargedBilled: 0,
      unseenByStaff: 0,
      lost: 0,
      doubled: 0,
      ledgerFaults: 0,
    });
  },
);

// The negative control: a check that cannot fail proves nothing.
test("[B-7] without a bound on what was agreed the run fails", { timeout: 180_000 }, async () => {
  const end = await attack({ records: 30, seed: 1, broken: true });
  expect(end.ok, end.lines.join("\n")).toBe(false);
  expect(end.aboveBound, end.lines.join("\n")).toBeGreaterThan(0);
});
