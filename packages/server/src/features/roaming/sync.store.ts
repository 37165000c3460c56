import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { heard } from "./operators.store.ts";

/** The mark of 0.3.0: a synchronisation was requested and has not begun. */
export const clearSyncAsked = (on: Queryable, id: string) =>
  sql`update operator set sync_asked_at = null where id = ${id}`.execute(on);

export const dueForSync = (on: Queryable, now: Date) =>
  rows(
    on,
    sql<{
      id: string;
    }>`select id from operator where registered_at is not null and removed_at is null
      and (sync_due_at is null or sync_due_at <= ${now}) order by sync_due_at nulls first, id`,
  );

export const setSyncDue = (on: Queryable, id: string, due: Date) =>
  sql`update operator set sync_due_at = ${due} where id = ${id}`.execute(on);

/**
 * Stores that a pull of tariffs and locations is complete. `seen`: the newest change it brought, by the partner's clock.
 * `whole`: what a full pull found, and in how many seconds the next one is due.
 */
export const notePull = (
  on: Queryable,
  id: string,
  pull: {
    startedAt: Date;
    whole: { every_s: number; healed: number; of: number; pages: number } | null;
    seen: Date | null;
    at: Date;
  },
) =>
  heard(
    id,
    sql`update operator set locations_pulled_at = ${pull.at}, last_contact_at = ${pull.at},
        whole_pulled_at = case when ${pull.whole !== null} then ${pull.startedAt} else whole_pulled_at end,
        whole_every_s = coalesce(${pull.whole?.every_s ?? null}, whole_every_s),
        whole_healed = coalesce(${pull.whole?.healed ?? null}, whole_healed),
        whole_of = coalesce(${pull.whole?.of ?? null}, whole_of),
        whole_pages = coalesce(${pull.whole?.pages ?? null}, whole_pages),
        seen_until = greatest(seen_until, ${pull.seen})
      where id = ${id}`,
    pull.at,
  ).execute(on);

/** The columns of what is pulled by its newest `last_updated`. */
const SEEN = {
  sessions: sql`sessions_seen_until`,
  cdrs: sql`cdrs_seen_until`,
  invoicereconciliation: sql`invoices_seen_until`,
};
export type Pulled = keyof typeof SEEN;

export const setSeenUntil = (on: Queryable, id: string, what: Pulled, seen: Date | null) =>
  sql`update operator set ${SEEN[what]} = greatest(${SEEN[what]}, ${seen}) where id = ${id}`.execute(
    on,
  );
