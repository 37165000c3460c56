import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { one, openDatabase, sql, type Database } from "./database/database.ts";
import { createLogger } from "./observability/logger.ts";
import { everyDay, everyHour, startSchedule, type Task } from "./schedule.ts";

let world: Harness;
let replicas: Database[];
const started: Awaited<ReturnType<typeof startSchedule>>[] = [];
const logger = createLogger("silent");
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  replicas = [0, 1, 2].map(() => openDatabase(world.config.databaseUrl, () => {}, 4));
});
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
  await sql`delete from scheduled_task`.execute(world.database.db);
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await world.stop();
});

const start = async (replica: number, tasks: Record<string, Task>) => {
  const schedule = await startSchedule(replicas[replica]!, logger, tasks);
  started.push(schedule);
  return schedule;
};
const lookEverywhere = async () => {
  await Promise.all(started.map(({ look }) => look()));
  await Promise.all(started.map(({ stop }) => stop()));
};
const change = (name: string, set: ReturnType<typeof sql>) =>
  sql`update scheduled_task set ${set} where name = ${name}`.execute(world.database.db);
const pass = (name: string) => change(name, sql`ran_for = now() - interval '3 days'`);
const kept = (name: string) =>
  one(
    world.database.db,
    sql<{ again: boolean; last_error: string | null; age: number }>`
      select again_at > now() as again, last_error, extract(epoch from now() - ran_for)::int as age
      from scheduled_task where name = ${name}`,
  );

test("a task runs once for its time, in one of several replicas, however many times passed; a new one waits", async () => {
  const runs: number[] = [];
  const task = (replica: number) => ({
    count: everyHour(17, async () => {
      runs.push(replica);
      await sql`select pg_sleep(0.05)`.execute(world.database.db);
    }),
  });
  for (const replica of [0, 1, 2]) await start(replica, task(replica));
  await lookEverywhere();
  expect(runs).toEqual([]);
  await pass("count");
  await lookEverywhere();
  await lookEverywhere();
  expect(runs).toHaveLength(1);
  expect((await kept("count"))!.age).toBeLessThan(3_600);
  // A replica that starts later changes nothing.
  await start(0, task(0));
  await lookEverywhere();
  expect(runs).toHaveLength(1);
});

test("a task that runs long is started once, and holds up no other", async () => {
  const gate = Promise.withResolvers<void>();
  const runs: string[] = [];
  const tasks = {
    long: everyHour(0, async () => {
      runs.push("long");
      await gate.promise;
    }),
    short: everyDay("20:11", async () => runs.push("short")),
  };
  const schedules = [await start(0, tasks), await start(1, tasks)];
  await pass("long");
  for (const { look } of schedules) await look();
  await pass("short");
  for (const { look } of schedules) await look();
  await expect.poll(() => runs.toSorted()).toEqual(["long", "short"]);
  gate.resolve();
  await lookEverywhere();
  expect(runs.toSorted()).toEqual(["long", "short"]);
});

test("a task that failed says why, and runs again a minute later for the same time", async () => {
  let broken = true;
  await start(0, {
    book: everyDay("17:37", async () => {
      if (broken) throw new Error("the provider does not answer");
    }),
  });
  await pass("book");
  await lookEverywhere();
  expect(await kept("book")).toMatchObject({
    again: true,
    last_error: "Error: the provider does not answer",
  });
  expect((await kept("book"))!.age).toBeGreaterThan(86_400);
  broken = false;
  await lookEverywhere();
  expect((await kept("book"))!.last_error).not.toBeNull();
  await change("book", sql`again_at = now()`);
  await lookEverywhere();
  expect(await kept("book")).toMatchObject({ again: null, last_error: null });
  expect((await kept("book"))!.age).toBeLessThan(86_400);
});

test("a task of a replica that died in the middle runs in another, half a minute later", async () => {
  let runs = 0;
  await start(1, { pull: everyHour(5, async () => runs++) });
  await pass("pull");
  await sql`insert into lease values ('task pull', 'a dead replica', now() + interval '30 seconds')`.execute(
    world.database.db,
  );
  await lookEverywhere();
  expect(runs).toBe(0);
  await sql`update lease set until = now() - interval '1 second' where name = 'task pull'`.execute(
    world.database.db,
  );
  await lookEverywhere();
  expect(runs).toBe(1);
});

test("an hour and a minute of the day are UTC's", async () => {
  const { every, offset } = everyDay("17:37", async () => {});
  expect([every, offset]).toEqual([1440, 17 * 60 + 37]);
  let runs = 0;
  const inTenMinutes = new Date(Date.now() + 600_000).toISOString().slice(11, 16);
  await start(0, { later: everyDay(inTenMinutes, async () => runs++) });
  await change("later", sql`ran_for = now() - interval '20 hours'`);
  await lookEverywhere();
  expect(runs).toBe(0);
  await change("later", sql`ran_for = now() - interval '25 hours'`);
  await lookEverywhere();
  expect(runs).toBe(1);
});
