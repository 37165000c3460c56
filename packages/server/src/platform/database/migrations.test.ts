import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bareOf } from "./migration-locks.ts";

const folder = new URL("../../../migrations/", import.meta.url);

/** Of the numbered migrations, which come after the baseline: name and text. */
const numbered = await Promise.all(
  (await readdir(folder))
    .filter((name) => name.endsWith(".sql"))
    .map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const),
);

/** Statements that break the previous release, which still runs during a migration, or that lock a table for long. */
const CONTRACTING: readonly (readonly [string, RegExp])[] = [
  ["drops a table", /\bdrop\s+table\b/],
  ["drops a column", /\bdrop\s+column\b/],
  ["drops a view or function", /\bdrop\s+(?:view|function|trigger|type|sequence)\b/],
  ["renames", /\brename\s+(?:to|column|constraint)\b|\brename\s+\w+\s+to\b/],
  ["changes a type", /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/],
  ["makes a column mandatory", /\bset\s+not\s+null\b/],
  [
    "adds a mandatory column without a default",
    /\badd\s+(?:column\s+)?(?!constraint\b)\w+[^,;]*\bnot\s+null\b(?![^,;]*\b(?:default|generated)\b)/,
  ],
  [
    "adds a constraint that looks at all rows",
    /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/,
  ],
  ["takes a default away", /\bdrop\s+default\b/],
  ["empties a table", /^truncate\b/],
];

/**
 * The statements of a migration that break the previous release. The comment `-- contract: unused since 0023` above a
 * statement allows it as the second step, after the migration that made it safe.
 */
function contractions(text: string): string[] {
  const found: string[] = [];
  for (const statement of statementsOf(text)) {
    const own = /--\s*contract:[^\n]*\b(\d{4})\b/.test(statement);
    if (own) continue;
    const bare = bareOf(statement);
    // No release uses a table that this migration creates.
    const isNew = [...bareOf(text).matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)];
    const about = /alter\s+table\s+(?:only\s+)?(\w+)/.exec(bare)?.[1];
    if (isNew.some(([, table]) => table === about)) continue;
    for (const [what, pattern] of CONTRACTING)
      if (pattern.test(bare)) found.push(`${what}: ${bare}`);
  }
  return found;
}

function statementsOf(text: string): string[] {
  const bodies: string[] = [];
  const without = text.replaceAll(
    /\$(\w*)\$[\s\S]*?\$\1\$/g,
    (body) => `@${bodies.push(body) - 1}@`,
  );
  return without
    .split(/;(?![^\n]*--[^\n]*;)/)
    .map((each) => each.replaceAll(/@(\d+)@/g, (_, nth: string) => bodies[Number(nth)]!));
}

test("migrations only add, so that the previous release can run beside them", () => {
  for (const [name, text] of numbered) expect(contractions(text), name).toEqual([]);
});

const makesAndDropsIndexes = (text: string) =>
  ["create", "drop"].every((verb) =>
    new RegExp(String.raw`\b${verb}\s+(?:unique\s+)?index\b`).test(bareOf(text)),
  );

// A drop waits for whoever reads the table, and who reads it and then writes waits for the new index: a deadlock.
test("no migration makes an index and drops another one", () => {
  expect(makesAndDropsIndexes("create index a on b (c);\ndrop index d;")).toBe(true);
  expect(makesAndDropsIndexes("create unique index a on b (c); -- drop index d")).toBe(false);
  for (const [name, text] of numbered)
    expect([name, makesAndDropsIndexes(text)]).toEqual([name, false]);
});

test("the baseline creates each table whole", async () => {
  const baseline = new URL("baseline/", folder);
  const names = await readdir(baseline);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const text = bareOf(await readFile(new URL(name, baseline), "utf8"));
    expect([name, ...text.matchAll(/(?:^|; )(?:alter|update|delete|drop) [\w ]+/g)]).toEqual([
      name,
    ]);
  }
});

// Negative control for the first test.
test.each([
  ["drops a table", "drop table favourite"],
  ["drops a column", "alter table session drop column told"],
  ["drops a view or function", "drop function ledger_move"],
  ["renames", "alter table session rename column told to said"],
  ["renames", "alter table session rename to charge"],
  ["changes a type", "alter table session alter column kwh type numeric"],
  ["makes a column mandatory", "alter table session alter column kwh set not null"],
  [
    "adds a mandatory column without a default",
    "alter table session add column colour text not null",
  ],
  [
    "adds a constraint that looks at all rows",
    "alter table session add constraint positive check (kwh >= 0)",
  ],
  ["takes a default away", "alter table session alter column told drop default"],
  ["empties a table", "truncate favourite"],
])("a migration that %s is found out", (what, statement) => {
  expect(contractions(`-- why\n${statement};`)).toEqual([`${what}: ${statement}`]);
});

test.each([
  "alter table session add column colour text",
  "alter table session add column colour text not null default 'green'",
  "create table colour (id text primary key, name text not null, check (name <> ''))",
  "create table colour (id text); alter table colour add column name text not null",
  "alter table session add constraint positive check (kwh >= 0) not valid",
  "-- contract: nobody has read it since 0030\nalter table session drop column told",
  "create function f() returns void language sql as $$ drop table favourite; $$",
])("a migration that only adds is none of them: %s", (text) => {
  expect(contractions(`${text};`)).toEqual([]);
});
