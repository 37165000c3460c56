import {
  isShown,
  type EvseRow,
  type LocationBody,
  type LocationRow,
  type Party,
} from "./stations.store.ts";
import { planKept, rows, sql, type Queryable } from "../../platform/database/database.ts";

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
export type IndexedEvse = Pick<EvseRow, "uid" | "status"> & {
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
type Row = IndexedLocation & { evses: string | null };
/** As `searchable_locations` puts them between EVSEs and between their fields. */
const BETWEEN_EVSES = "\x1e";
const BETWEEN_FIELDS = "\x1f";

function toStored(row: Row): Stored {
  let highest = row.version;
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
    highest = Math.max(highest, Number(next()));
    if (status === `"REMOVED"`) continue;
    evses.push({
      uid: textIn(uid)!,
      status: textIn(status)!,
      since,
      evse_id: textIn(next()),
      physical_reference: textIn(next()),
      connectors: text.slice(at),
    });
  }
  const isGone = row.evses !== null && evses.length === 0;
  return { row, evses, version: highest, isGone };
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

/**
 * Hands over the locations of a range one by one, in any order: a million EVSEs are much to hold. `onMark` is told, at least
 * once, below which transaction all had ended when the statement began, on the server that ran it.
 */
export const readLocationsBetween = (
  on: Queryable,
  { above, upTo }: Between,
  take: (one: Stored) => void,
  onMark: (mark: number) => void,
): Promise<void> =>
  sql<Row & { mark: number; id: string | null }>`
    select s.mark, l.* from (select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as mark) s
      left join searchable_locations(array(select id from location l where ${isShown} and id > ${above}
        and (${upTo}::text is null or id <= ${upTo}))) l on true`.stream(on, ({ mark, ...row }) => {
    onMark(mark);
    if (row.id !== null) take(toStored(row));
  });

/** These locations as stored now; closed and hidden ones are missing. */
export const readLocations = async (on: Queryable, ids: readonly string[]): Promise<Stored[]> =>
  (await rows(on, sql<Row>`select * from searchable_locations(${ids})`)).map(toStored);

/** What of an operator, a location, or an EVSE (`uid`) was written. */
export type ChangedRow = {
  operator_id: string | null;
  id: string | null;
  uid: string | null;
  version: number | null;
  /** Of an EVSE: nothing but its status can be new, which is this, since so many milliseconds. */
  is_status: boolean | null;
  status: string | null;
  since: number | null;
};
/** A snapshot of PostgreSQL's as text, and the place to which its transactions belong: in another one they mean nothing. */
export type Look = { snapshot: string; place: string };

/** As far as a server had ended all transactions below one, none above is known to have ended. */
export const snapshotBelow = (mark: number): string => `${mark}:${mark}:`;

/** What was written by transactions that are visible now, and were not in a snapshot. */
export async function readChanged(
  on: Queryable,
  seen: string,
): Promise<Look & { changed: ChangedRow[] }> {
  const found = await rows(
    on,
    sql<
      ChangedRow & Partial<Look>
    >`select * from changed_stations(${seen}::pg_snapshot) ${planKept}`,
  );
  const { snapshot, place } = found.find((row) => row.snapshot) as Look;
  return { snapshot, place, changed: found.filter((row) => !row.snapshot) };
}

/** To which place transactions belong now. */
export const placeNow = async (on: Queryable): Promise<string> =>
  (await readChanged(on, snapshotBelow(NEVER))).place;
/** No transaction gets there. */
const NEVER = Number.MAX_SAFE_INTEGER;

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
