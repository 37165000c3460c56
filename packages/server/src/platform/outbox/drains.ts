import { oneAtATime } from "../locks/keyed-mutex.ts";
import type { Logger } from "../observability/logger.ts";
import { QUEUES, type Outbox, type Queue } from "./outbox.ts";

/**
 * Queues that the job worker only starts, as it has few slots: very many rows, or rows that wait long for others. Nothing
 * of them must hold a slot while somebody starts a charge.
 */
const BESIDE: readonly Queue[] = ["push", "event", "watch", "sync"];
/** Of these one drain at a time is enough: it ends in seconds. A synchronisation may take many minutes. */
const ONE_DRAIN: readonly Queue[] = ["push", "event"];

/** How a process drains the outbox: `forJob` for the job worker, `all` to look whether anything is due. */
export function createDrains(
  outbox: () => Pick<Outbox, "drain">,
  logger: Logger,
): { forJob(queue?: Queue): Promise<unknown>; all(): void } {
  // Whatever broke is tried again when the worker looks.
  const drain = (queue: Queue) =>
    outbox()
      .drain(queue)
      .catch((error: unknown) => logger.warn({ err: error }, "drain broke off"));
  const single = new Map(ONE_DRAIN.map((queue) => [queue, oneAtATime(() => drain(queue))]));
  const start = (queue: Queue) => void (single.get(queue) ?? (() => drain(queue)))();
  return {
    forJob: (queue) => {
      const queues = queue ? [queue] : QUEUES;
      for (const each of queues) if (BESIDE.includes(each)) start(each);
      const awaited = queues.filter((each) => !BESIDE.includes(each));
      return Promise.all(awaited.map((each) => outbox().drain(each)));
    },
    all: () => QUEUES.forEach(start),
  };
}
