import type { StationsDeps } from "./find-stations.ts";
import { addFavourite, findLocation, removeFavourite } from "./stations.store.ts";

/** False: there is no such location to see. */
export async function keepFavourite(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<boolean> {
  const row = await findLocation(deps.database.db, locationId);
  if (!row?.publish) return false;
  await addFavourite(deps.database.db, userId, locationId, deps.clock.now());
  return true;
}

export async function dropFavourite(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<void> {
  await removeFavourite(deps.database.db, userId, locationId);
}
