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

const ago = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** What a session waits for longer than it should, in capitals; null: nothing. Of a row of `session`. */
export const waitsFor = (now: Date) => sql<Waits | null>`
  case
    when step in ('SENT', 'ACCEPTED', 'UNKNOWN') and answer_due_at < ${ago(now, 1)} then 'START'
    when step in ('STARTED', 'FLOWING') and coalesce(news_at, requested_at) < ${ago(now, 15)} then 'NEWS'
    when step = 'STOPPING' and stop_asked_at < ${ago(now, 20)} then 'STOP'
    when provisional_since is not null then 'RECORD'
    when step = 'ENDED' and closed_at is null and status <> 'INVALID'
      and coalesce(news_at, requested_at) < ${ago(now, 60)} then 'BILL'
    when step = 'EXPIRED' and failure ->> 'not_charged' = 'false' and requested_at >= ${ago(now, 24 * 60)} then 'UNCLEAR'
  end`;
export type Waits = "START" | "NEWS" | "STOP" | "BILL" | "RECORD" | "UNCLEAR";

/** Sessions that may wait for something, in the words of their indexes. */
export const mayWait = (
  now: Date,
) => sql`(open or step = 'ENDED' and closed_at is null or provisional_since is not null
  or step = 'EXPIRED' and failure ->> 'not_charged' = 'false' and requested_at >= ${ago(now, 24 * 60)})`;

/** Over, and waiting for a bill. */
export const isUnbilled = sql`step = 'ENDED' and closed_at is null and status <> 'INVALID' and provisional_since is null`;

/** Charges that wait longer than they should, by what they wait for. */
export async function stuckCharges(on: Queryable, now: Date): Promise<StuckCharges> {
  const row = await one(
    on,
    sql<StuckCharges>`
      select
        count(*) filter (where open)::int as open,
        count(*) filter (where waits_for = 'START')::int as start,
        count(*) filter (where waits_for = 'NEWS')::int as news,
        count(*) filter (where waits_for = 'STOP')::int as stop,
        count(*) filter (where waits_for = 'BILL')::int as bill,
        count(*) filter (where waits_for = 'RECORD')::int as record,
        count(*) filter (where waits_for = 'UNCLEAR')::int as unclear,
        min(coalesce(news_at, requested_at)) filter (where ${isUnbilled}) as unbilled_since
      from (select *, ${waitsFor(now)} as waits_for from session where ${mayWait(now)}) s`,
  );
  return row!;
}
