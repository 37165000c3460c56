import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- prepaid --sessions 10000 [--seed N]`: prepaid charges whose updates and stops get lost. With
 * `--without-bound` no reserve is held for a gap in the updates, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      sessions: { type: "string", default: "1000" },
      seed: { type: "string", default: "1" },
      "without-bound": { type: "boolean", default: false },
    },
  });
  const options = {
    sessions: wholeNumber("--sessions", values.sessions),
    seed: wholeNumber("--seed", values.seed),
    drivers: 32,
    withoutBound: values["without-bound"],
  };
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryPrepaid } = await import("./prepaid/try-prepaid.ts");
  try {
    return (await tryPrepaid(options, (line) => console.log(`  ${line}`))).ok;
  } finally {
    await stopDatabases();
  }
}
