import { kept } from "../ui/format.ts";

/** A place a driver goes to or comes from, degrees. */
export type Place = { latitude: number; longitude: number; name?: string };

const LONGEST_NAME = 120;

/** A name as the service takes it; undefined: nothing is left of it. */
export function placeName(text: string | null | undefined): string | undefined {
  const name = (text ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}<>]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return name.slice(0, LONGEST_NAME).trim() || undefined;
}

/** `18.52,73.85` of a link; null: it is none. */
export function placeIn(text: string | null, name: string | null): Place | null {
  const parts = (text ?? "").split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  const [latitude = NaN, longitude = NaN] = parts;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  const named = placeName(name);
  return { latitude, longitude, ...(named && { name: named }) };
}

/** The same the other way: what a link carries. Five decimals are a metre. */
export const placeText = ({ latitude, longitude }: Place): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(5))).join(",");

/** `18.52, 73.85`, for people. */
export const spotOf = (place: Place): string => kept(placeText(place).replace(",", ", "));

/** What a place is called wherever it is shown. */
export const placeTitle = (place: Place): string => place.name ?? spotOf(place);

/** The bounds the service plans in. */
const INDIA = { west: 68, south: 6, east: 97.5, north: 37.6 };

export const isInIndia = ({ latitude, longitude }: Place): boolean =>
  latitude >= INDIA.south &&
  latitude <= INDIA.north &&
  longitude >= INDIA.west &&
  longitude <= INDIA.east;

/** Of two places that lie within some hundred metres, one says nothing new. */
export const isSamePlace = (a: Place, b: Place): boolean =>
  Math.abs(a.latitude - b.latitude) < 0.002 && Math.abs(a.longitude - b.longitude) < 0.002;
