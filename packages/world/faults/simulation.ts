import { parseArgs } from "node:util";
import { StartError } from "../src/start-error.ts";
import { wholeNumber } from "../src/whole-number.ts";
import { BROKEN, type Broken } from "./simulation/broken.ts";

/**
 * `npm run faults -- simulation --seeds 2000 --steps 200`: the service against a clock, a chance, a wire and a database
 * that a seed decides, looked at after every step. `--seed N` tries one seed again, twice, and says that both went alike;
 * `--trace` tells every turn of it. `--broken resend|watch|hold|commit` must be found out within the seeds given.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      seeds: { type: "string", default: "100" },
      first: { type: "string", default: "1" },
      steps: { type: "string", default: "200" },
      seed: { type: "string" },
      broken: { type: "string" },
      trace: { type: "boolean", default: false },
    },
  });
  const one = values.seed === undefined ? null : wholeNumber("--seed", values.seed);
  // Loaded when it is asked for: it brings a database with it.
  const { trySeeds } = await import("./simulation/try-seeds.ts");
  const { ok } = await trySeeds(
    {
      first: one ?? wholeNumber("--first", values.first),
      seeds: one === null ? wholeNumber("--seeds", values.seeds) : 1,
      steps: wholeNumber("--steps", values.steps),
      broken: brokenOf(values.broken),
      twice: one !== null,
      trace: values.trace,
    },
    (line) => console.log(`  ${line}`),
  );
  return ok;
}

function brokenOf(text: string | undefined): Broken | null {
  if (text === undefined) return null;
  if (text in BROKEN) return text as Broken;
  throw new StartError(`--broken needs one of ${Object.keys(BROKEN).join(", ")}, not ${text}`);
}
