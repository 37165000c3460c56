import { setTimeout as wait } from "node:timers/promises";
import { Logger as WorkerLogger, run } from "graphile-worker";
import { isOutage } from "../database/database-outage.ts";
import type { Logger } from "../observability/logger.ts";
import { QUEUES, type Queue } from "./outbox.ts";

const RESTART_MS = 1_000;

export type Task = {
  /** When it runs without being woken: the five fields of a crontab line. */
  schedule: string;
  /** `queue`: the outbox queue it was woken for; absent when the schedule runs it. */
  run(queue?: Queue): Promise<unknown>;
};

/** The queue named in a job. Scheduled jobs, and jobs from releases without queues, name none. */
const queueOf = (payload: unknown): Queue | undefined =>
  QUEUES.find((queue) => queue === (payload as { queue?: unknown } | null)?.queue);

/** The job library does not await all of its own writes. A write that fails in a database outage must not end the process: the job runs again. */
export function surviveLostJobWrites(logger: Logger): void {
  process.on("unhandledRejection", (error) => {
    if (!isOutage(error)) throw error;
    logger.warn({ err: error }, "a job could not be recorded");
  });
}

/**
 * Runs tasks on schedule, each in one replica. Also runs `drain` when replicas of an earlier release request it by a
 * job.
 */
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
  // The library stops trying when the database is unavailable for long.
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
