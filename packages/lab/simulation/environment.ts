import { AGREED } from "@voltmarg/testkit/agreed";
import { accounts, development, wallet } from "@voltmarg/contract";
import { createTestDatabases } from "@voltmarg/server/embedded-postgres";
import {
  compose,
  connectorOf,
  createLocalBus,
  createLogger,
  createMetrics,
  ensurePartitions,
  evseOf,
  fakeClock,
  locationOf,
  migrate,
  openDatabase,
  readConfig,
  tariffOf,
  tokenHash,
  type Database,
  type FakeClock,
  type Outbound,
  type Service,
} from "@voltmarg/testkit/service-parts";
import { randomOf } from "@voltmarg/testkit/random";
import { callInProcess, PARTNER_TOKEN, pushInProcess } from "./in-process-calls.ts";
import { takeOverRuntime, type DeterministicRuntime } from "./deterministic-runtime.ts";
import { simulateDatabase, type SimulatedDatabase } from "./database.ts";
import { openLocks, type Locks } from "./locks.ts";
import { BASE, PARTY } from "./operator.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { PROVIDER, SECRET, simulatePayments, tellNotice, type Payments } from "./payments.ts";

/** Shared by all seeds: a template database in which some drivers have signed up, and the clock. */
export type Environment = {
  clock: FakeClock;
  runtime: DeterministicRuntime;
  drivers: readonly SignedUp[];
  place: string;
  locks: Locks;
  /** Paise the drivers have topped up. */
  paidBefore: number;
  /** A copy of the template database. */
  copy(): Promise<{ connectionString: string; drop(): Promise<void> }>;
  /** Starts the service on a database. */
  serve(database: Database, outbound: Outbound): Promise<Service>;
  close(): Promise<void>;
};

export type SignedUp = { id: string; token: string; refresh: string };

export const BEGIN = new Date("2026-11-20T06:30:00.000Z");
export const PUBLIC = "https://voltmarg.example";
export const PLUGS = ["P-1", "P-2", "P-3", "P-4"];
const DRIVERS = 3;
const TOP_UP_MINOR = 30_000;
const CALLS = "1000000";

const config = readConfig({
  VOLTMARG_ENV: "TEST",
  PUBLIC_URL: PUBLIC,
  DATABASE_URL: "postgresql:///simulated",
  RAZORPAY_BASE_URL: PROVIDER,
  RAZORPAY_KEY_ID: "rzp_test_simulation",
  RAZORPAY_KEY_SECRET: "key-secret-of-simulation",
  RAZORPAY_WEBHOOK_SECRET: SECRET,
  PARTNER_CALLS_PER_SECOND: CALLS,
  PARTNER_CALLS_IN_RESERVE: CALLS,
  LOG_LEVEL: process.env["SIMULATION_LOG"] ?? "silent",
});

export async function openEnvironment(): Promise<Environment> {
  const clock = fakeClock(BEGIN);
  const runtime = takeOverRuntime(randomOf(0), () => clock.now().getTime() - BEGIN.getTime());
  const metrics = createMetrics();
  // Background activity of the platform that would make two runs differ.
  metrics.registry.clear();
  const logger = createLogger(config.logLevel);
  const serve: Environment["serve"] = async (database, outbound) => {
    const service = await compose({
      config,
      database,
      clock,
      logger,
      bus: createLocalBus(),
      wake: async () => {},
      checkAnswers: false,
      outbound,
      metrics,
    });
    await service.http.ready();
    return service;
  };
  let drivers: SignedUp[] = [];
  let place = "";
  let locks: Locks | undefined;
  const payments = simulatePayments("g");
  const databases = await createTestDatabases({
    schema: "simulation",
    alone: true,
    migrate: async (connectionString) => {
      locks = openLocks(connectionString);
      const database = openDatabase(connectionString, () => {}, 1);
      await database.pool.query("alter system set autovacuum = off");
      // The scheduler detects deadlocks itself.
      await database.pool.query("alter system set deadlock_timeout = '1h'");
      await database.pool.query("select pg_reload_conf()");
      await migrate(database);
      await ensurePartitions(database.db, BEGIN);
      // One after another, so that every environment is equal down to the order of its rows.
      const scheduler: Scheduler = createScheduler({
        draw: randomOf(0),
        nowMs: () => BEGIN.getTime(),
        underWay: () => simulated.underWay(),
        locks,
      });
      runtime.thread = (name, begin) => scheduler.work(name, begin);
      const simulated: SimulatedDatabase = simulateDatabase(connectionString, scheduler, () =>
        BEGIN.getTime(),
      );
      await scheduler.calm(async () => {
        const service = await serve(simulated.database, (request) =>
          Promise.resolve(payments.answer(request)),
        );
        ({ drivers, place } = await furnish(service, database, payments));
        await service.http.close();
      });
      runtime.thread = null;
      await simulated.close();
      await database.close();
    },
  });
  return {
    clock,
    runtime,
    drivers,
    place,
    locks: locks!,
    paidBefore: payments.captured(),
    copy: () => databases.create(),
    serve,
    close: async () => {
      runtime.restore();
      await locks?.close();
      await databases.stop();
    },
  };
}

