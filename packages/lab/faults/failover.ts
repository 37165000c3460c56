import { parseArgs } from "node:util";
import { freePlugs, newDriver, newMobile } from "@voltmarg/testkit/driver";
import { randomOf } from "@voltmarg/testkit/random";
import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { signIn } from "@voltmarg/world/seed";
import { wholeNumber } from "../whole-number.ts";
import { audit } from "./replicas/audit.ts";
import { drive, type Load, type SignedIn } from "./replicas/driver.ts";
import { startTestBed } from "./replicas/test-bed.ts";
import { startCluster } from "./failover/cluster.ts";
import { startProbe } from "./failover/probe.ts";
import { strike } from "./failover/strike.ts";

/** The negative controls, each of which must fail. */
const BROKEN = {
  asynchronous: "a commit is confirmed before a second machine has it",
  lease: "a Patroni before 3.1 whose pause outlasted its lease takes it from the next primary",
  keys: "every retry goes out under another idempotency key",
} as const;
type Broken = keyof typeof BROKEN;

const isBroken = (name: string | undefined): name is Broken | undefined =>
  name === undefined || Object.hasOwn(BROKEN, name);

export type FailoverOptions = {
  seconds: number;
  drivers: number;
  replicas: number;
  seed: number;
  broken: Broken | undefined;
};

/** The longest the service may confirm nothing: the lease, noticing it, promotion, and HAProxy's checks. */
const AWAY_S = 60;
const PAUSE_MS = 5_000;

/** `npm run faults -- failover --minutes 5 [--broken NAME]` */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      minutes: { type: "string", default: "5" },
      drivers: { type: "string", default: "10" },
      replicas: { type: "string", default: "2" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      broken: { type: "string" },
    },
  });
  const { broken } = values;
  if (!isBroken(broken)) {
    for (const [name, does] of Object.entries(BROKEN)) console.error(`--broken ${name}: ${does}`);
    return false;
  }
  console.log(`seed ${values.seed}`);
  const options = {
    seconds: wholeNumber("--minutes", values.minutes) * 60,
    drivers: wholeNumber("--drivers", values.drivers),
    replicas: wholeNumber("--replicas", values.replicas),
    seed: wholeNumber("--seed", values.seed),
    broken,
  };
  return loseMachines(options, (line) => console.log(line));
}

/**
 * Three PostgreSQL under Patroni, of which the primary is killed, cut off from etcd, or left by its Patroni, and
 * comes back, while drivers top up, charge and withdraw. What was confirmed must be in the books exactly once.
 */
async function loseMachines(
  options: FailoverOptions,
  say: (line: string) => void,
): Promise<boolean> {
  const cluster = await startCluster({
    asynchronous: options.broken === "asynchronous",
    lease: options.broken === "lease",
  });
  try {
    say(
      `  ${cluster.machines.length} database machines, Patroni ${cluster.patroni}; starting ${options.replicas} replicas`,
    );
    const testBed = await startTestBed({
      replicas: options.replicas,
      nats: false,
      pooler: false,
      databaseUrl: cluster.databaseUrl,
      env: { DATABASE_REPLICA_URL: cluster.standbyUrl },
      locations: Math.max(300, options.drivers * 50),
      say,
    });
    try {
      const scout = await newDriver(testBed, { vehicle: true });
      const plugs = await freePlugs(scout, options.drivers * 6, 3_000);
      const team: SignedIn[] = [];
      while (team.length < options.drivers) team.push(await signIn(testBed.url, newMobile(), "SU"));
      const probe = startProbe(testBed.url, cluster.databaseUrl, await newDriver(testBed, {}));
      const end = Date.now() + options.seconds * 1_000;
      let next = 0;
      const load: Load = {
        url: testBed.url,
        paymentsUrl: testBed.paymentsUrl,
        sameKeys: options.broken !== "keys",
        // The last machine must be back before the load ends.
        goesOn: () => !striking.over,
        plug: () => plugs[(next += 1) % plugs.length]!,
        count: { asked: 0, errors: 0, told: 0 },
      };
      const striking = { over: false };
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
      const missed = drivers.reduce((total, { listener }) => total + listener.missed, 0);
      for (const { listener } of drivers) listener.stop();
      say(
        `failover tried=${found.tried} lost=${lost} doubled=${found.doubled} away_s=${probed.away.toFixed(1)} kills=${blows.kill} ` +
          `isolated=${blows.isolate} frozen=${blows.freeze} stuck=${stuck.length} streams_missed=${missed} ledger_faults=${found.ledgerFaults}`,
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
