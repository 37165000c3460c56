import { statfsSync } from "node:fs";
import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/world/start-error";
import { wholeNumber } from "../whole-number.ts";
import { BROKEN_VARIANTS, type Broken } from "../simulation/broken-variants.ts";

const MEMORY = "/dev/shm";
const ROOM = 8 * 2 ** 30;
/** Seeds that are not worth a second process. */
const FEW = 50;

/**
 * `npm run faults -- simulation --seeds 2000 --steps 200`: the service against a clock, a chance, a wire and a database
 * that a seed decides, looked at after every step. Every fiftieth seed runs twice and must go alike. `--seed N` tries one
 * seed again, twice; `--trace` tells every turn of it. `--workers N` processes share the seeds. `--broken
 * resend|watch|hold|commit` must be found out within the seeds given, the first seed that does ends it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      seeds: { type: "string", default: "100" },
      first: { type: "string", default: "1" },
      steps: { type: "string", default: "200" },
      seed: { type: "string" },
      workers: { type: "string" },
      broken: { type: "string" },
      trace: { type: "boolean", default: false },
    },
  });
  const one = values.seed === undefined ? null : wholeNumber("--seed", values.seed);
  const seeds = one === null ? wholeNumber("--seeds", values.seeds) : 1;
  const broken = brokenOf(values.broken);
  const several = seeds > FEW && !values.trace ? "2" : "1";
  if (hasRoom(MEMORY)) process.env["TMPDIR"] ??= MEMORY;
  // Loaded when it is asked for: it brings a database with it.
  const { trySeeds } = await import("../simulation/try-seeds.ts");
  const { ok } = await trySeeds(
    {
      first: one ?? wholeNumber("--first", values.first),
      seeds,
      steps: wholeNumber("--steps", values.steps),
      broken,
      twice: one !== null,
      untilFound: broken !== null,
      trace: values.trace,
      workers: wholeNumber("--workers", values.workers ?? several),
    },
    (line) => console.log(`  ${line}`),
  );
  return ok;
}

function brokenOf(text: string | undefined): Broken | null {
  if (text === undefined) return null;
  if (text in BROKEN_VARIANTS) return text as Broken;
  throw new StartError(
    `--broken needs one of ${Object.keys(BROKEN_VARIANTS).join(", ")}, not ${text}`,
  );
}

/** Each seed makes and drops a database of a thousand files, which a folder in memory does with less ado. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
