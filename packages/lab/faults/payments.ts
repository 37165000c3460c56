import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- payments --ops 3000 [--seed N]`: drivers add money and have it sent back while the payment provider
 * makes two orders for one receipt, forgets idempotency keys, shows its last ten refunds only, tells twice, late, early or
 * not at all, and goes away. With `--broken` the service forgets all orders of a top-up but the first, and the run must
 * find it out.
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
  // Loaded when it is asked for: they bring a database with them.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryPayments } = await import("./payments/try-payments.ts");
  try {
    return (await tryPayments(options, (line) => console.log(line))).ok;
  } finally {
    await stopDatabases();
  }
}
