export type OutboxRow = {
  id: string;
  topic: string;
  payload: unknown;
  /** Number of attempts since it was last enqueued. */
  attempts: number;
  created_at: Date;
  /** When it was enqueued; `created_at` is later for a row that was moved to another day. */
  first_at: Date;
};
/**
 * Queues that never wait for each other: charging and money; messages that a driver waits for; pushes (possibly very
 * many); events for other systems, which may be down for long; and work that waits for operators: the watches of
 * sessions, and synchronisations, which may take many minutes.
 */
export const QUEUES = ["main", "message", "push", "event", "watch", "sync"] as const;
export type Queue = (typeof QUEUES)[number];

/** A queue in which a row is due, and the shard where it lies. */
export type Due = { queue: Queue; shard: string };

/**
 * A row of `enqueueOnce`: `id` is the same whenever the same task is enqueued. `at`: when it is due, instead of with the
 * others.
 */
export type OnlyRow = { id: string; payload: unknown; at?: Date };

/**
 * When a row of `enqueueOnce` is due. `sooner`: a waiting row becomes due at `at` if that is earlier, and a running row
 * runs again then. `before`: a waiting row that is due before this instant is put off until `at`; "AT": one
 * that is due before the `at` it is given.
 */
export type When = { at: Date; sooner: boolean; before?: Date | "AT" };
