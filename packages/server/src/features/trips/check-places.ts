import { kmAlong, type Position } from "@voltmarg/rules";
import { MOST_KM } from "./read-road.ts";

/** A rectangle around India. What lies in it beyond a border has no road that the router knows. */
const INDIA = { west: 68, south: 6, east: 97.5, north: 37.6 };
const SAME_PLACE_KM = 0.3;

/** What is wrong with a way from the first of these places through the others to the last; null: nothing. */
export function faultOfPlaces(
  places: readonly Position[],
): "TRIP_OUTSIDE_INDIA" | "TRIP_SAME_PLACE" | "TRIP_TOO_LONG" | null {
  if (!places.every(isInIndia)) return "TRIP_OUTSIDE_INDIA";
  const km = kmAlong(places).at(-1)!;
  if (km < SAME_PLACE_KM) return "TRIP_SAME_PLACE";
  return km > MOST_KM ? "TRIP_TOO_LONG" : null;
}

const isInIndia = ({ latitude, longitude }: Position) =>
  latitude >= INDIA.south &&
  latitude <= INDIA.north &&
  longitude >= INDIA.west &&
  longitude <= INDIA.east;
