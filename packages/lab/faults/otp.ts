import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- otp --guesses 1000000 --http 10000 --numbers-apart 1000 [--seed N]`: guesses codes over many
 * numbers and addresses, then compares registered with unregistered numbers. With `--broken` the service forgets
 * earlier guesses, and its response time reveals accounts.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      guesses: { type: "string", default: "100000" },
      http: { type: "string", default: "10000" },
      "numbers-apart": { type: "string", default: "1000" },
      seed: { type: "string", default: "1" },
      broken: { type: "boolean", default: false },
    },
  });
  const { startHarness, stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { guessCodes, tellApart } = await import("./otp/guess-codes.ts");
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: { TRUST_PROXY: "loopback", OTP_SENDS_PER_ADDRESS: "10" },
  });
  try {
    const apart = await tellApart(
      world,
      wholeNumber("--numbers-apart", values["numbers-apart"]),
      values.broken,
    );
    const found = await guessCodes(world, {
      guesses: wholeNumber("--guesses", values.guesses),
      http: wholeNumber("--http", values.http),
      seed: wholeNumber("--seed", values.seed),
      broken: values.broken,
    });
    const { guesses, numbers, sent, evaluated, right, lucky, most, broke } = found;
    console.log(
      `otp guesses=${guesses} numbers=${numbers} sent=${sent} evaluated=${evaluated} logins=${right} luck_allows=${lucky} most_sent_hour=${most.hour} most_sent_day=${most.day} most_sent_address_hour=${most.address} broke=${broke} known_unknown_ms=${apart.apart.toFixed(2)} bodies=${apart.bodies}`,
    );
    return found.ok && apart.ok;
  } finally {
    await world.stop();
    await stopDatabases();
  }
}
