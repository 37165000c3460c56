import { setTimeout as wait } from "node:timers/promises";
import { UNLIMITED } from "../operator.ts";
import { readOptions } from "../options.ts";
import { quantile, resultLine, sum } from "../report.ts";
import { stations, wallet, type Location } from "@voltmarg/contract";
import { readFileSync } from "node:fs";
import type { DriverClient, Plug } from "@voltmarg/testkit/driver";
import { checkLedger, openDatabase, sql } from "@voltmarg/testkit/ledger";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { callRoute } from "@voltmarg/client/node";
import type { World } from "@voltmarg/world/world";
import { createListener, type Listener } from "../faults/replicas/listener.ts";
import { signUp } from "./day/drivers.ts";
import { EVSES_EACH, placeOf, startOperator, type DayOperator } from "./day/operator.ts";
import { spent, type Processes } from "../proc.ts";

/** The busiest hour of a day with 100,000 charges. */
const DAY = { charges: 10_000, startsPerMinute: 700, streams: 3_000, searches: 20, statuses: 200 };
const MOST_P99_MS = 300;
const AT_ONCE = 16;
/** What the start of all charges and streams set off is done by then. */
const SETTLE_MS = 10_000;

/**
 * `npm run bench -- day --share 0.1 --minutes 2`: this share of the busiest hour of a day with 100,000 charges, on one
 * replica: charges that run and send an update every 30 s, starts and stops, open streams, searches and statuses.
 * Prints the processor cores that service and database use together, and the times of drivers' requests. At the end
 * all charges are stopped and billed; none may be lost or billed twice.
 */
export async function run(): Promise<boolean> {
  const { share, minutes } = readOptions({ share: 0.1, minutes: 2 });
  const of = (whole: number) => Math.max(1, Math.round(whole * share));
  const world = await startTemporaryWorld({
    TRAFFIC: "0",
    LOCATIONS: "0",
    LOG_LEVEL: "error",
    DEMO_SPEED: "1",
    // Only TEST checks answers against the contract.
    VOLTMARG_ENV: "DEV",
    ...UNLIMITED,
  });
  const places = Math.ceil((of(DAY.charges) * 1.3) / EVSES_EACH);
  const operator = await startOperator(world, places);
  const listeners: Listener[] = [];
  try {
    const count = of(DAY.charges);
    const drivers = await signUp(world, (work) => inParallel(count, work), 200_000n);
    const plugs = await plugsOf(world, await drivers.get(0), places, count);
    console.log(`  ${count} drivers, ${places * EVSES_EACH} EVSEs`);
    const sessions = new Map<number, string>();
    const begin = async (n: number) => {
      sessions.set(n, (await (await drivers.get(n)).start(plugs[n]!, 300)).id);
    };
    await inParallel(count, begin);
    await until(async () => operator.running === count);
    const opening = performance.now();
    for (let n = 0; n < of(DAY.streams); n += 1) {
      const driver = await drivers.get(n);
      listeners.push(createListener(world.url, () => driver.token));
    }
    await until(async () => listeners.every(({ isOpen }) => isOpen), 120_000);
    const opened = ((performance.now() - opening) / 1_000).toFixed(1);
    console.log(
      `  ${operator.running} charges run, ${listeners.length} streams were opened at once: ${opened} s`,
    );

    // Who searches or looks at the wallet has the app open. It has a token that is valid, and renews it now and then.
    const withOpenApp = () => drivers.get(Math.floor(Math.random() * of(DAY.streams)));
    const measured = await busyTime(world, minutes * 60_000, {
      operator,
      places,
      of,
      search: async () => {
        const { token } = await withOpenApp();
        const latitude = 10 + Math.random() * places * 0.01;
        const query = { latitude, longitude: 73.85, distance: 10, page_size: 20 };
        await callRoute(world.url, stations.searchLocations, { token, query });
      },
      wallet: async () => {
        const { token, userId } = await withOpenApp();
        await callRoute(world.url, wallet.getWallet, { token, params: { userId } });
      },
      replace: async (n) => {
        const at = n % count;
        const id = sessions.get(at);
        if (!id) return;
        sessions.delete(at);
        const driver = await drivers.get(at);
        // The plug and the driver are free once the operator has ended the charge.
        const ended = operator.ended(driver.userId);
        await driver.stop(id);
        await ended;
        await begin(at);
      },
    });
    for (const listener of listeners.splice(0)) listener.stop();
    await inParallel(count, async (n) => {
      const id = sessions.get(n);
      const driver = await drivers.get(n);
      // Some have ended meanwhile, at their limit; the audit finds what is not billed.
      if (id) await driver.stop(id).catch(() => {});
    });
    const after = await audit(world);
    const { times, service, database } = measured;
    console.log(`  cores: the service ${service.toFixed(2)}, the database ${database.toFixed(2)}`);
    console.log(
      `  updates of sessions: ${operator.updates}, p99=${ms(measured.updateTimes, 0.99)}; pushes refused: ${operator.refused}; requests failed: ${measured.failed}`,
    );
    console.log(
      resultLine("day", {
        ratio: (service + database).toFixed(2),
        p50: ms(times, 0.5),
        p99: ms(times, 0.99),
        share,
        charges: after.charges,
        lost: after.lost,
        doubled: after.doubled,
        ledger_faults: after.ledgerFaults,
      }),
    );
    return (
      Math.round(quantile(times, 0.99)) <= MOST_P99_MS &&
      after.lost + after.doubled + after.ledgerFaults + measured.failed === 0
    );
  } finally {
    for (const listener of listeners) listener.stop();
    await operator.close();
    await world.stop();
  }
}

