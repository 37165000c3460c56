import { rows, sql, type Queryable } from "../../platform/database/database.ts";

export type StretchRow = {
  /** Days in India's time, both included. */
  from: string;
  until: string;
  /** decimal text */
  kwh: string;
  charges: number;
  /** paise */
  amount: bigint;
  /** null: not known of all of them */
  km: number | null;
};

/** Sums of valid bills, by the day on which the session began, including periods without a session. */
export const sumByStretch = (
  on: Queryable,
  of: { userId: string; from: string; until: string; by: "day" | "week" | "month" },
) =>
  rows(
    on,
    sql<StretchRow>`
      with bill as (
        select date_trunc(${of.by}, (c.wire ->> 'start_date_time')::timestamptz at time zone 'Asia/Kolkata') as stretch,
          ((c.wire ->> 'start_date_time')::timestamptz at time zone 'Asia/Kolkata')::date as day,
          (c.wire ->> 'total_energy')::numeric as kwh, c.amount,
          (c.wire ->> 'total_energy')::float8 * (s.snapshot #>> '{vehicle,range}')::float8
            / nullif((s.snapshot #>> '{vehicle,battery_capacity}')::float8, 0) as km
        from cdr c left join session s on s.user_id = c.user_id and s.id = c.session_id
        where c.user_id = ${of.userId} and c.credit_of is null
          and not exists (select 1 from invoice n where n.user_id = c.user_id and n.original_cdr_id = c.id))
      select to_char(greatest(s, ${of.from}::date), 'YYYY-MM-DD') as from,
        to_char(least(s + ('1 ' || ${of.by})::interval - interval '1 day', ${of.until}::date), 'YYYY-MM-DD') as until,
        coalesce(sum(b.kwh), 0)::text as kwh, count(b.day)::int as charges, coalesce(sum(b.amount), 0)::bigint as amount,
        case when count(b.day) = count(b.km) then coalesce(sum(b.km), 0) end as km
      from generate_series(date_trunc(${of.by}, ${of.from}::timestamp), ${of.until}::timestamp,
          ('1 ' || ${of.by})::interval) s
        left join bill b on b.stretch = s and b.day between ${of.from}::date and ${of.until}::date
      group by s order by s`,
  );
