import type { Logger } from "../observability/logger.ts";
import type { Outbox, Queue } from "./outbox.ts";
import { createRinger } from "./ringer.ts";

/**
 * Maximum drains of a queue at once in a process. Of pushes and events there may be tens of thousands, but one drain is
 * enough.
 */
const MOST: Readonly<Record<Queue, number>> = {
  main: 16,
  message: 4,
  push: 1,
  event: 1,
  // A synchronisation may take many minutes, and the next one must not wait until its drain ends.
  watch: 16,
  sync: 16,
};

/**
 * One ringer for each queue: ring it with the shard where a row may be due, or for all, and it drains the queue there in
 * this process.
 */
export function createRingers(
  outbox: () => Pick<Outbox, "drain">,
  logger: Logger,
): Record<Queue, (shard?: string) => void> {
  const ringer = (queue: Queue) =>
    createRinger(MOST[queue], (shard?: string) =>
      // A failed drain is repeated at the next ring.
      outbox()
        .drain(queue, shard)
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
