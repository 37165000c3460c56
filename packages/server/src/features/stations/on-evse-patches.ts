import type { EvsePatch } from "@voltmarg/ocpi";
import { patchEvses } from "./evse-patches.store.ts";
import { tell } from "./on-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import type { Change, Party } from "./stations.store.ts";

export type EvseNews = { party: Party; locationId: string; uid: string; patch: EvsePatch };

/** Patches of several EVSEs, mostly statuses, written together; no EVSE twice. Answers which of them are known. */
export async function onEvsePatches(
  deps: StationsDeps,
  news: readonly EvseNews[],
): Promise<boolean[]> {
  const patched = await deps.database.transact((tx) =>
    patchEvses(
      tx,
      news.map(({ party, locationId, uid, patch }) => ({
        party,
        locationId,
        uid,
        status: patch.status ?? null,
        body: patch,
        lastUpdated: new Date(patch.last_updated),
      })),
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
  await Promise.all(
    [...changes].map(([operatorId, of]) => tell(deps, operatorId, [...of.values()])),
  );
  return known;
}
