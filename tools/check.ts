import { execFile } from "node:child_process";
import { join } from "node:path";
import { checkSupply } from "./supply.ts";

const root = join(import.meta.dirname, "..");
const tool = (...path: string[]) => join(root, "node_modules", ...path);
const tsc = tool("@typescript", "native", "bin", "tsc");
// Each of its checkers works out much of the same anew: with four, as by itself, it takes nearly twice the processor time.
const types = (project: string) => [tsc, "-p", project, "--checkers", "2"];
const lingui = tool("@lingui", "cli", "dist", "lingui.js");
const words = ["--config", join("packages", "app", "lingui.config.ts")];
const depcruise = tool("dependency-cruiser", "bin", "dependency-cruiser.mjs");

const knip = [tool("knip", "bin", "knip.js"), "--no-progress"];

/** Name, and the arguments for node. */
const steps: [name: string, args: string[]][] = [
  // The longest, so that no processor waits for it at the end.
  ["lint", [tool("oxlint", "bin", "oxlint"), "--type-aware", "--deny-warnings", "."]],
  ["types", types("tsconfig.json")],
  ["types of the app", types("packages/app/tsconfig.json")],
  ["types of the console", types("packages/console/tsconfig.json")],
  ["types of the worker", types("packages/app/src/sw/tsconfig.json")],
  ["types of app tests", types("tsconfig.app-tools.json")],
  ["types of journeys", types("packages/e2e/tsconfig.json")],
  ["words", [lingui, "check", "sync", "--clean", ...words]],
  ["translations", [lingui, "check", "missing", "--mode", "catalog", "--verbose", ...words]],
  ["format", [tool("oxfmt", "bin", "oxfmt"), "--check", "."]],
  ["import law", [depcruise, "packages", "--config", ".dependency-cruiser.cjs"]],
  ["unused code", [...knip, "--no-config-hints"]],
  ["code for tests", [...knip, "--production"]],
  ["API reference", [join(import.meta.dirname, "api-reference.ts"), "--check"]],
];

function run(args: string[]): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: stdout + stderr });
    });
  });
}

let failures = 0;
const waiting = [...steps];
// Half of the steps use one processor only, so that two run at a time.
await Promise.all([inTurn(), inTurn()]);

async function inTurn(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, args] = step;
    const before = performance.now();
    const { failed, output } = await run(args);
    const seconds = ((performance.now() - before) / 1000).toFixed(1);
    console.log(`${failed ? "FAIL" : "ok  "}  ${name.padEnd(20)} ${seconds.padStart(5)} s`);
    if (!failed) continue;
    failures += 1;
    console.log(output.trimEnd());
  }
}

const supply = checkSupply(root);
if (supply.faults.length > 0) failures += 1;
const { packages, files } = supply;
console.log(
  `${supply.faults.length > 0 ? "FAIL" : "ok  "}  supply               packages=${packages} files=${files} faults=${supply.faults.length}`,
);
for (const fault of supply.faults) console.log(fault);
console.log(
  failures === 0 ? "check: all good" : `check: ${failures} of ${steps.length + 1} steps failed`,
);
process.exitCode = failures === 0 ? 0 : 1;
