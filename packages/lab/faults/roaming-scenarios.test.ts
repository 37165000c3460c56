import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { allTroubles, endScenarios, type Trouble } from "./roaming/scenarios.ts";

afterAll(stopDatabases);

/** One of each way to end: refused, silent, found by polling, without a CDR for a day. The full run covers all. */
const some: Trouble[] = [
  { kind: "scenario", name: "rejects_late" },
  { kind: "scenario", name: "never_answers" },
  { kind: "disturbance", name: "lost_pushes" },
  { kind: "disturbance", name: "late_cdr" },
];

test("[S-3] whatever fails at the operator, a charge ends and no hold stays", async () => {
  const lines: string[] = [];
  const end = await endScenarios(some, (line) => lines.push(line));
  expect(end, lines.join("\n")).toEqual({ ok: true, tried: some.length, stuck: 0 });
});

test.each(["2.1.1", "2.3.0"] as const)(
  "[S-2] an operator of OCPI %s charges, stops and bills",
  async (version) => {
    const lines: string[] = [];
    const end = await endScenarios(
      [{ kind: "scenario", name: "happy" }],
      (line) => lines.push(line),
      version,
    );
    expect(end.ok, lines.join("\n")).toBe(true);
    expect(lines[0]).toContain("COMPLETED BILLED, hold CAPTURED, bills 1");
  },
);

test("every scenario and every disturbance of the simulator is included", () => {
  const names = allTroubles.map(({ name }) => name);
  expect(names).toContain("refuses_stop");
  expect(names).toContain("slow_drip");
  expect(names.length).toBeGreaterThanOrEqual(37);
});
