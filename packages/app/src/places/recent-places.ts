import { personal } from "../native/storage.ts";
import { isInIndia, isSamePlace, type Place, placeName } from "./place.ts";

const KEY = "recent-places";
const KEPT = 5;

/** The places chosen last, on this device; gone at logout. An earlier version of the app may have left anything. */
export function recentPlaces(): Place[] {
  const kept = personal.read<unknown>(KEY);
  return (Array.isArray(kept) ? kept : []).flatMap(asPlace).slice(0, KEPT);
}

/** A place without a name would be two numbers in the list. */
export function rememberPlace(place: Place): void {
  if (!place.name) return;
  const others = recentPlaces().filter((one) => !isSamePlace(one, place));
  personal.write(KEY, [place, ...others].slice(0, KEPT));
}

function asPlace(value: unknown): Place[] {
  const { latitude, longitude, name } = (value ?? {}) as Record<string, unknown>;
  const named = placeName(typeof name === "string" ? name : null);
  if (typeof latitude !== "number" || typeof longitude !== "number" || !named) return [];
  const place = { latitude, longitude, name: named };
  return isInIndia(place) ? [place] : [];
}
