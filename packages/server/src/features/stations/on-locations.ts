import { objectKey, type Evse, type Location } from "@voltmarg/ocpi";
import { cellOf } from "@voltmarg/rules";
import { newId } from "../../platform/ids.ts";
import type { Change } from "./change.ts";
import { closeUnseen, type Unreadable } from "./close-unseen.store.ts";
import { notifyWaitingDrivers } from "./notify-waiting-drivers.ts";
import type { StationsDeps } from "./stations-deps.ts";
import {
  findByOcpiId,
  removeEvsesExcept,
  upsertEvses,
  upsertLocations,
  versionNow,
  type Asked,
  type NewEvse,
  type Party,
} from "./stations.store.ts";

const textOf = (l: Location) =>
  [l.name, l.address, l.city, l.state, l.postal_code, l.operator?.name]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();

/** Updates the search index first, so that a driver who gets the notice finds the plug free. */
export async function publishChanges(
  deps: StationsDeps,
  operatorId: string,
  changes: readonly Change[],
): Promise<void> {
  await deps.search.changed(operatorId, changes);
  await notifyWaitingDrivers(deps, changes);
}

/** One order for the rows of all writers, so that two writers do not deadlock. */
const byLower =
  <T>(of: (each: T) => string) =>
  (a: T, b: T) =>
    of(a).toLowerCase() < of(b).toLowerCase() ? -1 : 1;

function evsesOfLocation(location: Location, id: string): NewEvse[] {
  const rows = (location.evses ?? []).map((e, position) => toRow(e, id, position));
  return rows.sort(byLower((e) => e.uid));
}

function toRow(e: Evse, location: string, position: number | null): NewEvse {
  const at = new Date(e.last_updated);
  return {
    location,
    uid: e.uid,
    position,
    status: e.status,
    status_since: at,
    body: e,
    last_updated: at,
  };
}

/**
 * Stores whole locations of an operator, pushed, or pulled (`asked`: the state when the pull began). Returns the
 * locations that changed a stored value. Impossible coordinates, and all but one of several locations or EVSEs with one
 * id, do not come here.
 */
export async function onLocations(
  deps: StationsDeps,
  operatorId: string,
  locations: readonly Location[],
  asked: Asked | null = null,
): Promise<Location[]> {
  if (locations.length === 0) return [];
  const now = deps.clock.now();
  const sorted = [...locations].sort(byLower((l) => objectKey(l, l.id)));
  const rows = sorted.map((l) => {
    const { evses: _evses, ...body } = l;
    const latitude = Number(l.coordinates.latitude);
    const longitude = Number(l.coordinates.longitude);
    return {
      id: newId("loc", now),
      operator_id: operatorId,
      country_code: l.country_code,
      party_id: l.party_id,
      ocpi_id: l.id,
      name: l.name ?? l.address ?? l.city ?? l.id,
      latitude,
      longitude,
      cell: cellOf(latitude, longitude),
      publish: l.publish,
      search_text: textOf(l),
      body,
      last_updated: new Date(l.last_updated),
      seen_at: now,
    };
  });
  const { changes, known } = await deps.database.transact(async (tx) => {
    const before = await versionNow(tx);
    const ids = await upsertLocations(tx, rows, asked);
    const kept: { location: string; uids: string[] }[] = [];
    const evses: NewEvse[] = [];
    for (const l of sorted) {
      const written = ids.get(objectKey(l, l.id));
      // An older location does not know which EVSEs were added or removed since.
      if (!written || written.last_updated > new Date(l.last_updated)) continue;
      const own = evsesOfLocation(l, written.id);
      evses.push(...own);
      kept.push({ location: written.id, uids: own.map((e) => e.uid.toLowerCase()) });
    }
    const moved = [...ids.values()]
      .filter(({ version }) => version > before)
      .map(({ id }): Change => ({ id, freed: [] }));
    const lost = await removeEvsesExcept(tx, kept, now);
    return {
      changes: [...moved, ...lost, ...(await upsertEvses(tx, evses, { before, now }, asked))],
      known: ids,
    };
  });
  await publishChanges(deps, operatorId, changes);
  const changed = new Set(changes.map(({ id }) => id));
  return sorted.filter((l) => changed.has(known.get(objectKey(l, l.id))?.id ?? ""));
}

/** Stores one whole EVSE. False: its location is unknown. */
export async function onEvse(
  deps: StationsDeps,
  party: Party,
  locationId: string,
  evse: Evse,
): Promise<boolean> {
  const row = await findByOcpiId(deps.database.db, party, locationId);
  if (!row) return false;
  const changes = await deps.database.transact(async (tx) =>
    upsertEvses(tx, [toRow(evse, row.id, null)], {
      before: await versionNow(tx),
      now: deps.clock.now(),
    }),
  );
  await publishChanges(deps, row.operator_id, changes);
  return true;
}

/** Call before a list is requested: records the state of the locations at that time. */
export const beginList = async (
  { database }: StationsDeps,
  listWinsBefore: Date | null,
): Promise<Asked> => ({ version: await versionNow(database.db), listWinsBefore });

/** After a full pull: closes the locations it did not contain, except those it named but that could not be read. */
export async function onPullComplete(
  deps: Pick<StationsDeps, "database" | "search">,
  operatorId: string,
  startedAt: Date,
  unreadable: readonly Unreadable[],
): Promise<number> {
  const closed = await deps.database.alone((on) =>
    closeUnseen(on, operatorId, startedAt, unreadable),
  );
  await deps.search.changed(operatorId, closed);
  return closed.length;
}
