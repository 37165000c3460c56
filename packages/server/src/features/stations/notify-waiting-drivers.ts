import type { StationsDeps } from "./stations-deps.ts";
import type { Change } from "./change.ts";
import { claimWatches, isWatched } from "./watches.store.ts";

/** Notifies drivers who wait for a plug that it is free, once. */
export async function notifyWaitingDrivers(
  deps: StationsDeps,
  changes: readonly Change[],
): Promise<void> {
  const freed = changes.filter((change) => change.freed.length > 0);
  if (freed.length === 0) return;
  const watched = new Set(
    await isWatched(
      deps.database.db,
      freed.map(({ id }) => id),
    ),
  );
  for (const { id, freed: uids } of freed) {
    if (!watched.has(id)) continue;
    const now = deps.clock.now();
    await deps.database.transact(async (tx) => {
      for (const { user_id, name } of await claimWatches(tx, id, uids, now)) {
        await deps.notifyDriver(tx, user_id, { name, locationId: id });
      }
    });
  }
}
