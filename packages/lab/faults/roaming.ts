import { parseArgs } from "node:util";
import { StartError } from "@voltmarg/client/node";
import { wholeNumber } from "../whole-number.ts";
import { versionIn } from "./version-in.ts";
import type { Broken } from "./roaming/histories/try-histories.ts";

/**
 * Faults of partners and networks. `--pushes N`: malformed and hostile pushes to every receiver route must cause no
 * 5xx, no crash and no write for another party. `--histories N`: whole charges reported with lost, duplicate, late
 * and reordered messages must end as they happened and be billed once; `--broken pull|credits` shows that a broken
 * service is detected. `--scenarios`: every scenario of the simulated operator ends. `--timeout-partner`: one
 * operator that never answers must not slow down calls to another one, and is synchronised within a minute of its
 * return. `--seed N` repeats a run. `--version 2.3.0`: in histories and scenarios operators speak
 * that version of OCPI.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      pushes: { type: "string" },
      histories: { type: "string" },
      seed: { type: "string", default: "1" },
      broken: { type: "string" },
      version: { type: "string", default: "2.2.1" },
      scenarios: { type: "boolean", default: false },
      "timeout-partner": { type: "boolean", default: false },
    },
  });
  const say = (line: string) => console.log(`  ${line}`);
  const seed = wholeNumber("--seed", values.seed);
  // OCPI 2.1.1 returns no reference of ours, by which histories tell sessions apart.
  const version = versionIn(values.version, values.histories ? "2.1.1" : undefined);
  const named =
    values.pushes ?? values.histories ?? (values.scenarios || values["timeout-partner"]);
  const pushes = values.pushes ?? (named ? undefined : "100000");
  const ends: boolean[] = [];
  // Imported on use: runs on a fake clock start a database.
  if (pushes !== undefined) {
    const { pushHostile } = await import("./roaming/push-hostile.ts");
    const count = wholeNumber("--pushes", pushes);
    ends.push((await pushHostile({ pushes: count, seed, atOnce: 12 }, say)).ok);
  }
  if (values.histories !== undefined) {
    const { tryHistories } = await import("./roaming/histories/try-histories.ts");
    const histories = wholeNumber("--histories", values.histories);
    const broken = brokenOf(values.broken);
    ends.push((await tryHistories({ histories, seed, lanes: 24, broken, version }, say)).ok);
  }
  if (values.scenarios) {
    const { allTroubles, endScenarios } = await import("./roaming/scenarios.ts");
    ends.push((await endScenarios(allTroubles, say, version)).ok);
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
