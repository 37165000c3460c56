import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- staff --operations all [--seconds N] [--seed N]`: a member of support, one of finance and a stolen
 * session of an admin, whose passkey is old, try alone to gain money, access or data, by random orders of up to three
 * operations of the back office. With `--broken` the stolen session has a passkey, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      operations: { type: "string", default: "all" },
      seconds: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      broken: { type: "boolean", default: false },
    },
  });
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryStaff } = await import("./staff/try-staff.ts");
  try {
    return await tryStaff({
      operations: values.operations,
      seconds: wholeNumber("--seconds", values.seconds),
      seed: wholeNumber("--seed", values.seed),
      broken: values.broken,
    });
  } finally {
    await stopDatabases();
  }
}
