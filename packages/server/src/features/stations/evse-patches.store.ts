import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { ended, keepIntervals, stateFrom } from "./intervals.store.ts";
import type { Party } from "./stations.store.ts";

export type EvsePatchRow = {
  party: Party;
  locationId: string;
  uid: string;
  status: string | null;
  body: object;
  lastUpdated: Date;
};
export type Patched = {
  /** Index in the given list. */
  at: number;
  operator_id: string;
  location_id: string;
  uid: string;
  /** Null: stale, nothing was changed. */
  version: number | null;
  freed: boolean | null;
};

/**
 * Patches many EVSEs and keeps the states that ended, in one statement; none may occur twice. EVSEs that are missing in the result do not exist. A patch
 * older than the row changes nothing. Rows are locked in the same order in which whole locations are written, so that
 * replicas do not deadlock.
 */
export const patchEvses = (on: Queryable, patches: readonly EvsePatchRow[], now: Date) =>
  rows(
    on,
    sql<Patched>`
      with news as (
        select n.* from unnest(
          ${patches.map(({ party }) => party.country_code)}::text[],
          ${patches.map(({ party }) => party.party_id)}::text[],
          ${patches.map(({ locationId }) => locationId)}::text[],
          ${patches.map(({ uid }) => uid)}::text[],
          ${patches.map(({ status }) => status)}::text[],
          ${patches.map(({ body }) => JSON.stringify(body))}::text[],
          ${patches.map(({ lastUpdated }) => lastUpdated.toISOString())}::timestamptz[]
        ) with ordinality as n (country_code, party_id, ocpi_id, uid, status, body, last_updated, ord)),
      target as (
        select n.ord, n.status, n.body::jsonb as body, n.last_updated, l.operator_id, e.location_id, e.uid
        from news n
          join location l on lower(l.country_code) = lower(n.country_code) and lower(l.party_id) = lower(n.party_id)
            and lower(l.ocpi_id) = lower(n.ocpi_id)
          join evse e on e.location_id = l.id and lower(e.uid) = lower(n.uid)
        order by lower(l.country_code || '/' || l.party_id || '/' || l.ocpi_id) collate "C", lower(e.uid) collate "C"
        for no key update of e),
      changed as (
        update evse e set body = e.body || t.body,
          status_since = case when t.status is null or e.status = t.status then e.status_since else t.last_updated end,
          state_from = ${stateFrom("e", { status: sql`t.status`, told: sql`t.last_updated` }, now)},
          status = coalesce(t.status, e.status), last_updated = t.last_updated, version = nextval('location_version')
        from target t
        where e.location_id = t.location_id and e.uid = t.uid and e.last_updated <= t.last_updated
        returning t.ord, e.version::float8 as version,
          e.status = 'AVAILABLE' and e.status_since = e.last_updated as freed,
          e.location_id, e.uid, ${ended}),
      kept as (${keepIntervals("changed")})
      select (t.ord - 1)::int as at, t.operator_id, t.location_id, t.uid, c.version, c.freed
      from target t left join changed c on c.ord = t.ord`,
  );
