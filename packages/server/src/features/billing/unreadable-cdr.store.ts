import { one, rows, sql, type Queryable, planKept } from "../../platform/database/database.ts";

export type UnreadRow = { id: string; operator_id: string; raw: string; reason: string };

/**
 * Stores an unreadable CDR, once, while the operator's waiting ones stay within `most` bytes. KNOWN: it was
 * stored before; FULL: it was not stored.
 */
export const keepUnread = async (
  on: Queryable,
  r: {
    id: string;
    operatorId: string;
    ocpiId: string;
    key: string | null;
    reason: string;
    raw: string;
    most: number;
    at: Date;
  },
): Promise<"KEPT" | "KNOWN" | "FULL"> => {
  const size = Buffer.byteLength(r.raw);
  const kept = await one(
    on,
    sql<{ kept: boolean; known: boolean }>`
      with put as (
        insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, raw, raw_size, raw_key, received_at)
        select ${r.id}, ${r.operatorId}, ${r.ocpiId}, ${r.reason}, '{}', ${r.raw}, ${size}::int, ${r.key},
          ${r.at}::timestamptz
        where ${r.most} >= ${size}::int + (select coalesce(sum(raw_size), 0) from quarantined_cdr
          where operator_id = ${r.operatorId} and raw is not null and decision is null)
        on conflict do nothing returning id)
      select exists (select from put) as kept, exists (select from quarantined_cdr where id = ${r.id}) as known`,
  );
  return kept!.kept ? "KEPT" : kept!.known ? "KNOWN" : "FULL";
};

/** Waiting ones, by id. */
export const listUnread = (on: Queryable, after: string, limit: number) =>
  rows(
    on,
    sql<UnreadRow>`select id, operator_id, raw, reason from quarantined_cdr
      where raw is not null and decision is null and id > ${after} order by id limit ${limit}`,
  );

export const setUnreadReason = (on: Queryable, id: string, reason: string) =>
  sql`update quarantined_cdr set reason = ${reason} where id = ${id} and decision is null`.execute(
    on,
  );

/** Marks it as read and accepted. */
export const closeUnread = (on: Queryable, id: string, because: string, at: Date) =>
  sql`update quarantined_cdr set decision = 'RELEASED', decided_at = ${at}, decided_because = ${because}
      where id = ${id} and raw is not null and decision is null`.execute(on);

/** The same for those that the operator has sent again since. */
export const closeUnreadOf = (
  on: Queryable,
  operatorId: string,
  key: string,
  because: string,
  at: Date,
) =>
  sql`update quarantined_cdr set decision = 'RELEASED', decided_at = ${at}, decided_because = ${because}
      where operator_id = ${operatorId} and raw_key = ${key} and raw is not null and decision is null ${planKept}`.execute(
    on,
  );
