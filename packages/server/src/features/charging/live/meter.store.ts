import {
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../../platform/database/database.ts";
import type { SessionRow } from "../session.store.ts";

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

/**
 * Stores meter values, of which it writes only those that differ, and returns all that are stored then; `whole`: what is
 * stored beyond them goes. An operator sends all periods with each update, so writing them all again would cost the square
 * of a charge's length. Values from a day before the request on are looked at: there are none earlier, as implausible ones
 * are dropped, and so only the months since then are read of all that are kept. The caller has locked the session.
 */
export const putMeter = (
  tx: Tx,
  {
    user_id: userId,
    id: sessionId,
    requested_at,
  }: Pick<SessionRow, "user_id" | "id" | "requested_at">,
  values: readonly MeterRow[],
  whole: boolean,
) => {
  const since = new Date(requested_at.getTime() - DAY_MS);
  return rows(
    tx,
    sql<MeterRow>`
      with told as (select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as m (at timestamptz,
        until timestamptz, kwh numeric, charging boolean, power_kw float8, state_of_charge float8)),
      stored as (select * from meter_value where user_id = ${userId} and session_id = ${sessionId} and at >= ${since}),
      gone as (delete from meter_value where ${whole} and user_id = ${userId} and session_id = ${sessionId}
        and at >= ${since} and at not in (select at from told)),
      written as (insert into meter_value (user_id, session_id, at, until, kwh, charging, power_kw, state_of_charge)
      select ${userId}, ${sessionId}, at, until, kwh, charging, power_kw, state_of_charge
      from (select at, until, kwh, charging, power_kw, state_of_charge from told
        except select at, until, kwh, charging, power_kw, state_of_charge from stored) as differing
      on conflict (user_id, session_id, at) do update set until = excluded.until, kwh = excluded.kwh,
        charging = excluded.charging, power_kw = excluded.power_kw, state_of_charge = excluded.state_of_charge)
      select at, until, kwh, charging, power_kw, state_of_charge from told
      union all select at, until, kwh, charging, power_kw, state_of_charge from stored
      where not ${whole} and at not in (select at from told)
      union all select at, until, kwh, charging, power_kw, state_of_charge from meter_evidence
      where user_id = ${userId} and session_id = ${sessionId} order by at ${planKept}`,
  );
};
