import { visibleLocation } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { addFavourite, removeFavourite } from "./favourites.store.ts";

/** False: no such location is visible to the driver. */
export async function saveFavourite(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<boolean> {
  if (!(await visibleLocation(deps, userId, locationId))) return false;
  await addFavourite(deps.database.db, userId, locationId, deps.clock.now());
  deps.drivers.changed(userId);
  return true;
}

export async function deleteFavourite(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<void> {
  await removeFavourite(deps.database.db, userId, locationId);
  deps.drivers.changed(userId);
}
