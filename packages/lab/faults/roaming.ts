import { StartError } from "@voltmarg/client/node";
import { readOptions } from "../options.ts";
import { say } from "../report.ts";
import { tryHistories } from "./roaming/histories/try-histories.ts";
import { pushHostile } from "./roaming/push-hostile.ts";
import { allTroubles, endScenarios } from "./roaming/scenarios.ts";
import { timeoutPartner } from "./roaming/timeout-partner.ts";
import { versionsBut } from "../operator.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

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
  const options = readOptions({
    pushes: 0,
    histories: 0,
    seed: 1,
    broken: ["pull", "credits"],
    version: versionsBut(),
    scenarios: false,
    "timeout-partner": false,
  });
  const { histories, seed, broken, scenarios, version: named } = options;
  const version = named ?? "2.2.1";
  // OCPI 2.1.1 returns no reference of ours, by which histories tell sessions apart.
  if (histories > 0 && version === "2.1.1")
    throw new StartError("--histories needs a newer --version");
  const isOther = histories > 0 || scenarios || options["timeout-partner"];
  const pushes = options.pushes || (isOther ? 0 : 100_000);
  const ends: boolean[] = [];
  if (pushes > 0) ends.push((await pushHostile({ pushes, seed, atOnce: 12 }, say)).ok);
  if (histories > 0)
    ends.push((await tryHistories({ histories, seed, lanes: 24, broken, version }, say)).ok);
  if (scenarios) ends.push((await endScenarios(allTroubles, say, version)).ok);
  if (options["timeout-partner"])
    ends.push((await timeoutPartner({ rounds: 4, seconds: 12 }, say)).ok);
  return ends.every(Boolean);
}
