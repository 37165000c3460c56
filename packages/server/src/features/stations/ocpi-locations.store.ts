import type { Location, Party } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

/** A location with its EVSEs as its operator sent them, of the newest stored state. Null: unknown or closed. */
export async function readOcpiLocation(
  on: Queryable,
  party: Party,
  ocpiId: string,
): Promise<Location | null> {
  const row = await one(
    on,
    sql<{ id: string; body: Location; last_updated: Date }>`
      select id, body, last_updated from location
      where lower(country_code) = lower(${party.country_code}) and lower(party_id) = lower(${party.party_id})
        and lower(ocpi_id) = lower(${ocpiId}) and closed_at is null`,
  );
  if (!row) return null;
  const evses = await rows(
    on,
    sql<{ body: NonNullable<Location["evses"]>[number] }>`
      select body from evse where location_id = ${row.id} order by position nulls last, uid`,
  );
  return { ...row.body, evses: evses.map(({ body }) => body) };
}
