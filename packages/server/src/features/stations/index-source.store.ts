import type { EvseRow, LocationRow } from "./stations.store.ts";
import { rows, sql, type Queryable } from "../../platform/database/database.ts";

/** What the search index keeps of a location and of an EVSE. */
export type IndexedLocation = Omit<
  LocationRow,
  "ocpi_id" | "cell" | "search_text" | "last_contact_at"
>;
export type IndexedEvse = Pick<EvseRow, "uid" | "status" | "status_since" | "body">;

/** A location with its EVSEs, and the highest version of them all. */
export type Stored = { row: IndexedLocation; evses: IndexedEvse[]; version: number };

// One statement reads one snapshot: read apart, an EVSE's newer version could hide an older change of its location. As json,
// which is only written, not jsonb, which is taken apart and built again; removed EVSEs come for their versions.
const storedLocation = sql`
  select l.id, l.operator_id, l.country_code, l.party_id, l.name, l.latitude, l.longitude, l.publish, l.body,
    l.last_updated, o.name as operator_name, o.phone as operator_phone, l.version::float8 as version,
    (select json_agg(json_build_array(e.uid, e.status, e.status_since, e.version, e.body)
       order by e.position nulls last, e.uid) from evse e where e.location_id = l.id) as evses
  from location l join operator o on o.id = l.operator_id`;

type EvseParts = [
  uid: string,
  status: string,
  statusSince: string,
  version: number,
  body: EvseRow["body"],
];
type Row = IndexedLocation & { evses: EvseParts[] | null };

function toStored({ evses, ...row }: Row): Stored {
  let highest = row.version;
  const own: IndexedEvse[] = [];
  for (const [uid, status, since, version, body] of evses ?? []) {
    highest = Math.max(highest, version);
    if (status !== "REMOVED") own.push({ uid, status, status_since: new Date(since), body });
  }
  return { row, evses: own, version: highest };
}

/** Every so manyth id: what lies between two of them can be read at once. */
export const readIdSteps = async (on: Queryable, step: number): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`
        select id from (select id, row_number() over (order by id) as nth from location where closed_at is null) l
        where nth % ${step} = 0 order by id`,
    )
  ).map(({ id }) => id);

/** Ids above one, up to another; null: to the last. */
export type Between = { above: string; upTo: string | null };

export const readLocationsBetween = async (
  on: Queryable,
  { above, upTo }: Between,
): Promise<Stored[]> =>
  (
    await rows(
      on,
      sql<Row>`${storedLocation} where l.closed_at is null and l.id > ${above}
        and (${upTo}::text is null or l.id <= ${upTo}) order by l.id`,
    )
  ).map(toStored);

/** These locations as they are now; those that are closed come without. */
export const readLocations = async (on: Queryable, ids: readonly string[]): Promise<Stored[]> =>
  (
    await rows(on, sql<Row>`${storedLocation} where l.closed_at is null and l.id = any(${ids})`)
  ).map(toStored);

/** What changed above a version: ids and their highest. */
export const changedSince = (on: Queryable, version: number) =>
  rows(
    on,
    sql<{ id: string; version: number }>`
      select id, max(version)::float8 as version from (
        select id, version from location where version > ${version}
        union all select location_id, version from evse where version > ${version}) c
      group by id`,
  );

/** The highest version of every location between two ids, closed ones too. Two scans: a look-up for each takes three times as long. */
export const versionsBetween = (on: Queryable, { above, upTo }: Between) =>
  rows(
    on,
    sql<{ id: string; version: number }>`
      select id, max(version)::float8 as version from (
        select id, version from location where id > ${above} and (${upTo}::text is null or id <= ${upTo})
        union all
        select location_id, version from evse
          where location_id > ${above} and (${upTo}::text is null or location_id <= ${upTo})) c
      group by id`,
  );

export type OperatorNow = {
  id: string;
  name: string;
  phone: string | null;
  last_contact_at: Date | null;
};
export const readOperators = (on: Queryable) =>
  rows(on, sql<OperatorNow>`select id, name, phone, last_contact_at from operator`);

/** Every tariff in force an operator uses, by what it calls them. */
export const readTariffKeys = (on: Queryable) =>
  rows(
    on,
    sql<{ country_code: string; party_id: string; ocpi_id: string }>`
      select country_code, party_id, ocpi_id from tariff where removed_at is null`,
  );
