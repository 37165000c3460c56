import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { SHORTEST_S } from "./intervals.store.ts";
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
 * Patches many EVSEs and keeps the states that ended, in one statement; none may occur twice. EVSEs that are missing in the
 * result do not exist. A patch older than the row changes nothing.
 */
export const patchEvses = (on: Queryable, patches: readonly EvsePatchRow[], now: Date) =>
  rows(
    on,
    sql<Patched>`
      select * from write_evse_patches(
        ${patches.map(({ party }) => party.country_code)},
        ${patches.map(({ party }) => party.party_id)},
        ${patches.map(({ locationId }) => locationId)},
        ${patches.map(({ uid }) => uid)},
        ${patches.map(({ status }) => status)},
        ${patches.map(({ body }) => JSON.stringify(body))},
        ${patches.map(({ lastUpdated }) => lastUpdated.toISOString())},
        ${now}, ${SHORTEST_S} * interval '1 second')`,
  );
