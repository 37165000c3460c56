import type { Logger } from "../observability/logger.ts";
import type { Outbox, Queue } from "./outbox.ts";
import { createRinger } from "./ringer.ts";

/** Drains of a queue that a process runs at once. Of pushes and events there may be tens of thousands: one drain will do. */
const MOST: Readonly<Record<Queue, number>> = {
  main: 16,
  message: 4,
  push: 1,
  event: 1,
  // A synchronisation may take many minutes: the next one must not wait for its drain.
  watch: 16,
  sync: 16,
};

/** One for each queue: rung when a row may be due, it drains the queue in this process. */
export function createRingers(
  outbox: () => Pick<Outbox, "drain">,
  logger: Logger,
): Record<Queue, () => void> {
  const ringer = (queue: Queue) =>
    createRinger(MOST[queue], () =>
      // What broke is tried again at the next ring.
      outbox()
        .drain(queue)
        .catch((error: unknown) => logger.warn({ err: error }, "drain broke off")),
    );
  return {
    main: ringer("main"),
    message: ringer("message"),
    push: ringer("push"),
    event: ringer("event"),
    watch: ringer("watch"),
    sync: ringer("sync"),
  };
}
