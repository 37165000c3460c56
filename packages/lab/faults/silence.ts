import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";
import { wholeNumber } from "../whole-number.ts";
import type { Broken } from "./silence/try-silence.ts";

/**
 * `npm run faults -- silence --operators 5 --charges 500`: all operators fall silent for an hour of simulated time, with
 * three restarts in between. However many charges wait, an operator is asked a few times a minute, each charge has one
 * watch, and all of them are billed once when the operators speak again. `--broken pulls`: charges do not share a pull;
 * `--broken watches`: each start of the service adds watches. The run must detect both.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      operators: { type: "string", default: "5" },
      charges: { type: "string", default: "500" },
      broken: { type: "string" },
    },
  });
  const options = {
    operators: wholeNumber("--operators", values.operators),
    charges: wholeNumber("--charges", values.charges),
    minutes: 60,
    broken: brokenOf(values.broken),
  };
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { trySilence } = await import("./silence/try-silence.ts");
  try {
    return (await trySilence(options, (line) => console.log(`  ${line}`))).ok;
  } finally {
    await stopDatabases();
  }
}

function brokenOf(text: string | undefined): Broken | null {
  if (text === undefined) return null;
  if (text === "pulls" || text === "watches") return text;
  throw new StartError(`--broken needs pulls or watches, not ${text}`);
}
