import { objectKey, type Evse, type Location } from "@voltmarg/ocpi";
import type { Change } from "./change.ts";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import { keepIntervals } from "./intervals.store.ts";

export type Party = { country_code: string; party_id: string };
/** A location as its operator sent it, without its EVSEs, which have their own rows. */
export type LocationBody = Omit<Location, "evses">;
export type LocationRow = {
  id: string;
  operator_id: string;
  country_code: string;
  party_id: string;
  ocpi_id: string;
  name: string;
  latitude: number;
  longitude: number;
  cell: number;
  publish: boolean;
  search_text: string;
  body: LocationBody;
  last_updated: Date;
  operator_name: string;
  operator_phone: string | null;
  /** When its operator was last heard; of an unreachable one, at the latest when it became so. */
  last_contact_at: Date | null;
  /** Its hub cannot reach the party that runs it. */
  is_unreachable: boolean;
  /** When the staff took it out of the app. */
  hidden_at: Date | null;
  /** Grows with every change. */
  version: number;
};
export type EvseRow = {
  location_id: string;
  uid: string;
  position: number | null;
  status: string;
  status_since: Date;
  body: Evse;
  last_updated: Date;
  version: number;
};
export type NewLocation = Omit<
  LocationRow,
  | "operator_name"
  | "operator_phone"
  | "last_contact_at"
  | "is_unreachable"
  | "hidden_at"
  | "version"
> & { seen_at: Date };
/** `position` null: keep the stored position; a new EVSE goes last. */
export type NewEvse = Omit<EvseRow, "location_id" | "version"> & { location: string };

const select = sql`
  select l.id, l.operator_id, l.country_code, l.party_id, l.ocpi_id, l.name, l.latitude, l.longitude, l.cell, l.publish,
    l.search_text, l.body, l.last_updated, l.hidden_at, l.version::float8 as version, o.name as operator_name, o.phone as operator_phone,
    least(o.last_contact_at, p.last_updated) as last_contact_at, p.operator_id is not null as is_unreachable
  from location l join operator o on o.id = l.operator_id
    left join partner_party p on p.is_unreachable and p.operator_id = l.operator_id
      and lower(p.country_code) = lower(l.country_code) and lower(p.party_id) = lower(l.party_id)`;

/** The version when a list was requested. A row with a higher version is newer than the list: a push changed it. */
export type Asked = {
  version: number;
  /** Rows last updated before this instant take the list's data whatever its times. Null: `last_updated` decides. */
  listWinsBefore: Date | null;
};

/** Whether new data replaces a row: newer, or equally old and (for a list) not changed since the request. */
const isFresh = (table: "location" | "evse", asked: Asked | null) => {
  const known = sql.raw(table);
  if (!asked) return sql`excluded.last_updated >= ${known}.last_updated`;
  return sql`(excluded.last_updated > ${known}.last_updated or (${known}.version <= ${asked.version}
    and (excluded.last_updated = ${known}.last_updated
      or ${known}.last_updated < ${asked.listWinsBefore ?? "-infinity"})))`;
};

// Drawn while the row is locked, so that the versions of a row only grow.
export const nextVersion = sql`nextval('location_version')`;

/** The highest version drawn so far. A transaction that drew a lower one may still commit. */
export const versionNow = async (on: Queryable): Promise<number> =>
  (await one(
    on,
    // Before the first one is drawn, the sequence says 1 as well.
    sql<{ version: number }>`
      select (last_value - (not is_called)::int)::float8 as version from location_version`,
  ))!.version;

/**
 * Writes locations; returns our ids by `objectKey`. Older data does not replace newer, except from a list of an
 * operator whose times are wrong (`asked`). A location that a list repeats unchanged is not written.
 */
