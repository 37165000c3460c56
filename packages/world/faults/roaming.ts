import { parseArgs } from "node:util";
import { pushHostile } from "./roaming/push-hostile.ts";
import { timeoutPartner } from "./roaming/timeout-partner.ts";

/**
 * What partners may do to us. `--pushes N [--seed N]`: malformed and hostile pushes over every receiver route must end
 * in no 5xx, no crash and no write for another party. `--timeout-partner`: one operator that never answers must cost
 * the calls to another nothing, and be in step within a minute of its return.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      pushes: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      "timeout-partner": { type: "boolean", default: false },
    },
  });
  const say = (line: string) => console.log(`  ${line}`);
  if (values["timeout-partner"]) return (await timeoutPartner({ rounds: 4, seconds: 12 }, say)).ok;
  const [pushes, seed] = [Number(values.pushes), Number(values.seed)];
  if (!Number.isSafeInteger(pushes) || !Number.isSafeInteger(seed))
    throw new RangeError("--pushes and --seed are whole numbers");
  return (await pushHostile({ pushes, seed, atOnce: 12 }, say)).ok;
}
