import { charging, stations, wallet } from "@voltmarg/contract";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { sql } from "@voltmarg/testkit/ledger";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { readOptions } from "../options.ts";
import { quantile, resultLine, type Say } from "../report.ts";
import {
  NOTHING,
  openMeter,
  plus,
  processorOf,
  times,
  type Cost,
  type Meter,
} from "./cost/meter.ts";
import { commitsOfRequests } from "./cost/waits.ts";

export { stopDatabases as end } from "@voltmarg/testkit/harness";

const JOURNEYS = [
  "sign-in",
  "search",
  "top-up",
  "start",
  "update",
  "stop",
  "bill",
  "withdrawal",
] as const;
type Journey = (typeof JOURNEYS)[number];
/** What makes up a charge. */
const OF_A_CHARGE: readonly Journey[] = ["start", "update", "stop", "bill"];
const UPDATES = 8;
const SECONDS_BETWEEN = 30;
const BARE = 500;
/** What sign-in and top-up look at again later is theirs, not the charge's. */
const SETTLE_SECONDS = 660;
/** The most commits that a request may wait for, one after another. */
const MOST_WAITS = 2;
/** The first rounds run code that is not compiled yet. */
const WARM_ROUNDS = 3;

export type CostOptions = { rounds: number };
export type CostFound = {
  costs: Record<Journey, Cost>;
  /** Commits until the answer, by request. */
  waits: Record<string, number>;
  /** What is wrong with the books, by kind. */
  faults: Record<string, number>;
};

/**
 * `npm run bench -- cost [--rounds 20]`: what sign-in, search, top-up, start, update, stop, bill and withdrawal cost
 * with all that they set off. The ratio is a charge's processor time from start to bill, with 8 updates, to that of a
 * bare transaction of one insert and one update, measured in turns: the median of the rounds. Fails when a request waits for more than two commits.
 */
export async function run(): Promise<boolean> {
  const { waits, faults } = await measureCosts(readOptions({ rounds: 20 }), console.log);
  return (
    Object.values(faults).every((count) => count === 0) &&
    Object.values(waits).every((count) => count <= MOST_WAITS)
  );
}

export async function measureCosts({ rounds }: CostOptions, say: Say): Promise<CostFound> {
  const own = await openOwnOperator();
  const meter = await openMeter(own.world.config.databaseUrl, own.world.database);
  try {
    await sql`create table bare (id bigint primary key, amount bigint not null)`.execute(
      own.world.database.db,
    );
    const warm = Math.min(WARM_ROUNDS, rounds);
    for (let n = 0; n < warm; n += 1) await oneRound(own, meter, n);
    const found: Awaited<ReturnType<typeof oneRound>>[] = [];
    for (let n = 0; n < rounds; n += 1) found.push(await oneRound(own, meter, warm + n));
    const costs = Object.fromEntries(
      JOURNEYS.map((journey) => [journey, mean(found.map((one) => one.costs[journey]))]),
    ) as Record<Journey, Cost>;
    const charge = mean(found.map((one) => one.charge));
    for (const journey of JOURNEYS) say(lineOf(journey, costs[journey]));
    say(lineOf(`charge of ${UPDATES} updates`, charge));
    const bare = mean(found.map((one) => one.bare));
    say(lineOf("bare transaction", bare));
    const waits = await commitsOfRequests(own, meter);
    const listed = Object.entries(waits).map(([name, count]) => `${name} ${count}`);
    say(`  commits until the answer: ${listed.join(", ")}`);
    const faults = await ledgerFaults(own.world);
    const ratios = found.map((one) => processorOf(one.charge) / processorOf(one.bare));
    const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(0));
    say(`  ratios of the rounds: half of them from ${low} to ${high}`);
    const took = found.map(({ tookMs }) => tookMs);
    const ms = (share: number) => `${Math.round(quantile(took, share))}ms`;
    say(resultLine("cost", { ratio: ratio!, p50: ms(0.5), p99: ms(0.99) }));
    return { costs, waits, faults };
  } finally {
    await meter.close();
    await own.close();
  }
}

/** One driver's way from sign-in to withdrawal, and a few bare transactions. */
async function oneRound(own: OwnOperator, meter: Meter, n: number) {
  const { world } = own;
  const costs: Partial<Record<Journey, Cost>> = {};
  const measured = async <T>(journey: Journey, work: () => Promise<T>): Promise<T> => {
    let result: T;
    costs[journey] = await meter.measure(async () => {
      result = await work();
      await world.drain();
    });
    return result!;
  };
  const driver = await measured("sign-in", () => own.driver(0));
  const query = { latitude: 18.52, longitude: 73.85, distance: 500, page_size: 20 };
  await measured("search", () =>
    world.call(stations.searchLocations, { token: driver.token, query }),
  );
  await measured("top-up", async () => {
    await world.topUp(driver, 200_000);
    await world.pass(SETTLE_SECONDS, SETTLE_SECONDS / 3);
  });
  const token = await own.tokenOf(driver);
  const began = performance.now();
  const charge = await measured("start", () => own.ask(driver, "EVEN-1"));
  await own.tell(charge);
  await world.drain();
  const updates: Cost[] = [];
  for (let update = 0; update < UPDATES; update += 1) {
    updates.push(
      await meter.measure(async () => {
        await world.pass(SECONDS_BETWEEN, SECONDS_BETWEEN);
        await own.tell(charge);
        await world.drain();
      }),
    );
  }
  costs.update = mean(updates);
  const seconds = UPDATES * SECONDS_BETWEEN;
  await measured("stop", async () => {
    await world.call(charging.stopSession, { token, body: { session_id: charge.id } });
    await own.tell(charge, { status: "COMPLETED" });
  });
  await measured("bill", () => own.send(own.record(charge, (48 * seconds) / 3_600, seconds)));
  const tookMs = performance.now() - began;
  if ((await own.bills(driver)).length !== 1) throw new Error("a charge was not billed");
  await measured("withdrawal", () =>
    world.call(wallet.createWithdrawal, {
      token,
      params: { userId: driver.id },
      body: { amount_minor: 50_000 },
    }),
  );
  const bare = await meter.measure(async () => {
    for (let each = 0; each < BARE; each += 1) {
      await world.database.transact(async (tx) => {
        await sql`insert into bare values (${n * BARE + each}, 0)`.execute(tx);
        await sql`update bare set amount = 1 where id = ${n * BARE + each}`.execute(tx);
      });
    }
  });
  const all = costs as Record<Journey, Cost>;
  const whole = OF_A_CHARGE.reduce(
    (sum, journey) => plus(sum, times(all[journey], journey === "update" ? UPDATES : 1)),
    NOTHING,
  );
  return { costs: all, charge: whole, bare: times(bare, 1 / BARE), tookMs };
}

const mean = (costs: readonly Cost[]) => times(costs.reduce(plus, NOTHING), 1 / costs.length);

const lineOf = (name: string, cost: Cost) =>
  `  ${name.padEnd(20)} ${cost.commits.toFixed(1)} writing transactions, ${cost.statements.toFixed(0)} statements, ` +
  `${cost.rows.toFixed(0)} rows, ${(cost.walBytes / 1_024).toFixed(1)} KB of WAL, ` +
  `${cost.service.toFixed(1)} + ${cost.database.toFixed(1)} ms of service and database`;
