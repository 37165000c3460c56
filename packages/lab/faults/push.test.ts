import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryPushes, type PushOptions } from "./push/try-pushes.ts";

afterAll(stopDatabases);

async function pushes(options: PushOptions) {
  const lines: string[] = [];
  const end = await tryPushes(options, (line) => lines.push(line));
  return { end, lines: lines.join("\n") };
}

test("[N-5] every registered browser is shown everything once; none is pushed to too early or after it is gone", async () => {
  const { end, lines } = await pushes({ pushes: 400, seed: 11, broken: null });
  expect(end, lines).toMatchObject({ ok: true, lost: 0, doubled: 0, early: 0, deadLeft: 0 });
  expect(end.tried).toBeGreaterThan(400);
  expect(lines).toMatch(/push tried=\d+ lost=0 doubled=0 early=0 dead_left=0/);
});

// The negative controls: each answer of the push service that is dropped shows in the figure it affects.
test.each([
  ["early", "early"],
  ["gone", "deadLeft"],
  ["twice", "doubled"],
] as const)("[N-5] without the service's word on %s the run says so", async (broken, figure) => {
  const { end, lines } = await pushes({ pushes: 100, seed: 12, broken });
  expect(end.ok, lines).toBe(false);
  expect(end[figure], lines).toBeGreaterThan(0);
});
