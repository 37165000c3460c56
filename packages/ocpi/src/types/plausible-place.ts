import type { Check, Raw } from "./hints.ts";

/** No road leads further north or south. */
const MOST_LATITUDE = 85;
/** Degrees around 0/0, in the sea: systems send it for a place that nobody entered. */
const NOWHERE = 0.1;

/**
 * A location whose coordinates cannot be right: nowhere, or outside of the area that the caller gives for its own country
 * (without one, its party's).
 */
export const impossiblePlace: Check = ({ coordinates, country, country_code }, { rules }) => {
  const { latitude, longitude } = coordinates as Raw;
  const [north, east] = [Number(latitude), Number(longitude)];
  const isNowhere = Math.abs(north) < NOWHERE && Math.abs(east) < NOWHERE;
  if (isNowhere || Math.abs(north) > MOST_LATITUDE)
    return { key: "coordinates", message: "no place for a charger" };
  const code = String(country ?? country_code).toUpperCase();
  const area = rules.areas?.[code];
  const isInside =
    !area || (north >= area.south && north <= area.north && east >= area.west && east <= area.east);
  return isInside ? undefined : { key: "coordinates", message: `not in ${code}` };
};
