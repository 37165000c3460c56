import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "@voltmarg/testkit/page-blocks";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** Pages whose blocks are run as they stand, and by what. */
const RUN: Record<string, string> = {
  "docs/guide/connect-an-operator.md": "packages/world/src/connect-guide.test.ts",
  "docs/operations/books.md": "packages/cli/src/provider-backoffice.test.ts",
  "docs/operations/runbooks/breach.md": "packages/cli/src/provider-backoffice.test.ts",
  "docs/operations/taxes.md": "packages/cli/src/provider-backoffice.test.ts",
  "docs/operations/run-in-production.md": "npm run lab -- install-rehearsal",
  "docs/operations/observe.md": "npm run lab -- install-rehearsal",
  "docs/operations/backup.md": "npm run lab -- install-rehearsal",
  "docs/operations/update.md": "npm run lab -- install-rehearsal",
};

test("every block of commands is run by something, or the page says why not", () => {
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root });
  const found = pages
    .filter((page) => !(page in RUN))
    .flatMap((page) =>
      blocksOf(readFileSync(join(root, page), "utf8"))
        .filter(({ notRun }) => notRun === null)
        .map(({ line }) => `${page}:${line}`),
    );
  expect(pages).toEqual(expect.arrayContaining(Object.keys(RUN)));
  expect(found).toEqual([]);
});

test("blocks are found with their heading and line, and with the reason why one is not run", () => {
  const page = [
    "# Page",
    "```sh",
    "one",
    "two",
    "```",
    "<!-- not run: it needs a car -->",
    "",
    "```sh",
    "three",
    "```",
    "## Next",
    "<!-- not run: this is not above a block -->",
    "Text.",
    "```sh",
    "four",
    "```",
    "```json",
    "{}",
    "```",
  ];
  expect(blocksOf(page.join("\n"))).toEqual([
    { under: "Page", line: 3, text: "one\ntwo", notRun: null },
    { under: "Page", line: 9, text: "three", notRun: "it needs a car" },
    { under: "Next", line: 15, text: "four", notRun: null },
  ]);
});
