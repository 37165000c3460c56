import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryPrepaid, type PrepaidOptions } from "./prepaid.ts";

afterAll(stopDatabases);

async function prepaid(options: PrepaidOptions) {
  const lines: string[] = [];
  const end = await tryPrepaid(options, (line) => lines.push(line));
  return { ...end, lines };
}

test(
  "[B-2] a bill exceeds its limit by no more than power, signal gaps and slow stops explain",
  { timeout: 240_000 },
  async () => {
    const end = await prepaid({ sessions: 12, seed: 100, drivers: 12, withoutBound: false });
    expect(end, end.lines.join("\n")).toMatchObject({
      ok: true,
      lost: 0,
      doubled: 0,
      overBound: 0,
      aboveLimit: 0,
      ledgerFaults: 0,
    });
  },
);

// The negative control. Even then no bill exceeds what was promised: the rest is not the driver's to pay.
test("[B-2] without a reserve the run fails, and still no driver pays more than was promised", async () => {
  const end = await prepaid({ sessions: 2, seed: 2, drivers: 1, withoutBound: true });
  expect(end.overBound, end.lines.join("\n")).toBeGreaterThan(0);
  expect(end, end.lines.join("\n")).toMatchObject({ ok: false, aboveLimit: 0, debts: 0 });
  expect(end.ledgerFaults).toBe(0);
});
