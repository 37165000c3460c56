import { Logger as WorkerLogger, run } from "graphile-worker";
import { sql } from "./database.ts";
import type { Logger } from "./logger.ts";
import type { Waker } from "./outbox.ts";

/** Wakes the job worker through its own table, in the transaction that wrote the outbox row. */
export const wakeWorker: Waker = async (tx, at) => {
  // No job key: a shared one would make every writer wait for the same row.
  await sql`select graphile_worker.add_job('drain', '{}'::json, run_at => ${at}, max_attempts => 3)`.execute(
    tx,
  );
};

export type Task = {
  /** When it runs besides being woken, as a crontab's five fields. */
  schedule: string;
  run(): Promise<unknown>;
};

/** Runs tasks on schedule, and `drain` whenever an outbox row wakes it; one replica takes each turn. */
export async function startWorker(
  connectionString: string,
  logger: Logger,
  tasks: Readonly<Record<string, Task>>,
): Promise<{ stop(): Promise<void> }> {
  const quiet = new WorkerLogger(() => (level, message) => {
    if (level === "error") logger.error({ worker: true }, message);
    else if (level === "warning") logger.warn({ worker: true }, message);
  });
  const runner = await run({
    connectionString,
    maxPoolSize: 6,
    concurrency: 4,
    noHandleSignals: true,
    logger: quiet,
    crontab: Object.entries(tasks)
      .map(([name, task]) => `${task.schedule} ${name}`)
      .join("\n"),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, async () => void (await task.run())]),
    ),
  });
  return { stop: () => runner.stop() };
}
