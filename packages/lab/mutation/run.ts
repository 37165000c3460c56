import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";

const help = `Changes one thing of a package at a time and runs its tests: those that still pass have not looked at it.

  npm run lab -- mutation -- rules | ocpi
  npm run lab -- mutation -- rules --only money.ts,tariff.ts   some files
  npm run lab -- mutation -- rules --only money.ts --broken    with hardly a test: must fail

At least 85 of 100 changes have to be found out. What was not found is said with its line; the whole report is
out/mutation/<package>.json.`;

const LEAST = 85;
const PACKAGES = ["rules", "ocpi"];
const root = join(import.meta.dirname, "..", "..", "..");
const out = join(root, "out", "mutation");

type Mutant = {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
};
type Report = { files: Record<string, { mutants: Mutant[] }> };

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: "string" },
      broken: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  const [name = ""] = positionals;
  if (values.help || !PACKAGES.includes(name)) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const files = values.only?.split(",").map((file) => `src/${file}`) ?? ["src/**/*.ts"];
  const report = tryMutants(name, [...files, "!src/**/*.test.ts"], values.broken);
  return judge(name, report);
}

function tryMutants(name: string, mutate: readonly string[], broken: boolean): Report {
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}.json`);
  const common = JSON.parse(
    readFileSync(join(import.meta.dirname, "options.json"), "utf8"),
  ) as object;
  const config = broken ? "vitest.broken.config.ts" : "vitest.config.ts";
  const options = {
    ...common,
    mutate,
    tempDirName: join(out, `sandbox-${name}`),
    jsonReporter: { fileName: file },
    vitest: { configFile: join(import.meta.dirname, config), related: false },
  };
  const written = join(out, `${name}.options.json`);
  writeFileSync(written, JSON.stringify(options));
  const core = createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json");
  const { status } = spawnSync(
    process.execPath,
    [join(core, "..", "bin", "stryker.js"), "run", written],
    {
      cwd: join(root, "packages", name),
      stdio: "inherit",
    },
  );
  if (status !== 0) throw new Error("the mutants could not be tried");
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}

/** Prints surviving mutants and the score of each file; exit code 1: the goal is missed. */
function judge(name: string, { files }: Report): number {
  const all = { killed: 0, tried: 0 };
  for (const [file, { mutants }] of Object.entries(files).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )) {
    const tried = mutants.filter(({ status }) => isTried(status));
    const survivors = tried.filter(
      ({ status }) => status === "Survived" || status === "NoCoverage",
    );
    const killed = tried.length - survivors.length;
    all.killed += killed;
    all.tried += tried.length;
    for (const { location, mutatorName, replacement = "", status } of survivors)
      console.log(
        `  ${file}:${location.start.line} ${status} ${mutatorName} ${short(replacement)}`,
      );
    console.log(`${percent(killed, tried.length).padStart(6)} % of ${tried.length}  ${file}`);
  }
  const score = percent(all.killed, all.tried);
  console.log(
    `mutation package=${name} tried=${all.tried} killed=${all.killed} score=${score} least=${LEAST}`,
  );
  return all.tried > 0 && Number(score) >= LEAST ? 0 : 1;
}

const isTried = (status: string) =>
  ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status);
const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 70);
const percent = (part: number, of: number) => (of === 0 ? 100 : (100 * part) / of).toFixed(1);

process.exitCode = main();
