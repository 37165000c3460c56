import { charging } from "@voltmarg/contract";
import {
  type Driver,
  type Harness,
  START,
  startHarness,
  type VersionNumber,
} from "@voltmarg/testkit/test-bed";
import { randomOf } from "@voltmarg/testkit/random";
import { UNLIMITED } from "../../../operator.ts";
import { resultLine, type Say } from "../../../report.ts";
import { ledgerFaults } from "../../../database.ts";
import { type Arrivals, disturbed, inOrder } from "./disturb.ts";
import { endOf, endsOf } from "./outcome.ts";
import { type SimulatedDriver, openSimulatedDriver, tell, type Told } from "./replay.ts";
import { LONGEST_SECONDS, randomPlan } from "./plan.ts";

/**
 * The negative controls. `pull`: polls of the operator return nothing, so lost messages stay lost. `credits`: a
 * credit that arrives before its CDR is dropped.
 */
export type Broken = "pull" | "credits" | null;

export type HistoriesOptions = {
  histories: number;
  seed: number;
  /** Parallel operators, each with one charge. */
  lanes: number;
  broken: Broken;
  /** Of OCPI, that the operators speak. */
  version: VersionNumber;
};

/** Every so many histories are also delivered in order. */
const IN_ORDER_EVERY = 10;
/** Between two charges of a driver. */
const PAUSE_MS = 120_000;
/** When the service's jobs run during the charges, in seconds after their start. */
const LOOKS = [170, 340, LONGEST_SECONDS] as const;
/** The following runs, in seconds after the previous one; a charge not settled by then is stuck. */
const SETTLING = [75, 75, 150, 600, 1800, 3600] as const;
/** From this pause on partners are synchronised completely, as the service does every eight minutes. */
const SYNC_FROM = 150;

/**
 * Random histories of charges, delivered to the receiver with lost, duplicate, late and reordered messages; some are
 * also delivered in order. All must match what happened at the plug: state, energy, cost, bills, hold and every
 * account.
 */
export async function tryHistories(options: HistoriesOptions, say: Say) {
  const { histories, seed, lanes: wide } = options;
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: UNLIMITED,
  });
  const lanes: SimulatedDriver[] = [];
  try {
    world.clock.set(START);
    await world.database.pool.query("create index on ledger_transfer (session_id)");
    for (let nth = 0; nth < Math.min(wide, histories); nth += 1)
      lanes.push(
        await openSimulatedDriver(world, nth, {
          isMute: options.broken === "pull",
          version: options.version,
        }),
      );
    if (options.broken === "credits") {
      await world.database.pool.query(
        "create rule forget as on insert to quarantined_cdr where new.reason like '%is not billed yet' do instead nothing",
      );
    }
    const end = { differ: 0, doubled: 0, stuck: 0 };
    const began = performance.now();
    const rate = (tried: number) => Math.round(tried / ((performance.now() - began) / 1000));
    let told = began;
    let next = seed;
    let tried = 0;
    while (next < seed + histories) {
      const batch = lanes
        .slice(0, Math.min(lanes.length, seed + histories - next))
        .map((lane, nth) => ({ lane, seed: next + nth }));
      next += batch.length;
      for (const found of await tryBatch(world, batch, options)) {
        tried += 1;
        if (found.differs) end.differ += 1;
        if (found.doubled) end.doubled += 1;
        if (found.stuck) end.stuck += 1;
        if (found.differs && end.differ <= 10) {
          say(
            `seed ${found.seed} differs; again: npm run faults -- roaming --histories 1 --seed ${found.seed}`,
          );
          for (const line of found.lines) say(`  ${line}`);
        }
      }
      if (performance.now() - told > 10_000) {
        told = performance.now();
        say(`${tried} of ${histories}, ${rate(tried)}/s`);
      }
    }
    const seconds = (performance.now() - began) / 1000;
    const faults = await ledgerFaults(world.database);
    say(
      resultLine("roaming", {
        tried,
        ...end,
        ledger_faults: faults,
        seed,
        seconds: seconds.toFixed(1),
        rate: `${rate(tried)}/s`,
        version: options.version,
      }),
    );
    const ok = end.differ + end.doubled + end.stuck + faults === 0;
    return { ok, ...end, ledgerFaults: faults };
  } finally {
    await world.stop();
    for (const lane of lanes) await lane.close();
  }
}

