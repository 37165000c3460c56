import type { Vehicle } from "@voltmarg/contract";
import { rows, sql, type Tx } from "../../../platform/database/database.ts";

type Sample = { id: string; plug_kw: number; percent: number | null; kwh: number; minutes: number };

const MOST_SESSIONS = 12;

/**
 * The charging periods of a vehicle's last DC sessions that ended and told a state of charge, at plugs that fit. In
 * order of time, each until the next one starts.
 */
export const curveSamples = (
  tx: Tx,
  userId: string,
  { id, make, model, variant, battery_capacity }: Vehicle,
  plugs: readonly string[],
  since: Date,
) => {
  const vehicle = JSON.stringify({ id, make, model, variant, battery_capacity });
  return rows(
    tx,
    sql<Sample>`
      select s.id, s.plug_kw, m.kwh::float8 as kwh, m.state_of_charge as percent,
        extract(epoch from coalesce(lead(m.at) over (partition by s.id order by m.at), m.until, s.end_at) - m.at)::float8
          / 60 as minutes
      from (
        select id, end_at, (snapshot ->> 'plug_kw')::float8 as plug_kw from session
        where user_id = ${userId} and requested_at > ${since} and status = 'COMPLETED'
          and given_up_at is null and state_of_charge > 0 and snapshot -> 'vehicle' @> ${vehicle}::jsonb
          and snapshot -> 'connector' ->> 'power_type' = 'DC' and snapshot ->> 'plug_kw' is not null
          and snapshot -> 'connector' ->> 'standard' = any(${plugs})
        order by requested_at desc limit ${MOST_SESSIONS}
      ) s join meter_value m on m.user_id = ${userId} and m.session_id = s.id and m.at >= ${since}
      order by s.id, m.at`,
  );
};
