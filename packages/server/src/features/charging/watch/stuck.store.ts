import { one, sql, type Queryable } from "../../../platform/database/database.ts";

export type StuckCharges = {
  /** All that have not ended, stuck or not. */
  open: number;
  /** A start whose answer is a minute late. */
  start: number;
  /** A charge about which the operator has sent nothing for a quarter of an hour. */
  news: number;
  /** A stop requested more than twenty minutes ago. */
  stop: number;
  /** Ended more than an hour ago, without a bill. */
  bill: number;
  /** Billed from our own meter values, because the operator's CDR did not come. */
  record: number;
  /** A start of the last day of which it is still unknown whether it charged. */
  unclear: number;
  /** Since when the one that has waited longest for its first bill has been over. */
  unbilled_since: Date | null;
};

/** Charges that wait longer than they should, by what they wait for. */
export async function stuckCharges(on: Queryable, now: Date): Promise<StuckCharges> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const row = await one(
    on,
    sql<StuckCharges>`
      select
        count(*) filter (where open)::int as open,
        count(*) filter (where step in ('SENT', 'ACCEPTED', 'UNKNOWN') and answer_due_at < ${ago(1)})::int as start,
        count(*) filter (where step in ('STARTED', 'FLOWING')
          and coalesce(news_at, requested_at) < ${ago(15)})::int as news,
        count(*) filter (where step = 'STOPPING' and stop_asked_at < ${ago(20)})::int as stop,
        count(*) filter (where step = 'ENDED' and closed_at is null and status <> 'INVALID' and provisional_since is null
          and coalesce(news_at, requested_at) < ${ago(60)})::int as bill,
        count(*) filter (where provisional_since is not null)::int as record,
        min(coalesce(news_at, requested_at)) filter (where step = 'ENDED' and closed_at is null and status <> 'INVALID'
          and provisional_since is null) as unbilled_since,
        (select count(*) from session where step = 'EXPIRED' and failure ->> 'not_charged' = 'false'
          and requested_at >= ${ago(24 * 60)})::int as unclear
      from session where open or step = 'ENDED' and closed_at is null or provisional_since is not null`,
  );
  return row!;
}