/** An operator with one location, and drivers with money. */
async function furnish(
  service: Service,
  database: Database,
  payments: Payments,
): Promise<{ drivers: SignedUp[]; place: string }> {
  const endpoints = ["locations", "tariffs", "sessions", "cdrs", "commands"].map((identifier) => ({
    identifier,
    role: identifier === "commands" ? "RECEIVER" : "SENDER",
    url: `${BASE}/${identifier}`,
  }));
  await database.pool.query(
    `insert into operator (id, name, versions_url, country_code, party_id, our_token_hash, their_token, endpoints,
       registered_at, last_contact_at, locations_pulled_at, whole_pulled_at, seen_until, sync_due_at, created_at)
     values ('opr_sim', 'Simulated', $1, 'IN', $2, $3, 'their-token', $4, $5, $5, $5, '9999-01-01', $5, '9999-01-01', $5)`,
    [BASE, PARTY, tokenHash(PARTNER_TOKEN), JSON.stringify(endpoints), BEGIN],
  );
  const put = async (path: string, body: object) => {
    const status = await pushInProcess(service, "PUT", `/ocpi/emsp/2.2.1${path}`, body);
    if (status !== 201) throw new Error(`${path} was not taken: ${status}`);
  };
  const party = { party_id: PARTY };
  await put(`/tariffs/IN/${PARTY}/EVEN`, tariffOf("EVEN", party));
  const evses = PLUGS.map((uid) =>
    evseOf(uid, { connectors: [connectorOf({ tariff_ids: ["EVEN"] })] }),
  );
  await put(`/locations/IN/${PARTY}/P`, locationOf("P", { ...party, evses }));
  const { rows } = await database.pool.query<{ id: string }>("select id from location");
  const drivers: SignedUp[] = [];
  for (let nth = 0; nth < DRIVERS; nth += 1) {
    drivers.push(await signUp(service, String(9_810_000_000 + nth)));
  }
  for (const { id, token } of drivers) {
    await callInProcess(service, wallet.createTopUp, {
      params: { userId: id },
      body: { amount_minor: TOP_UP_MINOR },
      token,
    });
    payments.pay((open) => open[0]!);
    await tellNotice(service, payments.notices.at(-1)!);
    await service.outbox.settle();
  }
  return { drivers, place: rows[0]!.id };
}

async function signUp(service: Service, mobile: string): Promise<SignedUp> {
  const asked = { params: { mobile }, query: { otpType: "SU" as const } };
  await callInProcess(service, accounts.sendOtp, asked);
  const sent = await callInProcess(service, development.devOutbox, { query: { to: mobile } });
  const { body } = await callInProcess(service, accounts.verifyOtp, {
    params: { mobile },
    body: { mobile, otp: sent.body[0]!.code!, userType: "DRIVER", type: "SU", consent: AGREED },
  });
  const [, claims = ""] = body.access_token.split(".");
  const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sub: string };
  return { id: sub, token: body.access_token, refresh: body.refresh_token };
}
