import { type Harness, START, startHarness } from "@voltmarg/testkit/test-bed";
import { type SimulatedDriver, openSimulatedDriver, type Outcome } from "./prepaid/driver.ts";
import { UNLIMITED } from "../operator.ts";
import { readOptions } from "../options.ts";
import { resultLine, say as print, type Say } from "../report.ts";
import { ledgerFaults, sabotage } from "../database.ts";

export { stopDatabases as end } from "@voltmarg/testkit/test-bed";

export type PrepaidOptions = {
  sessions: number;
  seed: number;
  /** Drivers in parallel. */
  drivers: number;
  /** The negative control: charges run until the hold is used up, without a reserve for a gap. */
  withoutBound: boolean;
};

/** Minimum interval between two runs of the service's jobs, as its worker has it. */
const GRID_MS = 1_000;
const MINUTE_MS = 60_000;
const SHOWN = 10;

/**
 * `npm run faults -- prepaid --sessions 10000 [--seed N]`: prepaid charges whose updates and stops get lost. With
 * `--without-bound` no reserve is held for a gap in the updates, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { "without-bound": withoutBound, ...options } = readOptions({
    sessions: 1000,
    seed: 1,
    "without-bound": false,
  });
  return (await tryPrepaid({ ...options, drivers: 32, withoutBound }, print)).ok;
}

/**
 * Prepaid charges on the service's fake clock: power that changes, readings that stop, pushes that get lost, stops
 * that are lost, refused, late or unanswered. No CDR may exceed its limit by more than power and time explain, and
 * no bill may exceed what was promised: a limit in rupees, or the hold and its bound. No CDR is lost or created
 * twice, and what a hold did not cover is a debt that the next top-up pays.
 */
export async function tryPrepaid(options: PrepaidOptions, say: Say) {
  const { sessions, seed } = options;
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: UNLIMITED,
  });
  const lanes: SimulatedDriver[] = [];
  try {
    world.clock.set(START);
    // Starts hold no reserve.
    if (options.withoutBound)
      await sabotage(
        world.database,
        "before insert on session",
        "new.snapshot := jsonb_set(new.snapshot, '{bound_minor}', '0')",
      );
    const end = { lost: 0, doubled: 0, overBound: 0, aboveLimit: 0, worstRatio: 0 };
    const began = performance.now();
    const rate = () => (tried / ((performance.now() - began) / 1000)).toFixed(1);
    let tried = 0;
    let shown = 0;
    let told = began;
    const onEnd = (outcome: Outcome) => {
      tried += 1;
      const wrongs = wrongsOf(outcome);
      if (wrongs.lost) end.lost += 1;
      if (wrongs.doubled) end.doubled += 1;
      if (wrongs.overBound) end.overBound += 1;
      if (wrongs.aboveLimit) end.aboveLimit += 1;
      end.worstRatio = Math.max(end.worstRatio, outcome.overrun / Math.max(1, outcome.bound));
      if (Object.values(wrongs).some(Boolean) && (shown += 1) <= SHOWN) {
        say(
          `seed ${outcome.seed}; again: npm run faults -- prepaid --sessions 1 --seed ${outcome.seed}`,
        );
        say(`  ${JSON.stringify(outcome)}`);
      }
      if (performance.now() - told < 10_000) return;
      told = performance.now();
      say(`${tried} of ${sessions}, ${rate()}/s`);
    };
    let next = seed;
    const nextSeed = () => (next < seed + sessions ? next++ : null);
    for (let nth = 0; nth < Math.min(options.drivers, sessions); nth += 1) {
      lanes.push(await openSimulatedDriver(world, nth, nextSeed, onEnd, options.withoutBound));
    }
    await goOn(world, lanes);
    const sum = (name: keyof SimulatedDriver["debts"]) =>
      lanes.reduce((total, { debts }) => total + debts[name], 0);
    const faults = await ledgerFaults(world.database);
    const [debts, recovered] = [sum("made"), sum("recovered")];
    const seconds = (performance.now() - began) / 1000;
    say(
      resultLine("prepaid", {
        tried,
        lost: end.lost,
        doubled: end.doubled,
        over_bound: end.overBound,
        above_limit: end.aboveLimit,
        worst_ratio: end.worstRatio.toFixed(3),
        debts,
        starts_refused: sum("refused"),
        recovered,
        ledger_faults: faults,
        seed,
        seconds: seconds.toFixed(1),
        rate: `${rate()}/s`,
      }),
    );
    const wrong = end.lost + end.doubled + end.overBound + end.aboveLimit + faults;
    const ok = wrong === 0 && tried === sessions;
    return { ok, ...end, debts, recovered, ledgerFaults: faults };
  } finally {
    await world.stop();
    for (const lane of lanes) await lane.close();
  }
}

const wrongsOf = (outcome: Outcome) => ({
  lost:
    outcome.billed !== Math.min(outcome.asked, outcome.promised) ||
    outcome.holdStatus !== "CAPTURED",
  doubled: outcome.bills > 1,
  overBound: outcome.overrun > outcome.bound || outcome.uncovered > 0,
  aboveLimit: outcome.billed > outcome.promised,
});

/** Advances the clock from one due step to the next, of the operators or the service, until no charge runs. */
async function goOn(world: Harness, lanes: readonly SimulatedDriver[]): Promise<void> {
  let asked = 0;
  for (;;) {
    const now = world.clock.now().getTime();
    const wakes = Math.min(...lanes.map((lane) => lane.wakesAt()));
    if (wakes === Infinity) return;
    const due = Math.min(wakes, await nextWork(world));
    world.clock.set(new Date(Math.max(now, Math.ceil(due / GRID_MS) * GRID_MS)));
    const at = world.clock.now().getTime();
    await Promise.all(lanes.filter((lane) => lane.wakesAt() <= at).map((lane) => lane.act()));
    if (at - asked >= MINUTE_MS) {
      asked = at;
      await world.service.askDueSyncs();
    }
    await world.drain();
  }
}

async function nextWork({ database }: Harness): Promise<number> {
  const { rows } = await database.pool.query<{ due: Date | null }>(
    "select min(greatest(due_at, leased_until)) as due from outbox where done_at is null",
  );
  return rows[0]?.due?.getTime() ?? Infinity;
}
