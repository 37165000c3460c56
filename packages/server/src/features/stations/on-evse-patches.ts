import type { EvsePatch } from "@voltmarg/ocpi";
import { patchEvses } from "./evse-patches.store.ts";
import { publishChanges } from "./on-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import type { Change, Party } from "./stations.store.ts";

export type EvseNews = { party: Party; locationId: string; uid: string; patch: EvsePatch };

/** `published` resolves when all replicas have the change in their search index. */
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
  const changes = new Map<string, Map<string, Change>>();
  for (const { at, operator_id, location_id: id, uid, version, freed } of patched) {
    known[at] = true;
    if (version === null) continue;
    const ofOperator = changes.get(operator_id) ?? new Map<string, Change>();
    changes.set(operator_id, ofOperator);
    const change = ofOperator.get(id) ?? { id, version, freed: [] };
    change.version = Math.max(change.version, version);
    if (freed) change.freed.push(uid);
    ofOperator.set(id, change);
  }
  const published = Promise.all(
    [...changes].map(([operatorId, of]) => publishChanges(deps, operatorId, [...of.values()])),
  );
  // A caller that awaits it gets the error; if none does, it must not be an unhandled rejection.
  published.catch(() => {});
  return known.map((each) => ({ known: each, published }));
}
