import { stopDatabases, type VersionNumber } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryHistories, type Broken } from "./roaming/histories/try-histories.ts";

afterAll(stopDatabases);

/** Deterministic, so one seed for each control is enough: one with lost messages, one with a credit before its CDR. */
const LOST = 301;
const EARLY_CREDIT = 704;

async function histories(
  count: number,
  seed: number,
  { broken = null, version = "2.2.1" }: { broken?: Broken; version?: VersionNumber } = {},
) {
  const lines: string[] = [];
  const end = await tryHistories({ histories: count, seed, lanes: 24, broken, version }, (line) =>
    lines.push(line),
  );
  return { ...end, lines };
}

test.each([
  ["2.2.1", 48],
  ["2.3.0", 24],
] as const)(
  "[B-3] in OCPI %s charges reported with lost, duplicate, late and reordered messages end as they happened, and are billed once",
  { timeout: 240_000 },
  async (version, count) => {
    const end = await histories(count, 1, { version });
    expect(end, end.lines.join("\n")).toMatchObject({
      ok: true,
      differ: 0,
      doubled: 0,
      stuck: 0,
      ledgerFaults: 0,
    });
  },
);

// The negative controls: a service that is broken in one place is detected.
test.each([
  ["pull", LOST],
  ["credits", EARLY_CREDIT],
] as const)("without %s a history ends otherwise, and the run says so", async (broken, seed) => {
  expect(await histories(1, seed), "the seed is sound").toMatchObject({ ok: true });
  const end = await histories(1, seed, { broken });
  expect(end, end.lines.join("\n")).toMatchObject({ ok: false, differ: 1 });
  expect(end.lines.at(-1)).toMatch(/^roaming tried=1 differ=1 /);
});
