import { newDriver } from "@voltmarg/testkit/driver";
import { randomOf } from "@voltmarg/testkit/random";
import { readOptions } from "../options.ts";
import { resultLine, sum, type Say } from "../report.ts";
import { startReplicas } from "../test-bed.ts";
import { audit } from "./replicas/audit.ts";
import { strike, type Blow } from "./replicas/chaos.ts";
import { drive, openLoad } from "./replicas/driver.ts";
import { startPushing } from "./replicas/pushes.ts";

export type BreakOptions = {
  seconds: number;
  replicas: number;
  drivers: number;
  seed: number;
  /** What happens first, so that a short run includes some of each. */
  first: readonly Blow[];
  pauseMs: readonly [number, number];
  nats: boolean;
  pooler: boolean;
  /** keys: every retry goes out under another idempotency key. bus: one replica neither hears the others' signals nor is heard. */
  broken: "keys" | "bus" | null;
};

/** Share of all requests that drivers' retries may have to cover. A database restart weighs more in a short run. */
const mostErrors = (seconds: number) => (seconds < 300 ? 0.4 : 0.1);

/**
 * `npm run faults -- replicas --minutes 20`. The negative controls, each of which must fail: `--broken keys`, every retry
 * goes out under another idempotency key; `--broken bus`, one replica neither hears the others' signals nor is heard.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({
    minutes: 20,
    replicas: 3,
    drivers: 16,
    seed: Date.now() % 1_000_000,
    "without-nats": false,
    "without-pgbouncer": false,
    broken: ["keys", "bus"],
  });
  console.log(`seed ${options.seed}`);
  const { ok } = await breakReplicas(
    {
      ...options,
      seconds: options.minutes * 60,
      first: ["kill", "drain", "nats", "database"],
      pauseMs: [3_000, 9_000],
      nats: !options["without-nats"],
      pooler: !options["without-pgbouncer"],
    },
    console.log,
  );
  return ok;
}

/**
 * Drivers top up, charge and withdraw, and an operator pushes, through replicas that are killed, drained, and cut
 * off from signals and database. Afterwards everything confirmed to drivers must be in the books exactly once, and
 * every replica must show the last pushed status.
 */
export async function breakReplicas(
  options: BreakOptions,
  say: Say,
): Promise<{ ok: boolean; lost: number; doubled: number; line: string }> {
  const testBed = await startReplicas({
    ...options,
    isolated: options.broken === "bus",
    locations: Math.max(300, options.drivers * 50),
    say,
  });
  try {
    say(
      `  ${options.replicas} replicas, signals by ${testBed.nats ? "NATS" : "NOTIFY"}, ${testBed.pooler ? "PgBouncer before the database" : "no pooler"}`,
    );
    const state = { broken: false };
    const opened = { until: Infinity };
    const goesOn = () => Date.now() < opened.until && !state.broken;
    const sameKeys = options.broken !== "keys";
    const { load, team } = await openLoad(testBed, { ...options, sameKeys, goesOn });
    opened.until = Date.now() + options.seconds * 1_000;
    const pusher = await startPushing(testBed);
    const lanes = Promise.all(team.map((signedIn, n) => drive(load, n, signedIn)));
    lanes.catch(() => {
      state.broken = true;
    });
    const { first, pauseMs } = options;
    const blows = await strike(testBed, randomOf(options.seed), { first, pauseMs, goesOn }, say);
    const drivers = await lanes;
    await pusher.stop();
    say(`  ${load.count.told} answers, ${pusher.pushed} pushes; looking at the books`);
    const found = await audit(testBed, drivers);
    for (const line of found.lines.slice(0, 20)) say(`  ${line}`);

    let unseen = 0;
    const { token } = await newDriver(testBed, {});
    for (const { port } of testBed.replicas)
      unseen += await pusher.unseenAt(`http://127.0.0.1:${port}`, token);
    if (unseen > 0) say(`  ${unseen} statuses are not what was pushed last`);
    const resumed = sum(drivers.map(({ listener }) => listener.resumed));
    const missed = sum(drivers.map(({ listener }) => listener.missed));
    for (const { listener } of drivers) listener.stop();
    const errors = load.count.errors / Math.max(1, load.count.asked);
    const line = resultLine("replicas", {
      tried: found.tried,
      lost: found.lost,
      doubled: found.doubled,
      kills: blows.kill,
      drains: blows.drain,
      nats_restarts: blows.nats,
      db_restarts: blows.database,
      streams_resumed: resumed,
      streams_missed: missed,
      unseen,
      broken_by_drains: testBed.balancer.brokenByDrains,
      errors: `${(errors * 100).toFixed(2)}%`,
      ledger_faults: found.ledgerFaults,
    });
    say(line);
    const ok =
      found.tried > 0 &&
      found.lost + found.doubled + found.ledgerFaults + missed + unseen === 0 &&
      testBed.balancer.brokenByDrains === 0 &&
      errors <= mostErrors(options.seconds);
    return { ok, lost: found.lost, doubled: found.doubled, line };
  } finally {
    await testBed.stop();
  }
}
