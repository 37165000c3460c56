import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- upgrade-ocpi [--sessions N]`: operators move from OCPI 2.2.1 to 2.3.0 in the middle of sessions, some
 * because we ask, some of their own accord while stops leave and records arrive. Every session is billed once.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { sessions: { type: "string", default: "50" } },
  });
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryUpgrade } = await import("./upgrade-ocpi/try-upgrade.ts");
  try {
    const end = await tryUpgrade(wholeNumber("--sessions", values.sessions));
    console.log(end.line);
    return end.ok;
  } finally {
    await stopDatabases();
  }
}
