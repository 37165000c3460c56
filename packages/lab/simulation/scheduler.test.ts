import { createTestDatabases, type TestDatabases } from "@voltmarg/server/embedded-postgres";
import { openDatabase, sql, type Database } from "@voltmarg/testkit/service-parts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomOf } from "@voltmarg/testkit/random";
import { simulateDatabase } from "./database.ts";
import { openLocks, type Locks } from "./locks.ts";
import { createScheduler } from "./scheduler.ts";

let databases: TestDatabases;
let connectionString: string;
let pool: Database["pool"];
let locks: Locks;
beforeAll(async () => {
  databases = await createTestDatabases({
    schema: "turns",
    alone: true,
    migrate: async () => {},
  });
  ({ connectionString } = await databases.create());
  ({ pool } = openDatabase(connectionString, () => {}, 1));
  locks = openLocks(connectionString);
  await pool.query("create table line (id int primary key, came text not null)");
  await pool.query("alter system set deadlock_timeout = '1h'");
  await pool.query("select pg_reload_conf()");
});
afterAll(async () => {
  await locks.close();
  await pool.end();
  await databases.stop();
});

/** Two rows, and a seed that decides which statement runs next. */
async function openLine(seed: number, own: Partial<Locks> = {}) {
  await pool.query("truncate line");
  await pool.query("insert into line values (1, ''), (2, '')");
  const lines: string[] = [];
  const scheduler = createScheduler({
    draw: randomOf(seed),
    nowMs: () => 0,
    underWay: () => 0,
    locks: { ...locks, ...own },
    onLine: (line) => lines.push(line),
  });
  const simulated = simulateDatabase(connectionString, scheduler, () => 0);
  const { transact } = simulated.database;
  const toTheEnd = async () => {
    while (await scheduler.turn());
  };
  /** Locks rows one after the other, and writes its name into the last. */
  const come = (name: string, ...ids: number[]) =>
    scheduler.spawn(name, () =>
      transact(async (tx) => {
        for (const id of ids)
          await sql`select came from line where id = ${id} for update`.execute(tx);
        await sql`update line set came = came || ${`${name} `} where id = ${ids.at(-1)}`.execute(
          tx,
        );
      }),
    );
  return {
    scheduler,
    come,
    toTheEnd,
    told: (end: string) => lines.filter((line) => line.endsWith(end)),
    /** A new client with no knowledge of the previous one. */
    dieAndGoOn: async () => {
      await scheduler.die();
      await simulated.rollBack();
      come("d", 1);
      await toTheEnd();
    },
    /** Names of the writers, row by row. */
    close: async () => {
      await simulated.close();
      const { rows } = await pool.query<{ came: string }>("select came from line order by id");
      return rows.map(({ came }) => came.trim());
    },
  };
}

test("of many statements that wait for one row, the seed decides which runs next", async () => {
  const oneRow = async (seed: number) => {
    const line = await openLine(seed);
    for (const name of ["a", "b", "c", "d", "e", "f"]) line.come(name, 1);
    await line.toTheEnd();
    expect(line.told("waits").length).toBeGreaterThan(0);
    expect(line.told("gives way").length).toBeGreaterThan(0);
    const [came = ""] = await line.close();
    expect(came.split(" ").toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
    return { came, hash: line.scheduler.hash() };
  };
  const orders = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const once = await oneRow(seed);
    expect(await oneRow(seed)).toEqual(once);
    orders.add(once.came);
  }
  expect(orders.size).toBeGreaterThan(1);
});

test("of two transactions in a deadlock the seed makes one fail", async () => {
  const busy = async (pid: number) => void setTimeout(() => void locks.cancel(pid), 30);
  const cross = async (seed: number, cancel = locks.cancel) => {
    const line = await openLine(seed, { cancel });
    line.come("a", 1, 2);
    line.come("b", 2, 1);
    await line.toTheEnd();
    // It retries after the other has finished.
    expect(await line.close()).toEqual(["b", "a"]);
    return { tied: line.told("stands in a deadlock"), hash: line.scheduler.hash() };
  };
  const ties = new Set<string>();
  for (let seed = 1; seed <= 8; seed += 1) {
    const once = await cross(seed);
    // A busy database cancels a statement some time after it was told to.
    expect(await cross(seed, busy)).toEqual(once);
    for (const tie of once.tied) ties.add(tie);
  }
  expect(ties.size).toBeGreaterThan(1);
});

test("a process that dies while a statement waits leaves nothing behind", async () => {
  const line = await openLine(1);
  for (const name of ["a", "b", "c"]) line.come(name, 1);
  while (line.told("waits").length === 0) await line.scheduler.turn();
  await line.dieAndGoOn();
  expect(await line.close()).toEqual(["d", ""]);
});

test("a process that dies just as a statement begins to wait leaves nothing behind", async () => {
  let broke = false;
  const line = await openLine(1, {
    blockersOf: async (pid) => {
      const pids = await locks.blockersOf(pid);
      if (broke || pids.length === 0) return pids;
      broke = true;
      throw new Error("nobody knows who waits");
    },
  });
  for (const name of ["a", "b", "c"]) line.come(name, 1);
  await expect(line.toTheEnd()).rejects.toThrow("nobody knows who waits");
  await line.dieAndGoOn();
  expect(await line.close()).toEqual(["d", ""]);
});