export async function upsertLocations(
  tx: Tx,
  locations: readonly NewLocation[],
  asked: Asked | null,
): Promise<Map<string, { id: string; last_updated: Date; version: number }>> {
  const fresh = isFresh("location", asked);
  const written = await rows(
    tx,
    sql<Party & { id: string; ocpi_id: string; last_updated: Date; version: number }>`
      with n as (
        select * from jsonb_to_recordset(${JSON.stringify(locations)}::jsonb) as n (id text, operator_id text,
          country_code text, party_id text, ocpi_id text, name text, latitude float8, longitude float8, cell int,
          publish boolean, search_text text, body jsonb, last_updated timestamptz, seen_at timestamptz)
      ), same as (
        select l.id, l.country_code, l.party_id, l.ocpi_id, l.last_updated, l.version, n.id as as_new
        from n join location l on lower(l.country_code) = lower(n.country_code)
          and lower(l.party_id) = lower(n.party_id) and lower(l.ocpi_id) = lower(n.ocpi_id)
        where ${asked !== null} and l.closed_at is null and l.last_updated = n.last_updated and l.body = n.body
          and (l.name, l.search_text, l.publish) = (n.name, n.search_text, n.publish)
      ), put as (
      insert into location (id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish,
                            search_text, body, last_updated, seen_at)
      select id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish, search_text,
             body, last_updated, seen_at
      from n where not exists (select from same where same.as_new = n.id)
      on conflict (lower(country_code), lower(party_id), lower(ocpi_id)) do update set
        seen_at = excluded.seen_at,
        version = case when location.closed_at is not null or (${fresh} and location.body is distinct from excluded.body)
                       then ${nextVersion} else location.version end,
        closed_at = null,
        name = case when ${fresh} then excluded.name else location.name end,
        latitude = case when ${fresh} then excluded.latitude else location.latitude end,
        longitude = case when ${fresh} then excluded.longitude else location.longitude end,
        cell = case when ${fresh} then excluded.cell else location.cell end,
        publish = case when ${fresh} then excluded.publish else location.publish end,
        search_text = case when ${fresh} then excluded.search_text else location.search_text end,
        body = case when ${fresh} then excluded.body else location.body end,
        last_updated = case when ${fresh} then excluded.last_updated else location.last_updated end
      returning id, country_code, party_id, ocpi_id, last_updated, version
      )
      select id, country_code, party_id, ocpi_id, last_updated, version::float8 as version from put
      union all select id, country_code, party_id, ocpi_id, last_updated, version::float8 from same`,
  );
  return new Map(written.map((row) => [objectKey(row, row.ocpi_id), row]));
}

// OCPI ids are case-insensitive: an EVSE stays the same row, with the spelling of its first uid.
const knownUid = sql`coalesce(
  (select e.uid from evse e where e.location_id = n.location and lower(e.uid) = lower(n.uid) limit 1), n.uid)`;

/** Writes EVSEs whose `location` is our location id. An unchanged status keeps its `status_since`. */
export const upsertEvses = async (
  tx: Tx,
  evses: readonly NewEvse[],
  at: { before: number; now: Date },
  asked: Asked | null = null,
): Promise<Change[]> =>
  changesOf(
    await rows(
      tx,
      sql<Written>`
      with news as (
        select ord, location, ${knownUid} as uid, position, status, status_since, body, last_updated
        from rows from (jsonb_to_recordset(${JSON.stringify(evses)}::jsonb) as (location text, uid text, position int,
          status text, status_since timestamptz, body jsonb, last_updated timestamptz)) with ordinality as n
          (location, uid, position, status, status_since, body, last_updated, ord)
        where ${asked === null} or not exists (
          select from evse e where e.location_id = n.location and lower(e.uid) = lower(n.uid) and e.body = n.body
            and e.status = n.status and e.last_updated = n.last_updated and e.position is not distinct from n.position)),
      before as (
        select e.location_id, e.uid, evse_state(e.status) as was, coalesce(e.state_from, e.status_since) as began
        from news n join evse e on e.location_id = n.location and e.uid = n.uid
        order by n.ord for no key update of e),
      put as (
      insert into evse (location_id, uid, position, status, status_since, state_from, body, last_updated)
      -- Joined so that a row is locked and read before it is written.
      select n.location, n.uid, n.position, n.status, n.status_since, ${at.now}, n.body, n.last_updated
      from news n left join before b on b.location_id = n.location and b.uid = n.uid
      order by n.ord
      on conflict (location_id, uid) do update set
        position = coalesce(excluded.position, evse.position),
        body = excluded.body,
        state_from = evse_state_from(evse.status, excluded.status, coalesce(evse.state_from, evse.status_since),
          excluded.last_updated, ${at.now}),
        status = excluded.status,
        status_since = case when evse.status = excluded.status then evse.status_since else excluded.status_since end,
        last_updated = excluded.last_updated,
        version = case when evse.body is distinct from excluded.body
                         or coalesce(excluded.position, evse.position) is distinct from evse.position
                       then ${nextVersion} else evse.version end
      where ${isFresh("evse", asked)}
      returning location_id, uid, version::float8 as version, ${isFreed} as freed, evse_state(status) as state, state_from),
      moved as (
        select p.location_id, p.uid, b.was, b.began, p.state_from as ended, p.state is distinct from b.was as moved
        from put p join before b on b.location_id = p.location_id and b.uid = p.uid),
      kept as (${keepIntervals("moved")})
      select location_id, uid, version, freed from put`,
    ),
    at.before,
  );

