import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- payments --ops 3000 [--seed N]`: drivers top up and withdraw while the payment provider makes
 * two orders for one receipt, forgets idempotency keys, lists only its last ten refunds, sends webhooks twice, late,
 * early or never, and is down. With `--broken` the service forgets all orders of a top-up but the first, and the run
 * must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      ops: { type: "string", default: "3000" },
      seed: { type: "string", default: "1" },
      broken: { type: "boolean", default: false },
    },
  });
  const options = {
    ops: wholeNumber("--ops", values.ops),
    seed: wholeNumber("--seed", values.seed),
    broken: values.broken,
  };
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryPayments } = await import("./payments/try-payments.ts");
  try {
    return (await tryPayments(options, (line) => console.log(line))).ok;
  } finally {
    await stopDatabases();
  }
}
