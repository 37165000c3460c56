import { pictureVersion, type Picture, type Pictures } from "./pictures.ts";
import { pictureUrls } from "./site.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { findLocation } from "./stations.store.ts";

/** `picture` null: there should be one, and it cannot be had. */
export type FoundPicture = {
  picture: Picture | null;
  /** What its address ends with for as long as it is this one. */
  version: string;
};

/** A picture of a station that everybody may see, by its name in our addresses; null: there is none. */
export async function findPicture(
  deps: StationsDeps,
  pictures: Pictures,
  locationId: string,
  name: string,
): Promise<FoundPicture | null> {
  const row = await findLocation(deps.database.db, locationId);
  const url = row?.publish ? pictureUrls(row).get(name) : undefined;
  return url ? { picture: await pictures.get(url), version: pictureVersion(url) } : null;
}