type Load = {
  operator: DayOperator;
  places: number;
  of(whole: number): number;
  search(): Promise<void>;
  wallet(): Promise<void>;
  /** Stops one charge and starts the driver's next. */
  replace(n: number): Promise<void>;
};

/** Sends requests at the day's rates, whether earlier ones were answered or not. */
async function busyTime(world: World, ms: number, load: Load) {
  const times: number[] = [];
  const under = new Set<Promise<void>>();
  let failed = 0;
  const timed = (work: () => Promise<unknown>, isDriver: boolean) => {
    const before = performance.now();
    const request = work().then(
      () => void (isDriver && times.push(performance.now() - before)),
      () => void (failed += 1),
    );
    under.add(request);
    void request.finally(() => under.delete(request));
  };
  const rates: [perSecond: number, work: (n: number) => void][] = [
    [load.of(DAY.searches), () => timed(load.search, true)],
    [load.of(DAY.searches), () => timed(load.wallet, true)],
    [load.of(DAY.startsPerMinute) / 60, (n) => timed(() => load.replace(n), false)],
    [
      load.of(DAY.statuses),
      (n) => {
        // The last EVSE of a place has no charge.
        const uid = `${placeOf(n % load.places)}-${EVSES_EACH - 1}`;
        const status = Math.floor(n / load.places) % 2 === 0 ? "BLOCKED" : "AVAILABLE";
        timed(() => load.operator.setStatus(uid, status), false);
      },
    ],
  ];
  const processes = await processesOf(world);
  await wait(SETTLE_MS);
  load.operator.clear();
  const before = spent(processes);
  const began = performance.now();
  const timers = rates.map(([perSecond, work]) => {
    let n = 0;
    return setInterval(() => {
      for (const due = ((performance.now() - began) / 1000) * perSecond; n < due; n += 1) work(n);
    }, 20);
  });
  await wait(ms);
  for (const timer of timers) clearInterval(timer);
  const passed = performance.now() - began;
  const after = spent(processes);
  const updateTimes = [...load.operator.times];
  await Promise.all(under);
  const service = (after.replicas - before.replicas) / passed;
  const database = (after.database - before.database) / passed;
  return { times, updateTimes, failed, service, database };
}

/** The service, and the parent process of the database's connections. */
async function processesOf({ databaseUrl, service }: World): Promise<Processes> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      database.db,
    );
    const parent = Number(readFileSync(`/proc/${rows[0]!.pid}/stat`, "utf8").split(" ")[3]);
    return { databasePid: () => parent, replicas: [service] };
  } finally {
    await database.close();
  }
}

/** Waits until every charge is billed, for two minutes at most, and counts what is missing or double. */
async function audit(world: World) {
  const database = openDatabase(world.databaseUrl, () => {}, 2);
  try {
    const count = async () => {
      const { rows } = await sql<{ charges: number; lost: number; doubled: number }>`
        select count(*)::int as charges,
          (count(*) filter (where not exists (
            select 1 from cdr c where c.user_id = s.user_id and c.session_id = s.id)))::int as lost,
          (select count(*)::int from (select 1 from cdr group by user_id, session_id having count(*) > 1) d) as doubled
        from session s where step <> 'FAILED'`.execute(database.db);
      return rows[0]!;
    };
    await until(async () => (await count()).lost === 0, 120_000);
    const { rows: unbilled } = await sql<{ id: string; step: string; why: string | null }>`
      select s.id, s.step, coalesce(s.failure ->> 'code', (select q.reason from quarantined_cdr q
        where lower(q.body ->> 'authorization_reference') = s.id limit 1)) as why
      from session s where step <> 'FAILED' and not exists (
        select 1 from cdr c where c.user_id = s.user_id and c.session_id = s.id) limit 10`.execute(
      database.db,
    );
    for (const { id, step, why } of unbilled)
      console.log(`  not billed: ${id}, ${step}${why ? `, ${why}` : ""}`);
    return { ...(await count()), ledgerFaults: sum(Object.values(await checkLedger(database.db))) };
  } finally {
    await database.close();
  }
}

/** One free plug for each driver; the last EVSE of each place stays free for statuses. */
async function plugsOf(
  { url }: World,
  { token }: DriverClient,
  places: number,
  count: number,
): Promise<Plug[]> {
  let plugs: Plug[] = [];
  await until(async () => {
    const found = new Map<string, Location>();
    // Searches reach 500 km, four and a half degrees.
    for (let latitude = 14; latitude < 14 + places * 0.01; latitude += 8) {
      const query = { latitude, longitude: 73.85, distance: 500, page_size: 5_000 };
      const { content } = await callRoute(url, stations.searchLocations, { token, query });
      for (const location of content) found.set(location.id, location);
    }
    plugs = [...found.values()].flatMap(({ id, evses }) =>
      evses
        .filter(
          ({ uid, connectors }) => !uid.endsWith(`-${EVSES_EACH - 1}`) && connectors[0]?.tariff,
        )
        .map(({ uid }) => ({ location_id: id, evse_uid: uid, connector_id: "1" })),
    );
    return plugs.length >= count;
  }, 60_000);
  if (plugs.length < count) throw new Error(`only ${plugs.length} of ${count} plugs are there`);
  return plugs;
}

async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

async function until(done: () => Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await done()) && performance.now() < end) await wait(200);
}

const ms = (times: readonly number[], share: number) => `${Math.round(quantile(times, share))}ms`;
