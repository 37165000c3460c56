import type { CustomerType } from "@voltmarg/contract";
import { one, rows, sql, type Queryable } from "../../platform/database.ts";
import type { EvseRow, LocationRow } from "./stations.store.ts";

/** A location with its EVSEs, and the highest version of them all. */
export type Stored = { row: LocationRow; evses: EvseRow[]; version: number };

// One statement, one moment: read apart, an EVSE's newer version could hide an older change of its location.
const evsesOfEach = sql`
  coalesce((select jsonb_agg(jsonb_build_object('location_id', e.location_id, 'uid', e.uid, 'position', e.position,
      'status', e.status, 'status_since', e.status_since, 'body', e.body, 'last_updated', e.last_updated,
      'version', e.version) order by e.position nulls last, e.uid)
    from evse e where e.location_id = l.id and e.status <> 'REMOVED'), '[]')`;

const storedLocation = sql`
  select l.id, l.operator_id, l.country_code, l.party_id, l.ocpi_id, l.name, l.latitude, l.longitude, l.cell, l.publish,
    l.search_text, l.body, l.last_updated, o.name as operator_name, o.phone as operator_phone, o.last_contact_at,
    greatest(l.version, (select max(e.version) from evse e where e.location_id = l.id))::float8 as version,
    ${evsesOfEach} as evses
  from location l join operator o on o.id = l.operator_id`;

type Row = LocationRow & {
  evses: (Omit<EvseRow, "status_since" | "last_updated"> & {
    status_since: string;
    last_updated: string;
  })[];
};

function toStored({ evses, ...row }: Row): Stored {
  const own = evses.map((e) => ({
    ...e,
    status_since: new Date(e.status_since),
    last_updated: new Date(e.last_updated),
  }));
  return { row, evses: own, version: row.version };
}

/** The next locations in the order of cells, after the one named. */
export const readNext = async (
  on: Queryable,
  after: { cell: number; id: string },
  limit: number,
): Promise<Stored[]> =>
  (
    await rows(
      on,
      sql<Row>`${storedLocation} where l.closed_at is null and (l.cell, l.id) > (${after.cell}, ${after.id})
        order by l.cell, l.id limit ${limit}`,
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

/** About how many locations there are; counted where that is cheap. */
export const locationCount = async (on: Queryable): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from location where closed_at is null`,
  ))!.n;

export type OperatorNow = {
  id: string;
  name: string;
  phone: string | null;
  last_contact_at: Date | null;
};
export const readOperators = (on: Queryable) =>
  rows(on, sql<OperatorNow>`select id, name, phone, last_contact_at from operator`);

/** Who may use what only some may: a driver or a company, a location or all of an operator's. */
export type WhitelistEntry = {
  user_id: string | null;
  company_id: string | null;
  location_id: string | null;
  operator_id: string | null;
};
export const readWhitelist = (on: Queryable) =>
  rows(
    on,
    sql<WhitelistEntry>`select user_id, company_id, location_id, operator_id from whitelist_entry`,
  );

export type DriverRow = { customer_type: CustomerType; company_id: string | null };
export const readDriver = (on: Queryable, userId: string) =>
  one(on, sql<DriverRow>`select customer_type, company_id from app_user where id = ${userId}`);

/** Every tariff in force an operator uses, by what it calls them. */
export const readTariffKeys = (on: Queryable) =>
  rows(
    on,
    sql<{ country_code: string; party_id: string; ocpi_id: string }>`
      select country_code, party_id, ocpi_id from tariff where removed_at is null`,
  );
