import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { type DriverClient, freePlugs, newDriver } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import type { TestBed } from "../../faults/replicas/test-bed.ts";
import { createListener } from "../../faults/replicas/listener.ts";
import { spent, type Spent } from "./processor-time.ts";

/** The cost of running charges, and the data that one leaves behind. */
export type LiveCost = {
  /** Session updates delivered to a driver's stream, and processor milliseconds for each. */
  updates: number;
  /** Percent of a core that an idle replica takes. */
  idle: number;
  replicas: number;
  database: number;
  /** Bytes of rows that one whole charge leaves in the database, without indexes. */
  bytes: number;
};

/** Runs `charges` charges in parallel, each with its driver's stream open, for `seconds` seconds. */
export async function watchCharges(
  testBed: TestBed,
  charges: number,
  seconds: number,
): Promise<LiveCost> {
  const database = openDatabase(testBed.databaseUrl, () => {}, 2);
  const { db } = database;
  const rowBytes = async () => {
    const { rows } = await sql<{ bytes: bigint }>`
      select (select coalesce(sum(pg_column_size(t)), 0) from session t)
        + (select coalesce(sum(pg_column_size(t)), 0) from meter_value t)
        + (select coalesce(sum(pg_column_size(t)), 0) from cdr t)
        + (select coalesce(sum(pg_column_size(t)), 0) from ledger_transfer t)
        + (select coalesce(sum(pg_column_size(t)), 0) from ledger_hold t)
        + (select coalesce(sum(pg_column_size(t)), 0) from outbox t) as bytes`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  };
  const writes = async () => {
    const { rows } = await sql<{
      n: bigint;
    }>`select n_tup_upd as n from pg_stat_user_tables where relname = 'session'`.execute(db);
    return Number(rows[0]?.n ?? 0);
  };
  const drivers: DriverClient[] = [];
  for (let n = 0; n < charges; n += 1)
    drivers.push(await newDriver(testBed, { vehicle: true, rupees: 2_000 }));
  const listeners = drivers.map(({ token }) => createListener(testBed.url, () => token));
  try {
    const plugs = await freePlugs(drivers[0]!, charges, 3_000);
    const before = await rowBytes();
    // The base cost of polling, pools and timers belongs to no charge.
    const idle = await spentWithin(testBed, seconds);
    const sessions = await Promise.all(
      drivers.map((driver, n) => driver.start(plugs[n]!, 500).then(({ id }) => id)),
    );
    await until("all charges flow", async () => {
      const all = await Promise.all(drivers.map((driver, n) => driver.session(sessions[n]!)));
      return all.every(({ status }) => status !== "PENDING");
    });
    const from = await writes();
    const busy = await spentWithin(testBed, seconds);
    const to = await writes();
    await Promise.all(drivers.map((driver, n) => driver.stop(sessions[n]!).catch(() => {})));
    await until("all are billed", async () => {
      const all = await Promise.all(drivers.map((driver, n) => driver.session(sessions[n]!)));
      return all.every(({ cdr_id }) => cdr_id !== null);
    });
    const updates = Math.max(1, to - from);
    return {
      updates,
      idle: idle.replicas / (seconds * 10) / testBed.replicas.length,
      replicas: (busy.replicas - idle.replicas) / updates,
      database: (busy.database - idle.database) / updates,
      bytes: ((await rowBytes()) - before) / charges,
    };
  } finally {
    for (const listener of listeners) listener.stop();
    await database.close();
  }
}

async function spentWithin(testBed: TestBed, seconds: number): Promise<Spent> {
  const before = spent(testBed);
  await wait(seconds * 1_000);
  const after = spent(testBed);
  return {
    replicas: after.replicas - before.replicas,
    database: after.database - before.database,
  };
}
