import { parseArgs } from "node:util";
import { freePlugs, newDriver, newMobile } from "@voltmarg/testkit/driver";
import { randomOf } from "@voltmarg/testkit/random";
import { signIn } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { audit } from "./replicas/audit.ts";
import { startTestBed } from "./replicas/test-bed.ts";
import { strike, type Blow } from "./replicas/chaos.ts";
import { drive, type Load, type SignedIn } from "./replicas/driver.ts";
import { startPushing } from "./replicas/pushes.ts";

export type ReplicasOptions = {
  seconds: number;
  replicas: number;
  drivers: number;
  seed: number;
  /** What happens first, so that a short run includes some of each. */
  first: readonly Blow[];
  pauseMs: readonly [number, number];
  nats: boolean;
  pooler: boolean;
  broken: Broken | null;
};

/** The negative controls, each of which must fail. */
const BROKEN = {
  keys: "every retry goes out under another idempotency key",
  bus: "one replica neither hears the others' signals nor is heard",
} as const;
type Broken = keyof typeof BROKEN;

const isBroken = (name: string | null): name is Broken | null =>
  name === null || Object.hasOwn(BROKEN, name);

/** Share of all requests that drivers' retries may have to cover. A database restart weighs more in a short run. */
const mostErrors = (seconds: number) => (seconds < 300 ? 0.4 : 0.1);

/** `npm run faults -- replicas --minutes 20` */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      minutes: { type: "string", default: "20" },
      replicas: { type: "string", default: "3" },
      drivers: { type: "string", default: "16" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      "without-nats": { type: "boolean", default: false },
      "without-pgbouncer": { type: "boolean", default: false },
      broken: { type: "string" },
    },
  });
  const { broken = null } = values;
  if (!isBroken(broken)) {
    for (const [name, does] of Object.entries(BROKEN)) console.error(`--broken ${name}: ${does}`);
    return false;
  }
  console.log(`seed ${values.seed}`);
  const { ok } = await breakReplicas(
    {
      seconds: Number(values.minutes) * 60,
      replicas: Number(values.replicas),
      drivers: Number(values.drivers),
      seed: Number(values.seed),
      first: ["kill", "drain", "nats", "database"],
      pauseMs: [3_000, 9_000],
      nats: !values["without-nats"],
      pooler: !values["without-pgbouncer"],
      broken,
    },
    (line) => console.log(line),
  );
  return ok;
}

/**
 * Drivers top up, charge and withdraw, and an operator pushes, through replicas that are killed, drained, and cut
 * off from signals and database. Afterwards everything confirmed to drivers must be in the books exactly once, and
 * every replica must show the last pushed status.
 */
export async function breakReplicas(
  options: ReplicasOptions,
  say: (line: string) => void,
): Promise<{ ok: boolean; lost: number; doubled: number; line: string }> {
  const testBed = await startTestBed({
    ...options,
    isolated: options.broken === "bus",
    locations: Math.max(300, options.drivers * 50),
    say,
  });
  try {
    say(
      `  ${options.replicas} replicas, signals by ${testBed.nats ? "NATS" : "NOTIFY"}, ${testBed.pooler ? "PgBouncer before the database" : "no pooler"}`,
    );
    const scout = await newDriver(testBed, { vehicle: true });
    const findPlugs = () => freePlugs(scout, options.drivers * 6, 3_000);
    // A request to the replica that is cut off from the others finds no station yet.
    const plugs = await (options.broken === "bus"
      ? until("there are free plugs", findPlugs)
      : findPlugs());
    const team: SignedIn[] = [];
    while (team.length < options.drivers) team.push(await signIn(testBed.url, newMobile(), "SU"));
    let next = 0;
    const end = Date.now() + options.seconds * 1_000;
    const state = { broken: false };
    const goesOn = () => Date.now() < end && !state.broken;
    const load: Load = {
      url: testBed.url,
      paymentsUrl: testBed.paymentsUrl,
      sameKeys: options.broken !== "keys",
      goesOn,
      plug: () => plugs[(next += 1) % plugs.length]!,
      count: { asked: 0, errors: 0, told: 0 },
    };
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
    const line =
      `replicas tried=${found.tried} lost=${found.lost} doubled=${found.doubled} kills=${blows.kill} drains=${blows.drain} ` +
      `nats_restarts=${blows.nats} db_restarts=${blows.database} streams_resumed=${resumed} streams_missed=${missed} ` +
      `unseen=${unseen} broken_by_drains=${testBed.balancer.brokenByDrains} errors=${(errors * 100).toFixed(2)}% ledger_faults=${found.ledgerFaults}`;
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
