import { createTestDatabases, type TestDatabases } from "@voltmarg/server/embedded-postgres";
import { openDatabase, sql } from "@voltmarg/server/service-parts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomOf } from "../../src/random.ts";
import { simulateDatabase } from "./database.ts";
import { openLocks, type Locks } from "./locks.ts";
import { createTurns } from "./turns.ts";

let databases: TestDatabases;
let locks: Locks;
beforeAll(async () => {
  databases = await createTestDatabases({
    schema: "turns",
    migrate: async (connectionString) => {
      locks = openLocks(connectionString);
      const { pool } = openDatabase(connectionString, () => {}, 1);
      await pool.query(
        `create table line (id int primary key, came text not null);
         insert into line values (1, ''), (2, '')`,
      );
      await pool.query("alter system set deadlock_timeout = '1h'");
      await pool.query("select pg_reload_conf()");
      await pool.end();
    },
  });
}, 120_000);
afterAll(async () => {
  await locks.close();
  await databases.stop();
});

/** A world of one table, in which a seed decides who is next. */
async function openLine(seed: number) {
  const copy = await databases.create();
  const lines: string[] = [];
  const turns = createTurns({
    draw: randomOf(seed),
    nowMs: () => 0,
    underWay: () => 0,
    locks,
    onLine: (line) => lines.push(line),
  });
  const simulated = simulateDatabase(copy.connectionString, turns);
  const { database } = simulated;
  return {
    turns,
    simulated,
    lines,
    /** Takes rows one after the other, and writes its name into the last. */
    come: (name: string, ...ids: number[]) =>
      turns.spawn(name, () =>
        database.transact(async (tx) => {
          for (const id of ids)
            await sql`select came from line where id = ${id} for update`.execute(tx);
          await sql`update line set came = came || ${`${name} `} where id = ${ids.at(-1)}`.execute(
            tx,
          );
        }),
      ),
    /** Who came, row by row. */
    came: async () => {
      const { rows } = await turns.calm(() =>
        sql<{ came: string }>`select came from line order by id`.execute(database.db),
      );
      return rows.map(({ came }) => came);
    },
    close: async () => {
      await simulated.rollBack();
      await simulated.close();
      await copy.drop();
    },
  };
}

test(
  "of many who wait for one row, the seed decides who has it next",
  { timeout: 120_000 },
  async () => {
    const inLine = async (seed: number) => {
      const line = await openLine(seed);
      for (const name of ["a", "b", "c", "d", "e", "f"]) line.come(name, 1);
      while (await line.turns.turn());
      const [came = ""] = await line.came();
      await line.close();
      return { came, hash: line.turns.hash(), waited: line.lines.some((l) => l.endsWith("waits")) };
    };
    const orders = new Set<string>();
    for (const seed of [1, 2, 3, 4, 5]) {
      const once = await inLine(seed);
      expect(once.waited).toBe(true);
      expect(once.came.trim().split(" ").toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
      expect(await inLine(seed)).toEqual(once);
      orders.add(once.came);
    }
    expect(orders.size).toBeGreaterThan(1);
  },
);

test(
  "of two who wait for each other one fails, by the seed, and comes again",
  { timeout: 120_000 },
  async () => {
    const cross = async (seed: number) => {
      const line = await openLine(seed);
      line.come("a", 1, 2);
      line.come("b", 2, 1);
      while (await line.turns.turn());
      const tied = line.lines.filter((text) => text.endsWith("stands in a deadlock"));
      const came = await line.came();
      await line.close();
      return { came, tied, hash: line.turns.hash() };
    };
    const ties: string[] = [];
    for (let seed = 1; seed <= 8; seed += 1) {
      const once = await cross(seed);
      expect(once.came).toEqual(["b ", "a "]);
      expect(await cross(seed)).toEqual(once);
      ties.push(...once.tied);
    }
    // Not always the same one.
    expect(new Set(ties).size).toBeGreaterThan(1);
  },
);

test(
  "who dies while one waits for another leaves nothing behind",
  { timeout: 120_000 },
  async () => {
    const line = await openLine(1);
    for (const name of ["a", "b", "c"]) line.come(name, 1);
    while (!line.lines.some((text) => text.endsWith("waits"))) await line.turns.turn();
    await line.turns.die();
    await line.simulated.rollBack();
    line.come("d", 1);
    while (await line.turns.turn());
    expect(await line.came()).toEqual(["d ", ""]);
    await line.close();
  },
);
