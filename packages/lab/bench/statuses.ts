import { setTimeout as wait } from "node:timers/promises";
import { UNLIMITED } from "../operator.ts";
import { readOptions } from "../options.ts";
import { quantile, resultLine, sum } from "../report.ts";
import { registerStub, stubLocation, type StubPartner } from "@voltmarg/testkit/stub-partner";
import { pushStatus } from "../push.ts";
import { startReplicas, type ReplicasBed } from "../test-bed.ts";
import { until } from "@voltmarg/world/until";
import { spent } from "../proc.ts";

const LOCATIONS = 300;
const PLACES = 50;
const EVSES_EACH = 2;
const AT_ONCE = 24;
const TURN_SECONDS = 3;
const IDLE_SECONDS = 6;
/** For each replica: code not yet compiled costs several times as much. */
const WARM_SECONDS = 6;
const PULLED_MS = 120_000;
/** The most processor time a status may take with all replicas, relative to one. */
const MOST = 1.4;

/** Processor milliseconds of one pushed status. */
type Turn = { replicas: number; database: number; seconds: number; times: number[] };

/**
 * `npm run bench -- statuses [--turns 12] [--replicas 3]`: what a pushed status costs the processor with one replica and
 * with several, all of them and PostgreSQL together. Both run beside each other and are measured in turns; the ratio is
 * the median of the pairs. Messages of the `--operators` go to as few replicas as will do, as with `deploy/haproxy`;
 * `--spread`: to all in turn.
 */
export async function run(): Promise<boolean> {
  const { turns, ...among } = readOptions({ turns: 12, replicas: 3, operators: 6, spread: false });
  const one = await open({ ...among, replicas: 1 });
  try {
    const many = await open(among);
    try {
      const idle = await Promise.all([idleOf(one), idleOf(many)]);
      const pairs: [Turn, Turn][] = [];
      for (let n = 0; n < turns; n += 1) {
        // In alternating order, so that what changes with time falls on both.
        const order = n % 2 === 0 ? [one, many] : [many, one];
        const pair = [await push(order[0]!, TURN_SECONDS), await push(order[1]!, TURN_SECONDS)];
        const [few, all] = n % 2 === 0 ? pair : pair.toReversed();
        pairs.push([without(few!, idle[0]), without(all!, idle[1])]);
      }
      console.log(
        `  with nothing to do: ${idle.map((each) => each.toFixed(0)).join(" and ")} ms a second, not counted below`,
      );
      return report(pairs);
    } finally {
      await many.close();
    }
  } finally {
    await one.close();
  }
}

type Bed = { testBed: ReplicasBed; stubs: readonly StubPartner[]; close(): Promise<void> };
type Among = { replicas: number; operators: number; spread: boolean };

async function open({ replicas, operators, spread }: Among): Promise<Bed> {
  const testBed = await startReplicas({
    replicas,
    partnersFirst: !spread,
    nats: true,
    pooler: true,
    locations: LOCATIONS,
    env: {
      ...UNLIMITED,
      LOG_LEVEL: "error",
      // Only TEST checks answers against the contract.
      VOLTMARG_ENV: "DEV",
    },
    say: () => {},
  });
  const stubs: StubPartner[] = [];
  while (stubs.length < operators) {
    const party = { country_code: "IN", party_id: `ST${stubs.length}` };
    const places = Array.from({ length: PLACES }, (_, n) =>
      stubLocation(party, `P${n}`, EVSES_EACH, 10 + n / 2),
    );
    stubs.push(await registerStub(testBed, party.party_id, places));
  }
  // Pulls run one after another; a push of what was not pulled yet is refused.
  for (const stub of stubs)
    for (let n = 0; n < PLACES; n += 1)
      await until(
        "all locations are pulled",
        () => pushStatus(stub, `P${n}-1`, "AVAILABLE"),
        PULLED_MS,
      );
  const bed = {
    testBed,
    stubs,
    close: async () => {
      for (const stub of stubs) await stub.close();
      await testBed.stop();
    },
  };
  await push(bed, WARM_SECONDS * replicas);
  return bed;
}

/** Processor milliseconds a second with nothing to do. */
async function idleOf({ testBed }: Bed): Promise<number> {
  const total = () => {
    const { replicas, database } = spent(testBed);
    return replicas + database;
  };
  const before = total();
  await wait(IDLE_SECONDS * 1_000);
  return (total() - before) / IDLE_SECONDS;
}

/** Without what the same time costs with nothing to do: of the service's share, where most of it is. */
const without = (turn: Turn, idle: number): Turn => ({
  ...turn,
  replicas: turn.replicas - (idle * turn.seconds) / turn.times.length,
});

let pushed = 0;

async function push({ testBed, stubs }: Bed, seconds: number): Promise<Turn> {
  const times: number[] = [];
  const before = spent(testBed);
  const start = performance.now();
  const end = start + seconds * 1_000;
  const hand = async (_: unknown, at: number) => {
    const stub = stubs[at % stubs.length]!;
    while (performance.now() < end) {
      const n = pushed++;
      const uid = `P${n % PLACES}-${1 + (Math.floor(n / PLACES) % EVSES_EACH)}`;
      const status = Math.floor(n / (PLACES * EVSES_EACH)) % 2 === 0 ? "CHARGING" : "AVAILABLE";
      const began = performance.now();
      if (!(await pushStatus(stub, uid, status))) throw new Error("a status was refused");
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  const after = spent(testBed);
  return {
    replicas: (after.replicas - before.replicas) / times.length,
    database: (after.database - before.database) / times.length,
    seconds: (performance.now() - start) / 1_000,
    times,
  };
}

function report(pairs: readonly [Turn, Turn][]): boolean {
  const median = (numbers: readonly number[]) => quantile(numbers, 0.5);
  ["one replica", "all replicas"].forEach((name, at) => {
    const turns = pairs.map((pair) => pair[at]!);
    const rate = sum(turns.map(({ times }) => times.length));
    console.log(
      `  ${name.padEnd(12)} ${median(turns.map((turn) => turn.replicas)).toFixed(2)} + ` +
        `${median(turns.map((turn) => turn.database)).toFixed(2)} ms of service and database, ` +
        `${(rate / pairs.length / TURN_SECONDS).toFixed(0)} a second`,
    );
  });
  const ratios = pairs.map(([few, many]) => costOf(many) / costOf(few));
  const spread = quantile(ratios, 0.75) - quantile(ratios, 0.25);
  const ratio = median(ratios);
  const times = pairs.flatMap(([, many]) => many.times);
  const ms = (share: number) => `${Math.round(quantile(times, share))}ms`;
  console.log(`  ratios of the pairs: half of them within ${spread.toFixed(2)}`);
  console.log(resultLine("statuses", { ratio: ratio.toFixed(2), p50: ms(0.5), p99: ms(0.99) }));
  return ratio <= MOST;
}

const costOf = ({ replicas, database }: Turn) => replicas + database;
