import { setTimeout as wait } from "node:timers/promises";
import { Logger as WorkerLogger, run } from "graphile-worker";
import { sql } from "../database/database.ts";
import { isOutage } from "../database/database-outage.ts";
import type { Logger } from "../observability/logger.ts";
import { QUEUES, type Queue, type Waker } from "./outbox.ts";

const RESTART_MS = 1_000;

/** Wakes the job worker through its own table, in the transaction that wrote the outbox row. */
export const wakeWorker: Waker = async (tx, at, queue) => {
  // No job key: a shared one would make every writer wait for the same row.
  await sql`select graphile_worker.add_job('drain', ${JSON.stringify({ queue })}::json, run_at => ${at}, max_attempts => 3)`.execute(
    tx,
  );
};

export type Task = {
  /** When it runs besides being woken: the five fields of a crontab line. */
  schedule: string;
  /** `queue`: the outbox queue it was woken for; absent when run by the schedule. */
  run(queue?: Queue): Promise<unknown>;
};

/** The queue that a job names. Scheduled jobs, and jobs from versions without queues, name none. */
const queueOf = (payload: unknown): Queue | undefined =>
  QUEUES.find((queue) => queue === (payload as { queue?: unknown } | null)?.queue);

/** The job library does not await all of its own writes. A write that fails in a database outage must not end the process: the job runs again. */
export function surviveLostJobWrites(logger: Logger): void {
  process.on("unhandledRejection", (error) => {
    if (!isOutage(error)) throw error;
    logger.warn({ err: error }, "a job could not be recorded");
  });
}

/** Runs tasks on schedule, and `drain` whenever an outbox row wakes it; each job runs in one replica. */
export async function startWorker(
  connectionString: string,
  logger: Logger,
  tasks: Readonly<Record<string, Task>>,
): Promise<{ stop(): Promise<void> }> {
  const quiet = new WorkerLogger(() => (level, message) => {
    if (level === "error") logger.error({ worker: true }, message);
    else if (level === "warning") logger.warn({ worker: true }, message);
  });
  const start = () =>
    run({
      connectionString,
      maxPoolSize: 6,
      concurrency: 4,
      noHandleSignals: true,
      logger: quiet,
      crontab: Object.entries(tasks)
        .map(([name, task]) => `${task.schedule} ${name}`)
        .join("\n"),
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          async (payload) => void (await task.run(queueOf(payload))),
        ]),
      ),
    });
  let runner = await start();
  const state = { stopping: false };
  // The library gives up when the database is unavailable for long.
  const restart = async () => {
    while (!state.stopping) {
      await runner.promise.catch((error: unknown) =>
        logger.warn({ err: error }, "the job worker ended"),
      );
      if (!state.stopping) await wait(RESTART_MS, undefined, { ref: false });
      if (state.stopping) return;
      await start().then(
        (next) => (runner = next),
        (error: unknown) => logger.warn({ err: error }, "the job worker does not start yet"),
      );
    }
  };
  void restart();
  return {
    stop: () => {
      state.stopping = true;
      return runner.stop();
    },
  };
}
