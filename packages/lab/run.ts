import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { sentenceOf } from "@voltmarg/client/node";

const here = import.meta.dirname;
const packages = join(here, "..");

/** Programs that run when they are imported. */
const PROGRAMS: Readonly<Record<string, string>> = {
  a11y: join(packages, "e2e", "accessibility", "a11y.ts"),
  "api-reference": join(packages, "..", "tools", "api-reference.ts"),
  books: join(here, "books", "books.ts"),
  "first-minute": join(packages, "e2e", "first-minute", "first-minute.ts"),
  "image-rehearsal": join(here, "rehearsal", "image-rehearsal.ts"),
  "install-rehearsal": join(here, "rehearsal", "install-rehearsal.ts"),
  lighthouse: join(packages, "e2e", "lighthouse", "lighthouse.ts"),
  notice: join(here, "notice", "print-notice.ts"),
  phones: join(packages, "..", "tools", "sync-phones.ts"),
  router: join(here, "router", "router.ts"),
  screens: join(packages, "e2e", "screens", "shots.ts"),
  "spec-map": join(packages, "..", "tools", "spec-map.ts"),
};
/** Folders of modules that export `run()`, and `end()` where they have started something for all of it. */
const FOLDERS = ["bench", "faults"];

/** `npm run lab -- PROGRAM`, `npm run lab -- bench NAME`: passes the following arguments to the program. */
async function main(): Promise<void> {
  const name = process.argv[2] ?? "";
  if (FOLDERS.includes(name)) return runModule(name);
  const program = PROGRAMS[name];
  if (!program) {
    const names = [...FOLDERS.map((folder) => `${folder} NAME`), ...Object.keys(PROGRAMS)];
    console.error(`npm run lab -- ${names.join(" | ")}`);
    process.exit(name === "" || name === "--help" ? 0 : 1);
  }
  process.argv.splice(1, 2, program);
  await import(program);
}

/** Runs the module of `folder` named on the command line; without a name, lists them. */
async function runModule(folder: string): Promise<void> {
  const names = globSync("*.ts", { cwd: join(here, folder) })
    .map((file) => basename(file, ".ts"))
    .filter((name) => !name.endsWith(".test"))
    .toSorted();
  const name = process.argv[3];
  if (!name || !names.includes(name)) {
    console.error(`npm run ${folder} -- ${names.join(" | ")}`);
    process.exit(name === undefined || name === "--help" ? 0 : 1);
  }
  process.argv.splice(2, 1);
  const module = (await import(join(here, folder, `${name}.ts`))) as {
    run(): Promise<boolean>;
    end?(): Promise<void>;
  };
  try {
    process.exitCode = (await module.run()) ? 0 : 1;
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
  } finally {
    await module.end?.();
  }
}

await main();
