import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";

type Figures = { routes: number; tried: number; foreign: number; unlike: number; written: number };

const root = join(import.meta.dirname, "..", "..", "..");
const TEST = "packages/server/test/access.test.ts";

/**
 * `npm run faults -- access`: calls every route as an anonymous caller, this driver, another driver, and with an
 * expired, a revoked and a closed sign-in, on own, foreign and missing objects. The tables are those of
 * access.test.ts, which fails for a route without a row. With `--broken` the access check confuses two drivers, and
 * the run must detect it.
 */
export function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { broken: { type: "boolean", default: false } },
  });
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-access-"));
  const file = join(folder, "figures.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, "run", "--project", "database", "--reporter", "dot", TEST],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, ACCESS_FIGURES: file, ACCESS_BROKEN: values.broken ? "1" : "" },
      },
    );
    if (status !== 0) console.log(`${stdout}${stderr}`.trimEnd());
    const figures = read(file);
    const { routes, tried, foreign, unlike, written } = figures;
    console.log(
      `access routes=${routes} tried=${tried} foreign=${foreign} unlike_absent=${unlike} written=${written} routes_without_rule=${status === 0 ? 0 : "see above"}`,
    );
    return Promise.resolve(status === 0 && tried > 0 && foreign + unlike + written === 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(file: string): Figures {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Figures;
  } catch {
    throw new StartError("the walk over the routes did not come to its end");
  }
}
