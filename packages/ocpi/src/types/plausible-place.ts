import type { Check, Raw } from "./hints.ts";

/** Degrees around a country with its islands, rounded outwards. */
type Box = { south: number; north: number; west: number; east: number };
const INDIA: Box = { south: 6, north: 38, west: 67, east: 98 };
/** By both codes. A country without a box is not compared. */
const BOXES: Readonly<Record<string, Box>> = { IN: INDIA, IND: INDIA };

/** No road leads further north or south. */
const MOST_LATITUDE = 85;
/** Degrees around 0/0, in the sea: systems send it for a place that nobody entered. */
const NOWHERE = 0.1;

/**
 * A location whose coordinates cannot be right: nowhere, or outside of its own country (without one, its party's). A
 * driver would be sent to another place.
 */
export const impossiblePlace: Check = ({ coordinates, country, country_code }) => {
  const { latitude, longitude } = coordinates as Raw;
  const [north, east] = [Number(latitude), Number(longitude)];
  const isNowhere = Math.abs(north) < NOWHERE && Math.abs(east) < NOWHERE;
  if (isNowhere || Math.abs(north) > MOST_LATITUDE)
    return { key: "coordinates", message: "no place for a charger" };
  const code = String(country ?? country_code).toUpperCase();
  const box = BOXES[code];
  const isInside =
    !box || (north >= box.south && north <= box.north && east >= box.west && east <= box.east);
  return isInside ? undefined : { key: "coordinates", message: `not in ${code}` };
};
