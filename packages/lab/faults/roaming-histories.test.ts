import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { tryHistories } from "./roaming/histories/try-histories.ts";

afterAll(stopDatabases);

/** Deterministic, so one seed for each control is enough: one with lost messages, one with a credit before its CDR. */
const LOST = 301;
const EARLY_CREDIT = 704;

async function histories(count: number, seed: number, broken: "pull" | "credits" | null = null) {
  const lines: string[] = [];
  const end = await tryHistories({ histories: count, seed, lanes: 24, broken }, (line) =>
    lines.push(line),
  );
  return { ...end, lines };
}

test(
  "[B-3] charges reported with lost, duplicate, late and reordered messages end as they happened, and are billed once",
  { timeout: 240_000 },
  async () => {
    const end = await histories(48, 1);
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
  expect(await histories(1, seed, null), "the seed is sound").toMatchObject({ ok: true });
  const end = await histories(1, seed, broken);
  expect(end, end.lines.join("\n")).toMatchObject({ ok: false, differ: 1 });
  expect(end.lines.at(-1)).toMatch(/^roaming tried=1 differ=1 /);
});
