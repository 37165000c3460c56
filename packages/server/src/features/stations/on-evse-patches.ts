import type { EvsePatch } from "@voltmarg/ocpi";
import type { Change } from "./change.ts";
import { patchEvses } from "./evse-patches.store.ts";
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
  const ofOperators = new Map<string, Map<string, Change>>();
  for (const row of patched) {
    known[row.at] = true;
    if (row.version === null) continue;
    const changes = ofOperators.get(row.operator_id) ?? new Map<string, Change>();
    ofOperators.set(row.operator_id, changes);
    const change = changes.get(row.location_id) ?? { id: row.location_id, freed: [] };
    changes.set(change.id, change);
    if (row.freed) change.freed.push(row.uid);
  }
  const published = Promise.all(
    [...ofOperators].map(([operatorId, changes]) =>
      publishChanges(deps, operatorId, [...changes.values()]),
    ),
  );
  // A caller that awaits it gets the error; if none does, it must not be an unhandled rejection.
  published.catch(() => {});
  return known.map((each) => ({ known: each, published }));
}
