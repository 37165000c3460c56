import { type Evse, type Location, readDateTime, writeDateTime } from "@voltmarg/ocpi";
import { type Catalogue, catalogueTime } from "./catalogue/catalogue.ts";
import type { Store } from "./store.ts";

export type EvseState = { status: Evse["status"]; plugged: boolean; charges: number };
export type Place = { location: Location; evse: Evse; plugged: boolean; charges: number };

/** The catalogue with all changes since. Only EVSEs that differ from the catalogue are rows. */
export type Stations = ReturnType<typeof createStations>;

export function createStations(store: Store, catalogue: Catalogue) {
  const operator = catalogue.facts.party_id;

  function at(position: number): Location {
    const location = catalogue.at(position);
    const changes = store.all(
      "SELECT * FROM evse WHERE operator = ? AND position = ?",
      operator,
      position,
    );
    if (changes.length === 0) return location;
    let newest = catalogueTime;
    // The location was computed for this call, so it may be modified.
    for (const evse of location.evses!) {
      const change = changes.find(({ uid }) => uid === evse.uid);
      if (!change || change.status === null) continue;
      const changedAt = Number(change.updated_at);
      newest = Math.max(newest, changedAt);
      evse.status = String(change.status);
      evse.last_updated = writeDateTime(changedAt);
    }
    location.last_updated = writeDateTime(newest);
    return location;
  }

  function find(id: string): Location | null {
    const position = catalogue.positionOf(id);
    if (position === null) return null;
    const location = at(position);
    const own = (each: string) => each.toLowerCase() === id.toLowerCase();
    return own(location.id) || location.evses!.some(({ uid }) => own(uid)) ? location : null;
  }

  function place(locationId: string, evseUid: string): Place | null {
    const location = find(locationId);
    const evse = location?.evses?.find(({ uid }) => uid.toLowerCase() === evseUid.toLowerCase());
    if (!location || !evse) return null;
    const state = store.get("SELECT * FROM evse WHERE uid = ?", evse.uid);
    return { location, evse, plugged: state?.plugged === 1, charges: Number(state?.charges ?? 0) };
  }

  return {
    catalogue,
    at,
    find,
    place,
    /** Stores a change of an EVSE; `charges` is a counter. */
    change: (evseUid: string, what: Partial<EvseState>, when: number): void => {
      const position = catalogue.positionOf(evseUid);
      if (position === null) return;
      store.run(
        `INSERT INTO evse (uid, operator, position, status, plugged, charges, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (uid) DO UPDATE SET
           status = coalesce(excluded.status, status),
           plugged = coalesce(?, plugged),
           charges = charges + excluded.charges,
           updated_at = max(updated_at, excluded.updated_at)`,
        evseUid,
        operator,
        position,
        what.status ?? null,
        what.plugged ? 1 : 0,
        what.charges ?? 0,
        Math.floor(when),
        what.plugged === undefined ? null : what.plugged ? 1 : 0,
      );
    },
    /** A page of locations by last_updated, in the order of the catalogue, and the total. */
    list: (page: { date_from?: string; date_to?: string; offset: number; limit: number }) => {
      const from = page.date_from === undefined ? 0 : readDateTime(page.date_from)!;
      const to = page.date_to === undefined ? Number.MAX_SAFE_INTEGER : readDateTime(page.date_to)!;
      const changed = (low: number, high: number) =>
        store
          .all(
            `SELECT position FROM evse WHERE operator = ? AND status IS NOT NULL
             GROUP BY position HAVING max(updated_at) >= ? AND max(updated_at) < ? ORDER BY position`,
            operator,
            low,
            high,
          )
          .map(({ position }) => Number(position));
      if (from > catalogueTime || to <= catalogueTime) {
        const positions = to <= catalogueTime ? [] : changed(from, to);
        return {
          items: positions.slice(page.offset, page.offset + page.limit).map(at),
          total: positions.length,
        };
      }
      const left = new Set(
        to === Number.MAX_SAFE_INTEGER ? [] : changed(to, Number.MAX_SAFE_INTEGER),
      );
      const items: Location[] = [];
      let skip = page.offset;
      for (
        let position = 0;
        position < catalogue.count && items.length < page.limit;
        position += 1
      ) {
        if (left.size === 0 && skip > 0) {
          position = skip;
          skip = 0;
          if (position >= catalogue.count) break;
        }
        if (left.has(position)) continue;
        if (skip > 0) skip -= 1;
        else items.push(at(position));
      }
      return { items, total: catalogue.count - left.size };
    },
  };
}
