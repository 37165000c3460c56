export type OutboxRow = {
  id: string;
  topic: string;
  payload: unknown;
  /** How often it was tried, since it was last asked for anew. */
  attempts: number;
  created_at: Date;
  /** When it was enqueued; `created_at` is later for a row that was carried to another day. */
  first_at: Date;
};
/**
 * Queues that never wait for each other: charging and money, messages a driver waits for, pushes (possibly very many),
 * events for other systems, which may be down for long, and what waits for operators: the watches of charges, and
 * synchronisations, which may take many minutes.
 */
export const QUEUES = ["main", "message", "push", "event", "watch", "sync"] as const;
export type Queue = (typeof QUEUES)[number];

/** A row of its own for one thing, the same whenever it is asked for. */
export type OnlyRow = { id: string; payload: unknown };

/**
 * When a row of `enqueueOnce` is due. With `sooner` one that waits is due at `at` at the latest, and one that runs is run
 * once more then. `before`: one that waits and is due before this instant is put off until `at`.
 */
export type When = { at: Date; sooner: boolean; before?: Date };
