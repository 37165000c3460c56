import { rows, sql, type Database } from "./database/database.ts";
import { startInterval } from "./interval.ts";
import { tryLease } from "./locks/lease.ts";
import type { Logger } from "./observability/logger.ts";

const LOOK_MS = 5_000;
const AGAIN_SECONDS = 60;

/** Runs once for each of its times: at `offset` minutes after every full `every` minutes of UTC. */
export type Task = { every: number; offset: number; run(): Promise<unknown> };

const HOUR = 60;
const DAY = 24 * HOUR;

export const everyMinute = (run: Task["run"]): Task => ({ every: 1, offset: 0, run });
export const everyHour = (minute: number, run: Task["run"]): Task => ({
  every: HOUR,
  offset: minute,
  run,
});
/** `time`: hours and minutes of UTC, `17:37`. */
export function everyDay(time: string, run: Task["run"]): Task {
  const [hour, minute] = time.split(":").map(Number);
  return { every: DAY, offset: hour! * HOUR + minute!, run };
}

/** The newest of a task's times that is not later than `now`. */
function timeOf({ every, offset }: Task, now: Date): Date {
  const minutes = Math.floor(now.getTime() / 60_000) - offset;
  return new Date((Math.floor(minutes / every) * every + offset) * 60_000);
}

/**
 * Runs tasks by the database's clock, each in one replica. Times that passed while none ran are made up for by one run. A
 * run that failed, or whose replica died, is repeated. A new task waits for its next time.
 */
export async function startSchedule(
  database: Pick<Database, "db">,
  logger: Logger,
  tasks: Readonly<Record<string, Task>>,
): Promise<{ look(): Promise<void>; stop(): Promise<unknown> }> {
  const { db } = database;
  const names = Object.keys(tasks);
  const running = new Map<string, Promise<unknown>>();

  const due = async (among: readonly string[]) => {
    const found = await rows(
      db,
      sql<{ name: string; ran_for: Date; now: Date }>`
        select name, ran_for, now() as now from scheduled_task
        where name = any(${among}) and (again_at is null or again_at <= now())`,
    );
    return found
      .map(({ name, ran_for, now }) => ({ name, ran_for, time: timeOf(tasks[name]!, now) }))
      .filter(({ ran_for, time }) => ran_for < time);
  };
  const runInTurn = (name: string) =>
    tryLease(database, `task ${name}`, async () => {
      // Another replica may have run it between the look and the lease.
      const [still] = await due([name]);
      if (!still) return;
      try {
        await tasks[name]!.run();
        await sql`update scheduled_task set ran_for = ${still.time}, again_at = null, last_error = null
          where name = ${name}`.execute(db);
      } catch (error) {
        logger.error({ err: error, task: name }, "a scheduled task failed");
        await sql`update scheduled_task
          set again_at = now() + ${AGAIN_SECONDS} * interval '1 second', last_error = ${String(error)}
          where name = ${name}`.execute(db);
      }
    });
  const look = async () => {
    try {
      for (const { name } of await due(names.filter((each) => !running.has(each)))) {
        const run = runInTurn(name)
          .catch((error: unknown) => logger.warn({ err: error, task: name }, "a task did not run"))
          .finally(() => running.delete(name));
        running.set(name, run);
      }
    } catch (error) {
      logger.warn({ err: error }, "the schedule could not be looked at");
    }
  };

  await sql`insert into scheduled_task (name, ran_for) select unnest(${names}::text[]), now()
    on conflict (name) do nothing`.execute(db);
  const stopLooking = startInterval(LOOK_MS, look);
  return {
    look,
    stop: () => {
      stopLooking();
      return Promise.all(running.values());
    },
  };
}
