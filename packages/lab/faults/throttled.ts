import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- throttled [--starts N]`: an operator answers every pull of prices and stations with 429 and
 * `Retry-After: 300`, while drivers start and stop charges there. None may fail or be late, and a command takes as long
 * as beside an operator that is not busy.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { starts: { type: "string", default: "60" } },
  });
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryThrottled } = await import("./throttled/try-throttled.ts");
  try {
    const end = await tryThrottled(wholeNumber("--starts", values.starts));
    console.log(end.line);
    return end.ok;
  } finally {
    await stopDatabases();
  }
}
