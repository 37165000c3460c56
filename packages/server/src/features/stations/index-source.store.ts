import {
  isShown,
  versionNow,
  type EvseRow,
  type LocationBody,
  type LocationRow,
  type Party,
} from "./stations.store.ts";
import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { writersEnded, writersOf } from "../../platform/database/writers-ended.ts";

/** The parts of locations and EVSEs that the search index holds. */
export type IndexedLocation = Omit<
  LocationRow,
  "ocpi_id" | "cell" | "search_text" | "last_contact_at" | "is_unreachable" | "hidden_at" | "body"
> & {
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  time_zone: string;
  /** JSON: most have the same. */
  opening_times: string | null;
  charging_when_closed: boolean | null;
  photo_url: string | null;
  publish_allowed_to: LocationBody["publish_allowed_to"] | null;
};
export type IndexedEvse = Pick<EvseRow, "uid" | "status" | "version"> & {
  /** In milliseconds. */
  since: number;
  evse_id: string | null;
  physical_reference: string | null;
  /** JSON: many have the same. */
  connectors: string;
};

/** A location with its EVSEs, and the highest version among them. */
export type Stored = {
  row: IndexedLocation;
  evses: IndexedEvse[];
  version: number;
  /** Its EVSEs are all REMOVED: there is nothing to find. */
  isGone?: boolean;
};
/**
 * With the sum of all versions, by which two readings of a location can be compared. The highest version is not enough: of
 * two transactions that change a location, the one with the lower version may commit last.
 */
export type Summed = Stored & { sum: number };

type Row = IndexedLocation & { evses: string | null };
/** As `searchable_locations` puts them between EVSEs and between their fields. */
const BETWEEN_EVSES = "\x1e";
const BETWEEN_FIELDS = "\x1f";

function toStored(row: Row): Summed {
  let highest = row.version;
  let sum = row.version;
  const evses: IndexedEvse[] = [];
  for (const text of row.evses?.split(BETWEEN_EVSES) ?? []) {
    let at = 0;
    // Not split: that would make twice the garbage, for a million EVSEs.
    const next = () => {
      const end = text.indexOf(BETWEEN_FIELDS, at);
      const field = text.slice(at, end);
      at = end + 1;
      return field;
    };
    const uid = next();
    const status = next();
    const since = Number(next());
    const version = Number(next());
    highest = Math.max(highest, version);
    sum += version;
    if (status === `"REMOVED"`) continue;
    evses.push({
      uid: textIn(uid)!,
      status: textIn(status)!,
      since,
      version,
      evse_id: textIn(next()),
      physical_reference: textIn(next()),
      connectors: text.slice(at),
    });
  }
  const isGone = row.evses !== null && evses.length === 0;
  return { row, evses, version: highest, sum, isGone };
}

/** A string that is written as JSON, or null. */
const textIn = (json: string): string | null =>
  json.includes("\\") || json[0] !== `"` ? (JSON.parse(json) as string | null) : json.slice(1, -1);

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

/** Hands over the locations of a range one by one, in any order: a million EVSEs are much to hold. */
export const readLocationsBetween = (
  on: Queryable,
  { above, upTo }: Between,
  take: (one: Summed) => void,
): Promise<void> =>
  sql<Row>`select * from searchable_locations(array(select id from location l where ${isShown} and id > ${above}
    and (${upTo}::text is null or id <= ${upTo})))`.stream(on, (row) => take(toStored(row)));

/** These locations as stored now; closed and hidden ones are missing. */
export const readLocations = async (on: Queryable, ids: readonly string[]): Promise<Stored[]> =>
  (await rows(on, sql<Row>`select * from searchable_locations(${ids})`)).map(toStored);

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

/** The highest and the sum of the versions of a location and its EVSEs, and whether it is shown. */
export type Versions = { id: string; version: number; sum: number; shown: boolean };

/** Hands over the versions of every location in a range of ids. Two scans: a look-up for each takes three times as long. */
export const versionsBetween = (
  on: Queryable,
  { above, upTo }: Between,
  take: (one: Versions) => void,
): Promise<void> =>
  sql<Versions>`
    select id, max(version)::float8 as version, sum(version::float8) as sum, bool_or(shown) as shown from (
      select id, version, ${isShown} as shown from location l
        where id > ${above} and (${upTo}::text is null or id <= ${upTo})
      union all
      select location_id, version, false from evse
        where location_id > ${above} and (${upTo}::text is null or location_id <= ${upTo})) c
    group by id`.stream(on, take);

/** A version is drawn by who writes one of these. */
const VERSIONED = ["location", "evse"];

/** Whether what is read afterwards has every change up to a `versionNow` from before. */
export const changesEnded = (on: Queryable, withinMs = 200) =>
  writersEnded(on, VERSIONED, withinMs);

/** The highest version drawn so far, and the transactions that may still commit a lower one. */
export type Mark = { version: number; writers: readonly string[] };

/** In this order: who begins to write between the two draws a higher version. */
export const markNow = async (on: Queryable): Promise<Mark> => ({
  version: await versionNow(on),
  writers: await writersOf(on, VERSIONED),
});

export type OperatorNow = {
  id: string;
  name: string;
  phone: string | null;
  last_contact_at: Date | null;
  /** Of a hub: the parties that it cannot reach by `partyKey`, with the last instant at which it could. */
  unreachable: Record<string, string>;
};
export const readOperators = (on: Queryable) =>
  rows(
    on,
    sql<OperatorNow>`select id, name, phone, last_contact_at, (
      select coalesce(jsonb_object_agg(lower(p.country_code || '*' || p.party_id),
        least(o.last_contact_at, p.last_updated)), '{}')
      from partner_party p where p.operator_id = o.id and p.is_unreachable) as unreachable from operator o`,
  );
export const partyKey = ({ country_code, party_id }: Party): string =>
  `${country_code}*${party_id}`.toLowerCase();

/** The operators' ids of all tariffs in force. */
export const readTariffKeys = (on: Queryable) =>
  rows(
    on,
    sql<{ country_code: string; party_id: string; ocpi_id: string }>`
      select country_code, party_id, ocpi_id from tariff where removed_at is null`,
  );
