import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** The changelog tells of its own time; the API's reference is made from the contract. */
const pages = globSync(["*.md", "docs/**/*.md", ".github/**/*.md"], { cwd: root }).filter(
  (page) => !page.startsWith("docs/reference/api/"),
);
const read = (page: string) => readFileSync(join(root, page), "utf8");
const MADE = ["packages/app/dist", "packages/console/dist"];

/** `page: what` of every link to a file and every path in backticks that is not there. */
function missingIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, to]) => to!)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => normalize(join(dirname(page), to)));
  const paths =
    page === "CHANGELOG.md"
      ? []
      : [...text.matchAll(/`((?:packages|tools|deploy|docs)\/[\w./@-]+)`/g)].map(
          ([, path]) => path!,
        );
  return [...links, ...paths]
    .filter((path) => !MADE.includes(path) && !existsSync(join(root, path)))
    .map((path) => `${page}: ${path}`);
}

test("every link and every path that a page names is there", () => {
  expect(pages.flatMap((page) => missingIn(page, read(page)))).toEqual([]);
});

test("a path that is not there is found", () => {
  const text = "See [this](gone.md), [that](https://example.org/gone.md) and `packages/gone.ts`.";
  expect(missingIn("docs/guide/page.md", text)).toEqual([
    "docs/guide/page.md: docs/guide/gone.md",
    "docs/guide/page.md: packages/gone.ts",
  ]);
});

test("the data model names every table", () => {
  const migrations = globSync("packages/server/migrations/**/*.sql", { cwd: root })
    .map(read)
    .join();
  const tables = [...migrations.matchAll(/^create table (?:if not exists )?(\w+)/gim)]
    .map(([, name]) => name!)
    .filter((name) => !name.endsWith("_rest"));
  const named = read("docs/reference/data-model.md");
  expect(tables.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
});

test("log lines that docs explain are written somewhere", () => {
  const [, table = ""] = read("docs/operations/logs.md").split("## Lines worth knowing");
  const named = table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));
  const code = globSync("packages/server/src/**/*.ts", { cwd: root }).map(read).join("\n");
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((text) => !code.includes(`"${text}"`))).toEqual([]);
});

test("each claim of the accessibility statement names a test that exists", () => {
  const claims = read("docs/reference/accessibility.md")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, , file]) => file?.startsWith("`"))
    .map(([, claim, file, title]) => ({ claim, file: file!.slice(1, -1), title: title! }));
  expect(claims.length).toBeGreaterThan(10);
  const unproven = claims.filter(({ file, title }) => !title || !read(file).includes(title));
  expect(unproven).toEqual([]);
});
