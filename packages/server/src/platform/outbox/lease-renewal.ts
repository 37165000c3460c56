import type { Clock } from "../clock.ts";
import { sql, type Database } from "../database/database.ts";
import { startInterval } from "../interval.ts";
import type { Logger } from "../observability/logger.ts";

/** A claimed row; `claims` is the number of the claim. */
type Held = { id: string; shard: string; created_at: Date; claims: number };

/** A row that runs longer is assumed to hang: its lease is not renewed. */
const LONGEST_MS = 3_600_000;

/**
 * Renews the leases of the rows that this process runs, so that nobody else starts them while it lives. Renews every
 * third of a lease, and before each drain.
 */
export function createLeaseRenewal(deps: {
  database: Pick<Database, "db">;
  clock: Clock;
  logger: Logger;
  leaseSeconds: number;
}): {
  /** Renews the lease of a row that was just claimed, until the returned function is called. */
  hold(row: Held): () => void;
  renew(): Promise<void>;
} {
  const leaseMs = deps.leaseSeconds * 1000;
  const held = new Map<Held, { since: number; renewed: number }>();
  let stop: (() => void) | null = null;

  const renew = async () => {
    const now = deps.clock.now().getTime();
    const due = [...held].filter(
      ([, { since, renewed }]) => now - renewed >= leaseMs / 3 && now - since < LONGEST_MS,
    );
    if (due.length === 0) return;
    for (const [shard, some] of Map.groupBy(due, ([row]) => row.shard))
      await sql`
      update outbox o set leased_until = ${new Date(now + leaseMs)}
      from jsonb_to_recordset(${JSON.stringify(some.map(([row]) => row))}::jsonb) as held (id text, created_at timestamptz, claims int)
      where o.shard = ${shard} and o.created_at = held.created_at and o.id = held.id and o.attempts = held.claims and o.done_at is null
        and o.leased_until is not null`.execute(deps.database.db);
    for (const [, times] of due) times.renewed = now;
  };
  // A failed renewal is retried at the next interval.
  const tryRenew = () =>
    renew().catch((error: unknown) =>
      deps.logger.warn({ err: error }, "leases of the outbox could not be renewed"),
    );

  return {
    hold: (row) => {
      const now = deps.clock.now().getTime();
      held.set(row, { since: now, renewed: now });
      stop ??= startInterval(leaseMs / 3, tryRenew);
      return () => {
        held.delete(row);
        if (held.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    renew: tryRenew,
  };
}
