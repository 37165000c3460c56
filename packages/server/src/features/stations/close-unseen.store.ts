import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { keepIntervals } from "./intervals.store.ts";
import type { Change } from "./change.ts";
import { nextVersion, type Party } from "./stations.store.ts";

/** An object that a list names and nobody can read; without a party it may be any party's of that partner. */
export type Unreadable = { id: string; party: Party | null };

/** A full pull closes what it did not see. Of its EVSEs nothing is known from then on, until their state changes. */
export const closeUnseen = async (
  on: Queryable,
  operatorId: string,
  since: Date,
  except: readonly Unreadable[],
): Promise<Change[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`
        with closed as (
        update location set closed_at = ${since}, version = ${nextVersion}
        where operator_id = ${operatorId} and closed_at is null and seen_at < ${since}
          and not exists (
            select from jsonb_to_recordset(${JSON.stringify(except)}::jsonb) as x (id text, party jsonb)
            where lower(x.id) = lower(ocpi_id) and lower(coalesce(x.party ->> 'country_code', country_code)) = lower(country_code)
              and lower(coalesce(x.party ->> 'party_id', party_id)) = lower(party_id))
        returning id),
        before as (
          select e.location_id, e.uid, coalesce(e.state_from, e.status_since) as began
          from evse e join closed on closed.id = e.location_id for no key update of e),
        gone as (
          update evse e set state_from = 'infinity' from before b where e.location_id = b.location_id and e.uid = b.uid
          returning e.location_id, e.uid, evse_state(e.status) as was, b.began, ${since}::timestamptz as ended,
            true as moved),
        kept as (${keepIntervals("gone")})
        select id from closed`,
    )
  ).map(({ id }) => ({ id, freed: [] }));
