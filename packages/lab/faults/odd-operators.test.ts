import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryOddOperators } from "./odd-operators.ts";

afterAll(stopDatabases);

// The negative control: a check that cannot fail proves nothing.
test("if one bad field hides its station, the run fails", async () => {
  const lines: string[] = [];
  const end = await tryOddOperators({ kinds: ["null"], broken: true, version: "2.2.1" }, (line) =>
    lines.push(line),
  );
  expect(end, lines.join("\n")).toMatchObject({ ok: false });
  expect(end.hiddenForOptional, lines.join("\n")).toBeGreaterThan(0);
  expect(end.wrongNotCharged, lines.join("\n")).toBeGreaterThan(0);
});
