import { pictureVersion, type Picture, type Pictures } from "./pictures.ts";
import { pictureUrls } from "./site.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { findLocation } from "./stations.store.ts";

/** `picture` null: the location has one, but it cannot be fetched now. */
export type FoundPicture = {
  picture: Picture | null;
  /** The `v` parameter of its URL; changes with the picture's source URL. */
  version: string;
};

/** A picture of a published location, by its name in our URLs; null: there is none. */
export async function findPicture(
  deps: StationsDeps,
  pictures: Pictures,
  locationId: string,
  name: string,
): Promise<FoundPicture | null> {
  const row = await findLocation(deps.database.db, locationId);
  if (!row?.publish) return null;
  const url = pictureUrls(row).get(name);
  return url
    ? { picture: await pictures.get(row.operator_id, url), version: pictureVersion(url) }
    : null;
}
