import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";
import { wholeNumber } from "../whole-number.ts";
import type { Guard } from "./records/try-records.ts";

/**
 * `npm run faults -- records --histories N [--seed N]`: CDRs, credits, corrections, parts and staff's decisions of one
 * charge come in any order, twice, in the middle of the charge or a day late, while the service restarts; the books must
 * end as if they had come in order. `--broken early|credits|corrected` takes one guard away, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      histories: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      broken: { type: "string" },
    },
  });
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { GUARDS, tryRecords } = await import("./records/try-records.ts");
  const { broken } = values;
  if (broken !== undefined && !GUARDS.includes(broken as Guard))
    throw new StartError(`--broken needs one of ${GUARDS.join(", ")}, not ${broken}`);
  try {
    const end = await tryRecords(
      {
        histories: wholeNumber("--histories", values.histories),
        seed: wholeNumber("--seed", values.seed),
        broken: (broken as Guard | undefined) ?? null,
      },
      (line) => console.log(`  ${line}`),
    );
    return end.ok;
  } finally {
    await stopDatabases();
  }
}
