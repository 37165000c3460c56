import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryPrepaid, type PrepaidOptions } from "./prepaid/try-prepaid.ts";

afterAll(stopDatabases);

async function prepaid(options: PrepaidOptions) {
  const lines: string[] = [];
  const end = await tryPrepaid(options, (line) => lines.push(line));
  return { ...end, lines };
}

test(
  "[B-2] a bill is above its limit by no more than power, silence and stops explain",
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

// The negative control. Even then no bill is above what was promised: what lies above it is not the driver's.
test(
  "[B-2] without anything kept back the run says so, and still no driver pays more than was promised",
  { timeout: 120_000 },
  async () => {
    const end = await prepaid({ sessions: 2, seed: 2, drivers: 1, withoutBound: true });
    expect(end.overBound, end.lines.join("\n")).toBeGreaterThan(0);
    expect(end, end.lines.join("\n")).toMatchObject({ ok: false, aboveLimit: 0, debts: 0 });
    expect(end.ledgerFaults).toBe(0);
  },
);
