import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { trySilence, type Broken } from "./silence.ts";

afterAll(stopDatabases);

async function fallSilent(broken: Broken | null, minutes = 60) {
  const lines: string[] = [];
  const options = { operators: 2, charges: 6, minutes, broken };
  const end = await trySilence(options, (line) => lines.push(line));
  return { ...end, lines };
}

test(
  "[S-2] [B-3] silent operators are asked a few times a minute, and each of their charges is watched and billed once",
  { timeout: 180_000 },
  async () => {
    const { lines, pullsPerOperatorMinute, ...end } = await fallSilent(null);
    expect(end, lines.join("\n")).toEqual({
      ok: true,
      tried: 6,
      lost: 0,
      doubled: 0,
      watchesPerSession: 1,
    });
    expect(pullsPerOperatorMinute).toBeLessThanOrEqual(5);
  },
);

// The negative controls: a check that cannot fail proves nothing.
test("[S-2] where charges do not share pulls, the run fails", { timeout: 180_000 }, async () => {
  const { ok, pullsPerOperatorMinute, lines } = await fallSilent("pulls", 12);
  expect(ok, lines.join("\n")).toBe(false);
  expect(pullsPerOperatorMinute).toBeGreaterThan(5);
});

test("[S-2] where watches multiply, the run fails", { timeout: 180_000 }, async () => {
  const { ok, watchesPerSession, lines } = await fallSilent("watches", 6);
  expect(ok, lines.join("\n")).toBe(false);
  expect(watchesPerSession).toBeGreaterThan(1);
});
