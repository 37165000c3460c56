import { Logger as WorkerLogger } from "graphile-worker";
import { sql } from "./database.ts";
import type { Logger } from "./logger.ts";
import type { Waker } from "./outbox.ts";

/** Wakes the job worker through its own table, in the transaction that wrote the outbox row. */
export function createWaker(): { wake: Waker; quiet(logger: Logger): WorkerLogger } {
  return {
    wake: async (tx, at) => {
      // No job key: a shared one would make every writer wait for the same row.
      await sql`select graphile_worker.add_job('drain', '{}'::json, run_at => ${at}, max_attempts => 3)`.execute(
        tx,
      );
    },
    quiet: (logger) =>
      new WorkerLogger(() => (level, message) => {
        if (level === "error") logger.error({ worker: true }, message);
        else if (level === "warning") logger.warn({ worker: true }, message);
      }),
  };
}
