import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** Tables may be aligned in columns. */
const text = readFileSync(join(root, "docs", "reference", "security.md"), "utf8").replaceAll(
  / {2,}/g,
  " ",
);

type Row = { id: string; level: string; verdict: string; how: string; shown: string[] };
const rows: Row[] = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm),
].map(([, id = "", level = "", verdict = "", how = "", shown = ""]) => ({
  id,
  level,
  verdict: verdict.trim(),
  how: how.trim(),
  shown: [...shown.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
}));

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0, and in all. */
const CHAPTERS: Record<string, number> = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

describe("docs/reference/security.md", () => {
  test("has each of the 253 requirements once", () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const counted: Record<string, number> = {};
    for (const { id } of rows) counted[id.split(".")[0]!] = (counted[id.split(".")[0]!] ?? 0) + 1;
    expect(counted).toEqual(CHAPTERS);
    expect(rows.filter(({ level }) => level === "1")).toHaveLength(70);
    expect(rows).toHaveLength(253);
  });

  test("states the status of each, and the evidence for a pass", () => {
    for (const { id, verdict, how, shown } of rows) {
      expect(["pass", "n. a.", "exception"], id).toContain(verdict);
      expect(how.length, id).toBeGreaterThan(3);
      if (verdict === "pass") expect(shown.length, id).toBeGreaterThan(0);
    }
  });

  test("names files that exist", () => {
    const named = new Set(
      [
        ...text.matchAll(/`((?:packages|docs|deploy)\/[\w./-]+|[\w-]+\.test\.ts|SECURITY\.md)`/g),
      ].map(([, file]) => file!),
    );
    expect(named.size).toBeGreaterThan(60);
    expect([...named].filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(existsSync(join(root, "packages/nothing.ts"))).toBe(false);
  });

  test("gives each exception its reason, and has the right totals", () => {
    const signed = /### Exceptions\n([\s\S]*?)\n### /.exec(text)![1]!;
    const excepted = rows.filter(({ verdict }) => verdict === "exception");
    for (const { id } of excepted) expect(signed.includes(id), id).toBe(true);
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    const sum = `| Both | ${count("pass")} | ${count("n. a.")} | ${count("exception")} | 253 |`;
    expect(text.includes(sum), sum).toBe(true);
    // The goal: 95 of 100 are met or do not apply.
    expect(excepted.length / rows.length).toBeLessThan(0.05);
  });
});
