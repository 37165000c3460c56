import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

export type Counted = { count: number; since: Date | null };
const counted = async (on: Queryable, query: ReturnType<typeof sql<Counted>>): Promise<Counted> =>
  (await one(on, query))!;

export type FailedStarts = {
  operator_id: string;
  operator_name: string | null;
  code: string;
  count: number;
  since: Date;
};
/** Starts since an instant that came to nothing, but not those that their driver took back. */
export const failedStarts = (on: Queryable, since: Date) =>
  rows(
    on,
    sql<FailedStarts>`
      select s.*, o.name as operator_name from (
        select operator_id, failure ->> 'code' as code, count(*)::int as count, min(requested_at) as since
        from session where failure is not null and requested_at >= ${since} and failure ->> 'code' <> 'CANCELLED'
        group by 1, 2) s left join operator o on o.id = s.operator_id
      order by count desc, operator_id, code limit 100`,
  );

export type Refunds = Counted & { amount: bigint };
export const waitingRefunds = async (on: Queryable): Promise<Refunds> =>
  (await one(
    on,
    sql<Refunds>`select count(*)::int as count, min(created_at) as since, coalesce(sum(amount), 0)::bigint as amount
      from withdrawal_refund where status in ('REQUESTED', 'SENT')`,
  ))!;
export const failedRefunds = async (on: Queryable, since: Date): Promise<Refunds> =>
  (await one(
    on,
    sql<Refunds>`select count(*)::int as count, min(created_at) as since, coalesce(sum(amount), 0)::bigint as amount
      from withdrawal_refund where status = 'FAILED' and created_at >= ${since}`,
  ))!;

/** Days since an instant whose bank balance is not entered or differs. */
export const openMoneyDays = (on: Queryable, since: Date) =>
  counted(
    on,
    sql`select count(*)::int as count, min(made_at) as since from customer_money_day
      where made_at >= ${since}
        and (bank is null or bank <> wallets + held + on_way_back + disputed + unassigned - goodwill - at_provider)`,
  );

export const waitingApprovals = async (on: Queryable): Promise<Refunds> =>
  (await one(
    on,
    sql<Refunds>`select count(*)::int as count, min(proposed_at) as since, coalesce(sum(amount), 0)::bigint as amount
      from desk_approval where state = 'WAITING'`,
  ))!;

/** Tickets that wait for an answer, since before an instant. */
export const openTickets = (on: Queryable, before: Date) =>
  counted(
    on,
    sql`select count(*)::int as count, min(updated_at) as since from ticket
      where state = 'OPEN' and updated_at <= ${before}`,
  );
export const openProblems = (on: Queryable) =>
  counted(
    on,
    sql`select count(*)::int as count, min(created_at) as since from station_problem where closed_at is null`,
  );
/** `waits`: the reason of those whose record may still come; they count after a day. */
export const undecidedCdrs = (on: Queryable, waits: readonly string[], now: Date) =>
  counted(
    on,
    sql`select count(*)::int as count, min(received_at) as since from quarantined_cdr
      where decision is null and (reason <> all (${[...waits]}) or received_at <= ${now}::timestamptz - interval '1 day')`,
  );
export const openDisputes = (on: Queryable) =>
  counted(
    on,
    sql`select count(*)::int as count, min(created_at) as since from cdr_dispute where state = 'OPEN'`,
  );
export const failedMessages = (on: Queryable, since: Date) =>
  counted(
    on,
    sql`select count(*)::int as count, min(created_at) as since from message
      where created_at >= ${since} and state in ('FAILED', 'UNCLEAR', 'EXPIRED')`,
  );
