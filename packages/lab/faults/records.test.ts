import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { GUARDS, tryRecords } from "./records.ts";

afterAll(stopDatabases);

test(
  "[B-3] records of charges in any order, twice, early or late, end in the books of what happened",
  { timeout: 240_000 },
  async () => {
    const lines: string[] = [];
    const end = await tryRecords({ histories: 36, seed: 1, broken: null }, (line) =>
      lines.push(line),
    );
    expect(end, lines.join("\n")).toMatchObject({ ok: true, tried: 36 });
  },
);

test.each(GUARDS)(
  "without the guard %s the books end otherwise, and the run says so",
  { timeout: 240_000 },
  async (broken) => {
    const end = await tryRecords({ histories: 24, seed: 1, broken }, () => {});
    expect(end).toMatchObject({ ok: false });
    expect(end.differ + end.unseen).toBeGreaterThan(0);
  },
);