/** One driver's charge: its messages, and what arrived before each run of the jobs. */
type Side = {
  seed: number;
  lane: SimulatedDriver;
  name: "disturbed" | "in order";
  driver: Driver;
  told: Told;
  arrivals: Arrivals;
};
type Found = { seed: number; differs: boolean; doubled: boolean; stuck: boolean; lines: string[] };

async function tryBatch(
  world: Harness,
  batch: readonly { lane: SimulatedDriver; seed: number }[],
  { broken }: HistoriesOptions,
): Promise<Found[]> {
  const begin = new Date(Math.ceil(world.clock.now().getTime() / 1000) * 1000 + PAUSE_MS);
  world.clock.set(begin);
  const started = await Promise.all(
    batch.flatMap(({ lane, seed }) => {
      lane.told.length = 0;
      const plan = randomPlan(seed);
      const [one, other] = lane.drivers;
      return [
        lane.start(plan, one).then((charge) => ({ lane, charge, name: "disturbed" as const })),
        ...(seed % IN_ORDER_EVERY === 0
          ? [
              lane
                .start(plan, other)
                .then((charge) => ({ lane, charge, name: "in order" as const })),
            ]
          : []),
      ];
    }),
  );
  await world.drain();
  const sides = started.map(({ lane, charge, name }): Side => {
    const told = tell(lane, charge);
    const { seed } = charge.plan;
    const looks = randomOf(seed + 0x100c).chance(0.5) ? LOOKS : LOOKS.slice(-1);
    const arrivals =
      name === "in order" ? inOrder(told.messages, looks) : disturbed(seed, told.messages, looks);
    const before = LOOKS.slice(looks.length).map(() => []);
    return { seed, lane, name, driver: charge.driver, told, arrivals: [...before, ...arrivals] };
  });
  for (const [index, look] of LOOKS.entries()) {
    world.clock.set(new Date(begin.getTime() + look * 1000));
    await Promise.all(
      sides.map(async (side) => {
        await askToStop(world, side, look, LOOKS[index - 1] ?? 0);
        for (const message of side.arrivals[index]!) await side.lane.push(message);
      }),
    );
    await world.drain();
  }
  let found: Found[] = [];
  for (const pause of SETTLING) {
    world.clock.advance(pause * 1000);
    // What polling one session does not repair, such as a credited CDR, the full synchronisation does.
    if (pause >= SYNC_FROM) await world.service.askDueSyncs();
    await world.drain();
    found = await compare(world, sides);
    if (broken === "pull" || found.every(({ differs, stuck }) => !differs && !stuck)) break;
  }
  return found;
}

async function askToStop(
  world: Harness,
  { driver, told: { plan, telling } }: Side,
  look: number,
  before: number,
): Promise<void> {
  if (plan.stopAt === null || plan.stopAt > look || plan.stopAt <= before) return;
  await world
    .call(charging.stopSession, { token: driver.token, body: { session_id: telling.reference } })
    .catch((error: unknown) => {
      if (!/SESSION_NOT_ACTIVE/.test(String(error))) throw error;
    });
}

/** Errors of each history: of its seed, disturbed and, where tried, in order. */
async function compare(world: Harness, sides: readonly Side[]): Promise<Found[]> {
  const ends = await endsOf(
    world.database,
    sides.map(({ told }) => told.telling.reference),
  );
  const found = new Map<number, Found>();
  for (const { seed, name, told } of sides) {
    const wanted = endOf(told.plan);
    const end = ends.get(told.telling.reference)!;
    const lines = [...new Set([...Object.keys(wanted), ...Object.keys(end)])]
      .filter((key) => wanted[key] !== end[key])
      .map((key) => `${key}: ${wanted[key]} happened, ${end[key]} ${name}`);
    const known = found.get(seed);
    found.set(seed, {
      seed,
      differs: lines.length > 0 || known?.differs === true,
      doubled: Number(end["standing"]) > 1 || known?.doubled === true,
      stuck: end["hold"] === "HELD" || end["open"] === "true" || known?.stuck === true,
      lines: [...(known?.lines ?? []), ...lines],
    });
  }
  return [...found.values()];
}
