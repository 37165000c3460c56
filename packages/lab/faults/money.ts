import { setTimeout as wait } from "node:timers/promises";
import { readOptions } from "../options.ts";
import { resultLine, type Say } from "../report.ts";
import { startService } from "../test-bed.ts";
import { audit } from "./money/audit.ts";
import { underLoad } from "./money/under-load.ts";

export type MoneyOptions = {
  /** How many operations are confirmed to drivers, at least. */
  ops: number;
  killApp: number;
  killDb: number;
  /** Seconds after which no new operation starts, even below `ops`. */
  seconds: number;
  drivers: number;
  /** Every retry uses another key: the negative control, which must fail. */
  withoutIdempotency: boolean;
};

/** `npm run faults -- money --ops 100000 --kill-app 50 --kill-db 10` */
export async function run(): Promise<boolean> {
  const options = readOptions({
    ops: 100_000,
    "kill-app": 50,
    "kill-db": 10,
    seconds: 3600,
    drivers: 64,
    "without-idempotency": false,
  });
  const { "kill-app": killApp, "kill-db": killDb, "without-idempotency": without } = options;
  const { ok } = await breakMoney(
    { ...options, killApp, killDb, withoutIdempotency: without },
    console.log,
  );
  return ok;
}

/**
 * Drivers top up, charge and withdraw while the service and its database are killed again and again; each retries
 * under the same key until it is answered. Afterwards every confirmed operation must be in the books exactly once.
 */
export async function breakMoney(
  options: MoneyOptions,
  say: Say,
): Promise<{ ok: boolean; lost: number; doubled: number; kills: number; dbKills: number }> {
  const testBed = await startService(() => {});
  try {
    let started = performance.now();
    const load = await underLoad(testBed, options.drivers, {
      sameKeys: !options.withoutIdempotency,
      onTold: (told) => {
        if (told % 5_000 === 0) say(`  ${told} confirmed (${since(started)})`);
      },
    });
    started = performance.now();
    const share = () =>
      Math.max(load.told() / options.ops, (performance.now() - started) / 1000 / options.seconds);
    const kills = { app: 0, db: 0 };
    const killsLeft = () => kills.app < options.killApp || kills.db < options.killDb;
    while ((share() < 1 || killsLeft()) && !load.isBroken()) {
      // Spread evenly over the run, the first and the last slightly inside it.
      if (kills.db < options.killDb && share() > (kills.db + 0.5) / options.killDb) {
        kills.db += 1;
        await testBed.killDatabase();
      } else if (kills.app < options.killApp && share() > (kills.app + 0.3) / options.killApp) {
        kills.app += 1;
        testBed.killApps();
      }
      await wait(20);
    }
    const drivers = await load.end();
    const told = load.told();
    say(`  ${told} confirmed, ${kills.app} kills, ${kills.db} of the database (${since(started)})`);
    const { lost, doubled, faults } = await audit(testBed, drivers);
    for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
    const rate = Math.round(told / ((performance.now() - started) / 1000));
    say(
      resultLine("money", {
        tried: told,
        lost,
        doubled,
        kills: kills.app,
        db_kills: kills.db,
        faults: faults.length,
        rate: `${rate}/s`,
        took: since(started),
      }),
    );
    const ok = lost === 0 && doubled === 0 && faults.length === 0;
    return { ok, lost, doubled, kills: kills.app, dbKills: kills.db };
  } finally {
    await testBed.stop();
  }
}

const since = (start: number) => `${Math.round((performance.now() - start) / 1000)}s`;
