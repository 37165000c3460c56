import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";
import { wholeNumber } from "../whole-number.ts";
import type { Broken } from "./push/verify.ts";

/**
 * `npm run faults -- push --pushes 10000 [--seed N]`: sends pushes over TLS to an RFC 8030 push service that
 * accepts, refuses, forgets browsers, is busy and fails at random. With `--broken early | gone | twice` one kind of
 * its answers is dropped, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      pushes: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      broken: { type: "string" },
    },
  });
  const options = {
    pushes: wholeNumber("--pushes", values.pushes),
    seed: wholeNumber("--seed", values.seed),
    broken: brokenOf(values.broken),
  };
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryPushes } = await import("./push/try-pushes.ts");
  try {
    return (await tryPushes(options, (line) => console.log(line))).ok;
  } finally {
    await stopDatabases();
  }
}

function brokenOf(text: string | undefined): Broken | null {
  if (text === undefined) return null;
  if (text === "early" || text === "gone" || text === "twice") return text;
  throw new StartError(`--broken needs early, gone or twice, not ${text}`);
}
