import { statfsSync } from "node:fs";
import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";
import { wholeNumber } from "../whole-number.ts";
import { BROKEN_VARIANTS, type Broken } from "../simulation/broken-variants.ts";

const MEMORY = "/dev/shm";
const ROOM = 8 * 2 ** 30;
/** Fewer seeds than this run in one process. */
const FEW = 50;

/**
 * `npm run faults -- simulation --seeds 2000 --steps 200`: runs the service with a simulated clock, randomness,
 * network and database, all decided by a seed, and checks invariants after every step. Every fiftieth seed runs
 * twice and must repeat exactly. `--seed N` repeats one seed, twice; `--trace` prints every turn of it. `--workers
 * N` processes share the seeds. With `--broken resend|watch|hold|commit` the fault must be detected within the given
 * seeds; the first seed that detects it ends the run.
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
  // Imported on use: it starts a database.
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

/** Each seed creates and drops a database of a thousand files, which is faster in a memory file system. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
