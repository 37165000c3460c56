import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Words that the glossary writes as code in its column "not": no name in code has them as a part. */
const notInCode = read("docs/reference/glossary.md")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, word, , not]) =>
    [...(not ?? "").matchAll(/`([a-z]+)`/g)].map(([, wrong]) => ({ word: word!, wrong: wrong! })),
  );

/** Names that the database has, which a release before this one still uses. */
const inDatabase = new Set(
  globSync("packages/server/migrations/**/*.sql", { cwd: root }).flatMap(
    (file) => read(file).match(/\w+/g) ?? [],
  ),
);

/** "listDeskTickets" and "desk_audit": their words in small letters. */
const partsOf = (name: string) =>
  name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_|\$/)
    .map((part) => part.toLowerCase().replace(/s$/, ""));

function wrongNames(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  const names = new Set<string>();
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    if (kind === ts.SyntaxKind.Identifier) names.add(scanner.getTokenText());
  return [...names]
    .filter((name) => !inDatabase.has(name))
    .flatMap((name) =>
      notInCode
        .filter(({ wrong }) => partsOf(name).includes(wrong))
        .map(({ word }) => `${name}: say ${word}`),
    );
}

test("names in code use the words of the glossary", () => {
  expect(notInCode).toContainEqual({ word: "staff", wrong: "desk" });
  expect(wrongNames("const listDeskTickets = desk_audit + desktop;")).toEqual([
    "listDeskTickets: say staff",
  ]);
  const files = globSync(["packages/**/*.{ts,tsx,mjs}", "tools/*.{ts,mjs}"], { cwd: root }).filter(
    (file) => !/(?:^|\/)(?:node_modules|dist|\.data|test-results|android|ios)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const wrong = files.flatMap((file) => wrongNames(read(file)).map((name) => `${file}: ${name}`));
  expect(wrong).toEqual([]);
});
