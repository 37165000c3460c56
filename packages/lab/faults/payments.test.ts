import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryPayments, type PaymentsOptions } from "./payments.ts";

afterAll(stopDatabases);

async function payments(options: PaymentsOptions) {
  const lines: string[] = [];
  const end = await tryPayments(options, (line) => lines.push(line));
  return { end, lines: lines.join("\n") };
}

test(
  "[B-1] whatever the payment provider forgets, repeats or omits, each payment is credited once and refunded once",
  { timeout: 240_000 },
  async () => {
    const { end, lines } = await payments({ ops: 120, seed: 5, broken: false });
    expect(end, lines).toMatchObject({
      ok: true,
      lost: 0,
      doubled: 0,
      suspense: 0,
      faults: 0,
      unmatched: 0,
    });
    expect(lines).toMatch(
      /^payments tried=\d+ lost=0 doubled=0 suspense=0 faults=0 unmatched=0 .*$/m,
    );
  },
);

// The negative control.
test(
  "[B-1] a service that stores only one order of a top-up is detected",
  { timeout: 240_000 },
  async () => {
    const { end, lines } = await payments({ ops: 160, seed: 1, broken: true });
    expect(end.ok, lines).toBe(false);
    expect(end.lost, lines).toBeGreaterThan(0);
  },
);
