import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { one, openDatabase, sql, type Database } from "../database/database.ts";
import { createTurns, tryLease, withLease } from "./lease.ts";

let world: Harness;
let replicas: Database[];
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  replicas = [0, 1, 2].map(() => openDatabase(world.config.databaseUrl, () => {}, 8));
  await sql`create table counter (n int not null)`.execute(world.database.db);
  await sql`insert into counter values (0)`.execute(world.database.db);
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await world.stop();
});

/** Reads the counter and writes the next number after a moment: two runs at once lose one count. */
async function countUp({ db }: Database): Promise<void> {
  const { n } = (await one(db, sql<{ n: number }>`select n from counter`))!;
  await sql`select pg_sleep(0.01)`.execute(db);
  await sql`update counter set n = ${n + 1}`.execute(db);
}
const counted = async () =>
  (await one(world.database.db, sql<{ n: number }>`select n from counter`))!.n;
const reset = () => sql`update counter set n = 0`.execute(world.database.db);

test("a task with one key runs in one replica at a time", async () => {
  const turns = replicas.map((replica) => ({ replica, run: createTurns(replica) }));
  const all = (key: (n: number) => string) =>
    Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const { replica, run } = turns[n % 3]!;
        return run(key(n), () => countUp(replica));
      }),
    );
  await reset();
  await all(() => "IN/STB/P1");
  expect(await counted()).toBe(30);
  // Control: with different keys the tasks run at once and lose counts.
  await reset();
  await all((n) => `IN/STB/P${n}`);
  expect(await counted()).toBeLessThan(30);
});

test("a long task has its lease until it ends, or until half a minute after its replica died", async () => {
  let [inside, most, done] = [0, 0, 0];
  await Promise.all(
    replicas.map((replica) =>
      withLease(replica, "sync", async () => {
        most = Math.max(most, ++inside);
        await countUp(replica);
        inside--;
        done++;
      }),
    ),
  );
  expect([most, done]).toEqual([1, 3]);
  const inner = await tryLease(replicas[0]!, "sync", () =>
    tryLease(replicas[1]!, "sync", async () => "twice"),
  );
  expect(inner).toEqual({ value: null });
  expect(await tryLease(replicas[1]!, "sync", async () => "free")).toEqual({ value: "free" });

  await sql`insert into lease values ('pull', 'a dead replica', now() + interval '30 seconds')`.execute(
    world.database.db,
  );
  let hasRun = false;
  const waiting = withLease(replicas[0]!, "pull", async () => {
    hasRun = true;
  });
  await countUp(replicas[1]!);
  expect(hasRun).toBe(false);
  await sql`update lease set until = now() where name = 'pull'`.execute(world.database.db);
  await waiting;
  expect(hasRun).toBe(true);
});
