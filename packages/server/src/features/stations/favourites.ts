import { seenLocation } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { addFavourite, removeFavourite } from "./stations.store.ts";

/** False: there is no such location to see. */
export async function keepFavourite(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<boolean> {
  if (!(await seenLocation(deps, userId, locationId))) return false;
  await addFavourite(deps.database.db, userId, locationId, deps.clock.now());
  deps.drivers.changed(userId);
  return true;
}

export async function dropFavourite(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<void> {
  await removeFavourite(deps.database.db, userId, locationId);
  deps.drivers.changed(userId);
}
