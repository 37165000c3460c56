import type { EvsePatch } from "@voltmarg/ocpi";
import type { Change, NewStatus } from "./change.ts";
import { patchEvses, type Patched } from "./evse-patches.store.ts";
import { publishChanges } from "./on-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import type { Party } from "./stations.store.ts";

export type EvseNews = { party: Party; locationId: string; uid: string; patch: EvsePatch };

/** `published` resolves when this replica has the change in its search index. */
type Taken = { known: boolean; published: Promise<unknown> };

/**
 * Writes patches of several EVSEs, mostly statuses, in one statement; no EVSE may occur twice. Returns after commit, so
 * that the next patches can be written while these are published.
 */
export async function onEvsePatches(
  deps: StationsDeps,
  news: readonly EvseNews[],
): Promise<Taken[]> {
  const patched = await deps.database.alone((on) =>
    patchEvses(
      on,
      news.map(({ party, locationId, uid, patch }) => ({
        party,
        locationId,
        uid,
        status: patch.status ?? null,
        body: patch,
        lastUpdated: new Date(patch.last_updated),
      })),
      deps.clock.now(),
    ),
  );
  const known = news.map(() => false);
  const ofOperators = new Map<string, Map<string, Written>>();
  for (const row of patched) {
    known[row.at] = true;
    if (row.version === null) continue;
    const ofOperator = ofOperators.get(row.operator_id) ?? new Map<string, Written>();
    ofOperators.set(row.operator_id, ofOperator);
    const written = ofOperator.get(row.location_id) ?? { version: 0, freed: [], statuses: [] };
    ofOperator.set(row.location_id, written);
    written.version = Math.max(written.version, row.version);
    if (row.freed) written.freed.push(row.uid);
    const status = newStatus(row, news[row.at]!.patch);
    if (status) written.statuses?.push(status);
    else written.statuses = null;
  }
  const published = Promise.all(
    [...ofOperators].map(([operatorId, of]) => publishChanges(deps, operatorId, changesOf(of))),
  );
  // A caller that awaits it gets the error; if none does, it must not be an unhandled rejection.
  published.catch(() => {});
  return known.map((each) => ({ known: each, published }));
}

/** `statuses` is null when something else changed as well. */
type Written = { version: number; freed: string[]; statuses: NewStatus[] | null };

const changesOf = (written: ReadonlyMap<string, Written>): Change[] =>
  [...written].map(([id, { version, freed, statuses }]) => ({ id, version, freed, statuses }));

/** Null: the patch says more than a status. */
function newStatus(row: Patched, patch: EvsePatch): NewStatus | null {
  const { location_id: id, uid, version, status, status_since: since } = row;
  if (version === null || status === null || since === null) return null;
  const fields = Object.keys(patch).filter((name) => name !== "status" && name !== "last_updated");
  return fields.length === 0 ? { id, uid, status, since, version } : null;
}
