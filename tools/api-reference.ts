import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiReference } from "@voltmarg/contract/openapi";

/** `npm run lab -- api-reference` writes docs/reference/api from the contract; with `--check` it says which pages differ. */
const folder = join(import.meta.dirname, "..", "docs", "reference", "api");
const pages = apiReference();

mkdirSync(folder, { recursive: true });
const kept = readdirSync(folder);
const stale = kept.filter((name) => !pages.has(name));
const differing = [...pages].filter(
  ([name, text]) => !kept.includes(name) || readFileSync(join(folder, name), "utf8") !== text,
);
if (process.argv.includes("--check")) {
  for (const name of [...stale, ...differing.map(([page]) => page)])
    console.error(`docs/reference/api/${name} is not what the contract says.`);
  if (stale.length + differing.length > 0) {
    console.error("Write the pages anew: npm run lab -- api-reference");
    process.exitCode = 1;
  }
} else {
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of differing) writeFileSync(join(folder, name), text);
  console.log(`docs/reference/api: ${pages.size} pages, ${differing.length} written`);
}
