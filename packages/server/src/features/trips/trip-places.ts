import { distanceKm, type Position } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import { findPlaces, insertPlace } from "./trip-places.store.ts";

/** So far a place is moved: no guess within this ring is nearer than 300 m in more than 2 of 100 cases, nor is its centre ever. */
const MOVED_KM = { least: 0.8, most: 2.5 };
/** A place so near an earlier one is the same: another pin at the same door gives no second sample. */
const SAME_KM = 0.5;
const KM_NORTH = 1 / 111.195;

/** What links show for a driver's place, the same for ever. The caller has locked the driver's trips. */
export async function shownPlace(
  tx: Tx,
  userId: string,
  { latitude, longitude }: Position,
  { at, fraction }: { at: Date; fraction: () => number },
): Promise<Position> {
  const place = { latitude, longitude };
  const same = (await findPlaces(tx, userId, place, SAME_KM * KM_NORTH))
    .map((earlier) => ({ shown: earlier.shown, km: distanceKm(earlier.place, place) }))
    .filter(({ km }) => km < SAME_KM)
    .toSorted((a, b) => a.km - b.km)[0];
  if (same) return same.shown;
  const shown = movedAtRandom(place, fraction);
  await insertPlace(tx, userId, { place, shown, at });
  return shown;
}

/** Anywhere in the ring around it with the same likelihood. */
function movedAtRandom({ latitude, longitude }: Position, fraction: () => number): Position {
  const { least, most } = MOVED_KM;
  const km = Math.sqrt(least ** 2 + fraction() * (most ** 2 - least ** 2));
  const angle = fraction() * 2 * Math.PI;
  const east = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + km * Math.cos(angle) * KM_NORTH,
    longitude: longitude + (km * Math.sin(angle) * KM_NORTH) / east,
  };
}
