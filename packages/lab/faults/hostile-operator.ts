import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- hostile-operator --records 2000 [--seed N]`: a registered operator sends sessions and CDRs that
 * ask for more than was agreed. With `--broken` the bound on the agreed amount is off, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      records: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      broken: { type: "boolean", default: false },
    },
  });
  const options = {
    records: wholeNumber("--records", values.records),
    seed: wholeNumber("--seed", values.seed),
    broken: values.broken,
  };
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryHostileOperator } = await import("./hostile-operator/try-hostile-operator.ts");
  try {
    return (await tryHostileOperator(options, (line) => console.log(`  ${line}`))).ok;
  } finally {
    await stopDatabases();
  }
}
