import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/world/start-error";
import { wholeNumber } from "../whole-number.ts";
import type { Broken } from "./roaming/histories/try-histories.ts";

/**
 * What partners and wires may do to us. `--pushes N`: malformed and hostile pushes over every receiver route must end in
 * no 5xx, no crash and no write for another party. `--histories N`: whole charges told lost, doubled, late and shuffled
 * must end as they happened and be billed once; `--broken pull|credits` shows that a broken service is found out.
 * `--scenarios`: every scenario of the simulated operator ends. `--timeout-partner`: one operator that never answers
 * must cost the calls to another nothing, and be in step within a minute of its return. `--seed N` tries the same again.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      pushes: { type: "string" },
      histories: { type: "string" },
      seed: { type: "string", default: "1" },
      broken: { type: "string" },
      scenarios: { type: "boolean", default: false },
      "timeout-partner": { type: "boolean", default: false },
    },
  });
  const say = (line: string) => console.log(`  ${line}`);
  const seed = wholeNumber("--seed", values.seed);
  const named =
    values.pushes ?? values.histories ?? (values.scenarios || values["timeout-partner"]);
  const pushes = values.pushes ?? (named ? undefined : "100000");
  const ends: boolean[] = [];
  // Each run is loaded when it is asked for: those on a clock of their own bring a database with them.
  if (pushes !== undefined) {
    const { pushHostile } = await import("./roaming/push-hostile.ts");
    const count = wholeNumber("--pushes", pushes);
    ends.push((await pushHostile({ pushes: count, seed, atOnce: 12 }, say)).ok);
  }
  if (values.histories !== undefined) {
    const { tryHistories } = await import("./roaming/histories/try-histories.ts");
    const histories = wholeNumber("--histories", values.histories);
    const broken = brokenOf(values.broken);
    ends.push((await tryHistories({ histories, seed, lanes: 24, broken }, say)).ok);
  }
  if (values.scenarios) {
    const { allTroubles, endScenarios } = await import("./roaming/scenarios.ts");
    ends.push((await endScenarios(allTroubles, say)).ok);
  }
  if (values.histories !== undefined || values.scenarios) {
    const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
    await stopDatabases();
  }
  if (values["timeout-partner"]) {
    const { timeoutPartner } = await import("./roaming/timeout-partner.ts");
    ends.push((await timeoutPartner({ rounds: 4, seconds: 12 }, say)).ok);
  }
  return ends.every(Boolean);
}

function brokenOf(text: string | undefined): Broken {
  if (text === undefined) return null;
  if (text === "pull" || text === "credits") return text;
  throw new StartError(`--broken needs pull or credits, not ${text}`);
}
