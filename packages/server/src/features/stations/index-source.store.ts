import { isShown, type EvseRow, type LocationRow } from "./stations.store.ts";
import { rows, sql, type Queryable } from "../../platform/database/database.ts";

/** The parts of locations and EVSEs that the search index holds. */
export type IndexedLocation = Omit<
  LocationRow,
  "ocpi_id" | "cell" | "search_text" | "last_contact_at" | "hidden_at"
>;
export type IndexedEvse = Pick<EvseRow, "uid" | "status" | "status_since" | "version" | "body">;

/** A location with its EVSEs, and the highest version among them. */
export type Stored = { row: IndexedLocation; evses: IndexedEvse[]; version: number };

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
    if (status !== "REMOVED")
      own.push({ uid, status, status_since: new Date(since), version, body });
  }
  return { row, evses: own, version: highest };
}

/** Every n-th id (n: `step`), so that the locations between two of them can be read in one query. */
export const readIdSteps = async (on: Queryable, step: number): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`
        select id from (select id, row_number() over (order by id) as nth from location l where ${isShown}) l
        where nth % ${step} = 0 order by id`,
    )
  ).map(({ id }) => id);

/** A range of ids: above one, up to and including another; null: to the last. */
export type Between = { above: string; upTo: string | null };

export const readLocationsBetween = async (
  on: Queryable,
  { above, upTo }: Between,
): Promise<Stored[]> =>
  (
    await rows(
      on,
      sql<Row>`select * from indexed_locations(array(select id from location l where ${isShown} and id > ${above}
        and (${upTo}::text is null or id <= ${upTo}))) order by id`,
    )
  ).map(toStored);

/** These locations as stored now; closed and hidden ones are missing. */
export const readLocations = async (on: Queryable, ids: readonly string[]): Promise<Stored[]> =>
  (await rows(on, sql<Row>`select * from indexed_locations(${ids})`)).map(toStored);

/** A row of a location, or of its EVSE `uid`. */
export type ChangedRow = { id: string; uid: string | null; version: number };

/** The rows of locations and EVSEs that changed after a version. */
export const changedSince = (on: Queryable, version: number) =>
  rows(
    on,
    sql<ChangedRow>`
      select id, null as uid, version::float8 as version from location where version > ${version}
      union all select location_id, uid, version::float8 from evse where version > ${version}`,
  );

/** The highest version of every location in a range of ids, closed ones included. Two scans: a look-up for each takes three times as long. */
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

/** The operators' ids of all tariffs in force. */
export const readTariffKeys = (on: Queryable) =>
  rows(
    on,
    sql<{ country_code: string; party_id: string; ocpi_id: string }>`
      select country_code, party_id, ocpi_id from tariff where removed_at is null`,
  );
