import { newDriver } from "@voltmarg/testkit/driver";
import { randomOf } from "@voltmarg/testkit/random";
import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { readOptions } from "../options.ts";
import { resultLine, sum, type Say } from "../report.ts";
import { startReplicas } from "../test-bed.ts";
import { startCluster } from "./failover/cluster.ts";
import { startProbe } from "./failover/probe.ts";
import { strike } from "./failover/strike.ts";
import { audit } from "./replicas/audit.ts";
import { drive, openLoad } from "./replicas/driver.ts";

type FailoverOptions = {
  seconds: number;
  drivers: number;
  replicas: number;
  seed: number;
  broken: "asynchronous" | "lease" | "keys" | null;
};

/** The longest the service may confirm nothing: the lease, noticing it, promotion, and HAProxy's checks. */
const AWAY_S = 60;
const PAUSE_MS = 5_000;

/**
 * `npm run faults -- failover --minutes 5`. The negative controls, each of which must fail: `--broken asynchronous`, a commit
 * is confirmed before a second machine has it; `lease`, a Patroni before 3.1 whose pause outlasted its lease takes it from
 * the next primary; `keys`, every retry goes out under another idempotency key.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({
    minutes: 5,
    drivers: 10,
    replicas: 2,
    seed: Date.now() % 1_000_000,
    broken: ["asynchronous", "lease", "keys"],
  });
  console.log(`seed ${options.seed}`);
  return loseMachines({ ...options, seconds: options.minutes * 60 }, console.log);
}

/**
 * Three PostgreSQL under Patroni, of which the primary is killed, cut off from etcd, or left by its Patroni, and
 * comes back, while drivers top up, charge and withdraw. What was confirmed must be in the books exactly once.
 */
async function loseMachines(options: FailoverOptions, say: Say): Promise<boolean> {
  const cluster = await startCluster({
    asynchronous: options.broken === "asynchronous",
    lease: options.broken === "lease",
  });
  try {
    say(
      `  ${cluster.machines.length} database machines, Patroni ${cluster.patroni}; starting ${options.replicas} replicas`,
    );
    const testBed = await startReplicas({
      replicas: options.replicas,
      nats: false,
      pooler: false,
      databaseUrl: cluster.databaseUrl,
      env: { DATABASE_REPLICA_URL: cluster.standbyUrl },
      locations: Math.max(300, options.drivers * 50),
      say,
    });
    try {
      const striking = { over: false };
      // The last machine must be back before the load ends.
      const goesOn = () => !striking.over;
      const sameKeys = options.broken !== "keys";
      const { load, team } = await openLoad(testBed, { ...options, sameKeys, goesOn });
      const probe = startProbe(testBed.url, cluster.databaseUrl, await newDriver(testBed, {}));
      const end = Date.now() + options.seconds * 1_000;
      const lanes = Promise.allSettled(team.map((signedIn, n) => drive(load, n, signedIn)));
      const blows = await strike(
        cluster,
        randomOf(options.seed),
        { pauseMs: PAUSE_MS, goesOn: () => Date.now() < end },
        say,
      ).finally(() => {
        striking.over = true;
      });
      const probed = await probe.stop();
      const ends = await lanes;
      const drivers = ends.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const stuck = ends.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
      for (const line of stuck) say(`  ${line}: ${await stateOf(cluster.databaseUrl, line)}`);
      say(`  ${load.count.told} answers, ${load.count.errors} errors; looking at the books`);
      const found = await audit(testBed, drivers);
      for (const line of found.lines.slice(0, 20)) say(`  ${line}`);
      const lost = found.lost + probed.lost;
      const missed = sum(drivers.map(({ listener }) => listener.missed));
      for (const { listener } of drivers) listener.stop();
      say(
        resultLine("failover", {
          tried: found.tried,
          lost,
          doubled: found.doubled,
          away_s: probed.away.toFixed(1),
          kills: blows.kill,
          isolated: blows.isolate,
          frozen: blows.freeze,
          stuck: stuck.length,
          streams_missed: missed,
          ledger_faults: found.ledgerFaults,
        }),
      );
      const tried = found.tried > 0 && Object.values(blows).every((count) => count > 0);
      return (
        tried &&
        lost + found.doubled + found.ledgerFaults + missed + stuck.length === 0 &&
        probed.away <= AWAY_S
      );
    } finally {
      await testBed.stop();
    }
  } finally {
    await cluster.stop();
  }
}

/** What the database has of the session that a message names. */
async function stateOf(databaseUrl: string, message: string): Promise<string> {
  const [id] = /\bses_\w+/.exec(message) ?? [];
  const database = openDatabase(databaseUrl, () => {}, 1);
  try {
    const { rows } = await sql<object>`
      select status, step, open, cdr_id, failure, requested_at, stop_asked_at, stop_sent_at,
        (select json_agg(json_build_array(topic, attempts, due_at, done_at, last_error)) from outbox
          where payload::text like '%' || s.id || '%') as outbox
      from session s where id = ${id}`.execute(database.db);
    return JSON.stringify(rows[0] ?? "the database does not have it");
  } finally {
    await database.close();
  }
}
