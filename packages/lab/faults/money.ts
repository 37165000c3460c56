import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { audit } from "./money/audit.ts";
import { startTestBed } from "./money/test-bed.ts";
import { drive } from "./money/driver.ts";
import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";

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
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      ops: { type: "string", default: "100000" },
      "kill-app": { type: "string", default: "50" },
      "kill-db": { type: "string", default: "10" },
      seconds: { type: "string", default: "3600" },
      drivers: { type: "string", default: "64" },
      "without-idempotency": { type: "boolean", default: false },
    },
  });
  const { ok } = await breakMoney(
    {
      ops: Number(values.ops),
      killApp: Number(values["kill-app"]),
      killDb: Number(values["kill-db"]),
      seconds: Number(values.seconds),
      drivers: Number(values.drivers),
      withoutIdempotency: values["without-idempotency"],
    },
    (line) => console.log(line),
  );
  return ok;
}

/**
 * Drivers top up, charge and withdraw while the service and its database are killed again and again; each retries
 * under the same key until it is answered. Afterwards every confirmed operation must be in the books exactly once.
 */
export async function breakMoney(
  options: MoneyOptions,
  say: (line: string) => void,
): Promise<{ ok: boolean; lost: number; doubled: number; kills: number; dbKills: number }> {
  const testBed = await startTestBed(() => {});
  try {
    const team = [];
    for (let n = 0; n < options.drivers; n += 1) {
      team.push(await signIn(testBed.url, newMobile(), "SU"));
    }
    const started = performance.now();
    let told = 0;
    const state = { over: false };
    const share = () =>
      Math.max(told / options.ops, (performance.now() - started) / 1000 / options.seconds);
    const lanes = team.map((signedIn, n) =>
      drive(
        {
          testBed,
          sameKeys: !options.withoutIdempotency,
          goesOn: () => !state.over,
          onTold: () => {
            told += 1;
            if (told % 5_000 === 0) say(`  ${told} confirmed (${since(started)})`);
          },
        },
        n,
        signedIn,
      ),
    );
    const broken = Promise.all(lanes);
    broken.catch(() => {
      state.over = true;
    });
    const kills = { app: 0, db: 0 };
    const killsLeft = () => kills.app < options.killApp || kills.db < options.killDb;
    while ((share() < 1 || killsLeft()) && !state.over) {
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
    state.over = true;
    const drivers = await broken;
    say(`  ${told} confirmed, ${kills.app} kills, ${kills.db} of the database (${since(started)})`);
    const { lost, doubled, faults } = await audit(testBed, drivers);
    for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
    const rate = Math.round(told / ((performance.now() - started) / 1000));
    say(
      `money tried=${told} lost=${lost} doubled=${doubled} kills=${kills.app} db_kills=${kills.db} faults=${faults.length} ` +
        `rate=${rate}/s took=${since(started)}`,
    );
    const ok = lost === 0 && doubled === 0 && faults.length === 0;
    return { ok, lost, doubled, kills: kills.app, dbKills: kills.db };
  } finally {
    await testBed.stop();
  }
}

const since = (start: number) => `${Math.round((performance.now() - start) / 1000)}s`;
