import type { VersionNumber } from "@voltmarg/testkit/test-bed";
import { openTestBed, type TestBed } from "./test-bed.ts";
import { mutations } from "./mutate.ts";
import { tallyOf, type Count } from "./tally.ts";
import { tryCdrs, trySessions } from "./try-charges.ts";
import { tryLocations, tryParts, tryTariffs } from "./try-locations.ts";

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
export type OddEnd = Record<Count, number> & { ok: boolean };

/**
 * Pushes and pulls good objects with one field after another made bad. Each way of making a field bad has separate
 * operators for each kind of object, so that a row of the back office about an operator's field is about one object.
 */
export async function tryOddOperators(
  options: OddOptions,
  say: (line: string) => void,
): Promise<OddEnd> {
  const testBed = await openTestBed(options.version);
  const tally = tallyOf(say);
  try {
    if (options.broken) await breakReading(testBed);
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
    `odd-operators version=${options.version} tried=${counts.tried} hidden_for_optional=${counts.hiddenForOptional} silent=${counts.silent} ` +
      `wrong_not_charged=${counts.wrongNotCharged} fivehundreds=${counts.fiveHundreds} wrong_price=${counts.wrongPrice}`,
  );
  const { tried, ...wrong } = counts;
  return { ...counts, ok: tried > 0 && Object.values(wrong).every((count) => count === 0) };
}

/** Breaks the service in this database only. */
async function breakReading({ world }: TestBed): Promise<void> {
  await world.database.pool.query(`
    create function refuse_odd() returns trigger language plpgsql as $$
    begin
      new.publish := (select count(*) from jsonb_object_keys(new.body)) >= 25;
      return new;
    end $$;
    create trigger refuse_odd before insert or update on location for each row execute function refuse_odd();
    create function be_certain() returns trigger language plpgsql as $$
    begin
      new.failure := new.failure || '{"not_charged": true}';
      return new;
    end $$;
    create trigger be_certain before update on session for each row
      when (new.failure is not null) execute function be_certain()`);
}
