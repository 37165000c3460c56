import {
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../../platform/database/database.ts";
import { andThis, type SessionRow } from "../session.store.ts";

export type MeterRow = {
  at: Date;
  until: Date | null;
  kwh: string;
  charging: boolean;
  power_kw: number | null;
  state_of_charge: number | null;
};

export const meterRows = (on: Queryable, userId: string, sessionId: string) =>
  rows(
    on,
    sql<MeterRow>`
      select at, until, kwh, charging, power_kw, state_of_charge from meter_value
      where user_id = ${userId} and session_id = ${sessionId}
      union all select at, until, kwh, charging, power_kw, state_of_charge from meter_evidence
      where user_id = ${userId} and session_id = ${sessionId} order by at`,
  );

const DAY_MS = 86_400_000;

/** What an operator sent of a session's meter; `whole`: it is all there is. */
export type ToldMeter = { row: SessionRow; values: readonly MeterRow[]; whole: boolean };

/**
 * Stores meter values of sessions, of which it writes only those that differ, and returns all that are stored then; of
 * those told as whole, what is stored beyond them goes. An operator sends all periods with each update, so writing them
 * all again would cost the square of a charge's length. Values from a day before the request on are looked at: there are
 * none earlier, as implausible ones are dropped, and so only the months since then are read of all that are kept. The
 * caller has locked the sessions.
 */
export async function putMeters(
  tx: Tx,
  told: readonly ToldMeter[],
): Promise<Map<string, readonly MeterRow[]>> {
  const these = told.map(({ row }) => ({ user_id: row.user_id, session_id: row.id }));
  const since = new Date(Math.min(...told.map(({ row }) => row.requested_at.getTime())) - DAY_MS);
  const given = told.map(({ row, values, whole }) => ({
    user_id: row.user_id,
    session_id: row.id,
    since: new Date(row.requested_at.getTime() - DAY_MS),
    whole,
    values,
  }));
  const stored = await rows(
    tx,
    sql<MeterRow & { session_id: string }>`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (user_id text,
        session_id text, since timestamptz, whole boolean, values jsonb)),
      told as (select g.user_id, g.session_id, m.* from given g, jsonb_to_recordset(g.values) as m (at timestamptz,
        until timestamptz, kwh numeric, charging boolean, power_kw float8, state_of_charge float8)),
      stored as (select v.* , g.whole from given g cross join lateral (select user_id, session_id, at, until, kwh,
          charging, power_kw, state_of_charge from meter_value v where v.user_id = g.user_id
            and v.session_id = g.session_id and v.at >= ${since} and v.at >= g.since ${andThis("v", these, "session_id")})
          as v),
      beyond as (select s.* from stored s where not exists (select from told t
        where t.user_id = s.user_id and t.session_id = s.session_id and t.at = s.at)),
      gone as (delete from meter_value v using beyond b where b.whole and v.user_id = b.user_id
        and v.session_id = b.session_id and v.at = b.at and v.at >= ${since} ${andThis("v", these, "session_id")}),
      written as (insert into meter_value (user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge)
      select user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge
      from (select user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge from told except
        select user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge from stored) as differing
      on conflict (user_id, session_id, at) do update set until = excluded.until, kwh = excluded.kwh,
        charging = excluded.charging, power_kw = excluded.power_kw, state_of_charge = excluded.state_of_charge)
      select session_id, at, until, kwh, charging, power_kw, state_of_charge from told
      union all select session_id, at, until, kwh, charging, power_kw, state_of_charge from beyond where not whole
      union all select session_id, e.at, e.until, e.kwh, e.charging, e.power_kw, e.state_of_charge from given g
      join meter_evidence e using (user_id, session_id) where true ${andThis("e", these, "session_id")} order by at ${planKept}`,
  );
  const meters = new Map<string, MeterRow[]>(told.map(({ row }) => [row.id, []]));
  for (const { session_id, ...value } of stored) meters.get(session_id)?.push(value);
  return meters;
}
