import {
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../../platform/database/database.ts";
import { andThis } from "../../../platform/database/these-sessions.ts";
import { keyOf, type SessionRow } from "../session.store.ts";

export type MeterRow = {
  at: Date;
  until: Date | null;
  kwh: string;
  charging: boolean;
  power_kw: number | null;
  state_of_charge: number | null;
};

const DAY_MS = 86_400_000;

type Metered = Pick<SessionRow, "user_id" | "id" | "requested_at">;

/**
 * From when meter values of a session are looked at: a day before its request. There are none earlier, as implausible ones
 * are dropped, and so only the months since then are read of all that are kept. Statements get it as a column of a list whose
 * length PostgreSQL does not know: otherwise it would plan each time anew, for these months and this many sessions.
 */
const sinceOf = ({ requested_at }: Metered) => new Date(requested_at.getTime() - DAY_MS);

/** By session. */
function bySession(
  sessions: readonly Metered[],
  values: readonly (MeterRow & { session_id: string })[],
): Map<string, MeterRow[]> {
  const meters = new Map<string, MeterRow[]>(sessions.map(({ id }) => [id, []]));
  for (const value of values) meters.get(value.session_id)?.push(value);
  return meters;
}

/** The stored meter values of sessions, by session. */
export async function meterRows(
  on: Queryable,
  sessions: readonly Metered[],
): Promise<Map<string, MeterRow[]>> {
  if (sessions.length === 0) return new Map();
  const these = sessions.map(keyOf);
  const given = sessions.map((session) => ({ ...keyOf(session), since: sinceOf(session) }));
  const values = await rows(
    on,
    sql<MeterRow & { session_id: string }>`
      select g.session_id, m.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (user_id text, session_id text, since timestamptz) cross join lateral (
        select at, until, kwh, charging, power_kw, state_of_charge from meter_value v
        where v.user_id = g.user_id and v.session_id = g.session_id and v.at >= g.since ${andThis("v", these)}
        union all select at, until, kwh, charging, power_kw, state_of_charge from meter_evidence e
        where e.user_id = g.user_id and e.session_id = g.session_id ${andThis("e", these)}) m
      order by at ${planKept}`,
  );
  return bySession(sessions, values);
}

/** What an operator sent of a session's meter; `whole`: it is all there is. */
export type ToldMeter = { row: SessionRow; values: readonly MeterRow[]; whole: boolean };

/**
 * Stores meter values of sessions, of which it writes only those that differ, and returns all that are stored then; of
 * those told as whole, what is stored beyond them goes. An operator sends all periods with each update, so writing them
 * all again would cost the square of a charge's length. The caller has locked the sessions.
 */
export async function putMeters(
  tx: Tx,
  told: readonly ToldMeter[],
): Promise<Map<string, readonly MeterRow[]>> {
  const sessions = told.map(({ row }) => row);
  const these = sessions.map(keyOf);
  const given = told.map(({ row, values, whole }) => ({
    user_id: row.user_id,
    session_id: row.id,
    since: sinceOf(row),
    whole,
    values,
  }));
  const stored = await rows(
    tx,
    sql<MeterRow & { session_id: string; gone: boolean }>`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (user_id text,
        session_id text, since timestamptz, whole boolean, values jsonb)),
      told as (select g.user_id, g.session_id, m.* from given g, jsonb_to_recordset(g.values) as m (at timestamptz,
        until timestamptz, kwh numeric, charging boolean, power_kw float8, state_of_charge float8)),
      stored as (select v.* , g.whole from given g cross join lateral (select user_id, session_id, at, until, kwh,
          charging, power_kw, state_of_charge from meter_value v where v.user_id = g.user_id
            and v.session_id = g.session_id and v.at >= g.since ${andThis("v", these)})
          as v),
      beyond as (select s.* from stored s where not exists (select from told t
        where t.user_id = s.user_id and t.session_id = s.session_id and t.at = s.at)),
      written as (insert into meter_value (user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge)
      select user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge
      from (select user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge from told except
        select user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge from stored) as differing
      on conflict (user_id, session_id, at) do update set until = excluded.until, kwh = excluded.kwh,
        charging = excluded.charging, power_kw = excluded.power_kw, state_of_charge = excluded.state_of_charge)
      select session_id, false as gone, at, until, kwh, charging, power_kw, state_of_charge from told
      union all select session_id, whole, at, until, kwh, charging, power_kw, state_of_charge from beyond
      union all select session_id, false, e.at, e.until, e.kwh, e.charging, e.power_kw, e.state_of_charge from given g
      join meter_evidence e using (user_id, session_id) where true ${andThis("e", these)} order by at ${planKept}`,
  );
  // Seldom any, and a delete in the statement would cost each update a look at every month.
  const gone = Map.groupBy(
    stored.filter((value) => value.gone),
    ({ session_id }) => session_id,
  );
  for (const { user_id, id } of sessions) {
    const at = gone.get(id)?.map((value) => value.at);
    if (at)
      await sql`delete from meter_value where user_id = ${user_id} and session_id = ${id} and at = any(${at})`.execute(
        tx,
      );
  }
  return bySession(
    sessions,
    stored.filter((value) => !value.gone),
  );
}
