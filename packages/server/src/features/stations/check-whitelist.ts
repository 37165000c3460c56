import { restrictionsBy } from "./visibility.ts";
import { readWhitelist } from "./visibility.store.ts";
import { visibleLocation } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";

/** Whether a driver may use a location; null: no such location is visible to the driver. */
export async function checkWhitelist(
  deps: StationsDeps,
  userId: string,
  locationId: string,
): Promise<{ location_id: string; restricted: boolean; allowed: boolean } | null> {
  const seen = await visibleLocation(deps, userId, locationId);
  if (!seen) return null;
  const restrictions = restrictionsBy(await readWhitelist(deps.database.db));
  return {
    location_id: locationId,
    restricted: restrictions.isListed(seen.row),
    allowed: !restrictions.isRestricted(seen.who, seen.row),
  };
}