type Written = { location_id: string; uid: string; version: number; freed: boolean };
// An unchanged status keeps its older `status_since`.
const isFreed = sql`(evse.status = 'AVAILABLE' and evse.status_since = evse.last_updated)`;

function changesOf(written: readonly Written[], before: number): Change[] {
  const changes = new Map<string, Change>();
  for (const { location_id: id, uid, version, freed } of written) {
    if (version <= before) continue;
    const change = changes.get(id) ?? { id, freed: [] };
    if (freed) change.freed.push(uid);
    changes.set(id, change);
  }
  return [...changes.values()];
}

/** Deletes EVSEs that a whole location does not name, and writes it, by which search indexes follow. Returns the locations that lost some. */
export const removeEvsesExcept = async (
  tx: Tx,
  kept: readonly { location: string; uids: readonly string[] }[],
  now: Date,
): Promise<Change[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`
      with lost as (
        delete from evse e where e.location_id = any (${kept.map(({ location }) => location)}) and not exists (
          select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (location text, uids text[])
          where k.location = e.location_id and lower(e.uid) = any (k.uids))
        returning e.location_id, e.uid, evse_state(e.status) as was, coalesce(e.state_from, e.status_since) as began,
          ${now}::timestamptz as ended, true as moved),
      kept as (${keepIntervals("lost")})
      update location set version = ${nextVersion} where id in (select location_id from lost) returning id`,
    )
  ).map(({ id }) => ({ id, freed: [] }));

export const findByOcpiId = (on: Queryable, party: Party, ocpiId: string) =>
  one(
    on,
    sql<LocationRow>`${select} where lower(l.country_code) = lower(${party.country_code})
      and lower(l.party_id) = lower(${party.party_id}) and lower(l.ocpi_id) = lower(${ocpiId})`,
  );

/** What drivers are shown: neither closed by its operator nor hidden by the staff. */
export const isShown = sql`l.closed_at is null and l.hidden_at is null`;

export const findLocation = (on: Queryable, id: string) =>
  one(on, sql<LocationRow>`${select} where ${isShown} and l.id = ${id}`);

/** Open locations, hidden ones included. */
export const findLocations = (on: Queryable, ids: readonly string[]) =>
  rows(on, sql<LocationRow>`${select} where l.closed_at is null and l.id = any(${ids})`);

export const evsesOf = (on: Queryable, locationIds: readonly string[]) =>
  rows(
    on,
    sql<EvseRow>`select location_id, uid, position, status, status_since, body, last_updated, version::float8 as version
      from evse
      where location_id = any(${locationIds}) and status <> 'REMOVED' order by location_id, position nulls last, uid`,
  );

/** Open locations with an EVSE of one of these codes (without separators), hidden ones included. */
export const findByCodes = (on: Queryable, codes: readonly string[]) =>
  rows(
    on,
    sql<{ location_id: string; uid: string; code: string }>`
      select e.location_id, e.uid, e.code from evse e join location l on l.id = e.location_id
      where e.code = any(${codes}) and e.status <> 'REMOVED' and l.closed_at is null
      order by e.location_id, e.uid limit 20`,
  );
