import type { VersionNumber } from "@voltmarg/testkit/test-bed";
import { openTestBed } from "./odd-operators/test-bed.ts";
import { mutations } from "./odd-operators/mutate.ts";
import { tallyOf } from "./odd-operators/tally.ts";
import { tryCdrs, trySessions } from "./odd-operators/try-charges.ts";
import { tryLocations, tryParts, tryTariffs } from "./odd-operators/try-locations.ts";
import { readOptions } from "../options.ts";
import { resultLine, say as print, sum, type Say } from "../report.ts";
import { sabotage } from "../database.ts";
import { versionsBut } from "../operator.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

export type OddOptions = {
  /** Names of the ways to make a field bad; empty: all. */
  kinds: readonly string[];
  /**
   * The negative control: one bad field hides its station, the back office lists nothing, and a failed read counts
   * as proof.
   */
  broken: boolean;
  /** Of OCPI, that the operators speak. */
  version: VersionNumber;
};

/**
 * `npm run faults -- odd-operators`: takes good objects and makes one field after another bad, as real operators
 * send them. A bad field that a driver does not need must hide nothing, whatever is refused or left out is listed in
 * the back office, and an unreadable session proves nothing about the charge. `--kinds absent,null` limits the ways
 * to make a field bad. `--version 2.3.0`: the operators speak that version of
 * OCPI. With `--broken` one bad field hides its station, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  // OCPI 2.1.1 has no authorization reference: a wrong one could not be noticed.
  const options = readOptions({ kinds: "", broken: false, version: versionsBut("2.1.1") });
  const kinds = options.kinds.split(",").filter(Boolean);
  return (await tryOddOperators({ ...options, kinds, version: options.version ?? "2.2.1" }, print))
    .ok;
}

/**
 * Pushes and pulls good objects with one field after another made bad. Each way of making a field bad has separate
 * operators for each kind of object, so that a row of the back office about an operator's field is about one object.
 */
export async function tryOddOperators(options: OddOptions, say: Say) {
  const testBed = await openTestBed(options.version);
  const tally = tallyOf(say);
  try {
    if (options.broken) {
      const { database } = testBed.world;
      const isWhole = "(select count(*) from jsonb_object_keys(new.body)) >= 25";
      await sabotage(database, "before insert or update on location", `new.publish := ${isWhole}`);
      const certain = `new.failure := new.failure || '{"not_charged": true}'`;
      await sabotage(database, "before update on session", certain, "new.failure is not null");
    }
    for (const [n, mutation] of mutations.entries()) {
      const { kind } = mutation;
      if (options.kinds.length > 0 && !options.kinds.includes(kind)) continue;
      const operator = (letter: string) =>
        testBed.operator(`${letter}${String(n).padStart(2, "0")}`);
      for (const [at, way] of (["PUSH", "PULL"] as const).entries()) {
        await tryLocations(testBed, await operator("AB"[at]!), way, mutation, tally);
        await tryTariffs(testBed, await operator("CD"[at]!), way, mutation, tally);
        await trySessions(testBed, await operator("EF"[at]!), way, mutation, tally);
        await tryCdrs(testBed, await operator("GH"[at]!), way, mutation, tally);
      }
      await tryParts(testBed, await operator("K"), mutation, tally);
      say(`${kind}: ${JSON.stringify(tally.counts)}`);
    }
  } finally {
    await testBed.close();
  }
  const { counts } = tally;
  say(
    resultLine("odd-operators", {
      version: options.version,
      tried: counts.tried,
      hidden_for_optional: counts.hiddenForOptional,
      silent: counts.silent,
      wrong_not_charged: counts.wrongNotCharged,
      fivehundreds: counts.fiveHundreds,
      wrong_price: counts.wrongPrice,
    }),
  );
  const { tried, ...wrong } = counts;
  return { ...counts, ok: tried > 0 && sum(Object.values(wrong)) === 0 };
}
