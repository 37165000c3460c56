import { paths } from "../paths.ts";
import { type Place, placeIn, placeText } from "./place.ts";

type Ends = { from: Place | null; to: Place | null };

/** The query of a screen that goes from one place to another. */
export function endsQuery({ from, to }: Ends): URLSearchParams {
  const query = new URLSearchParams();
  const put = (key: string, nameKey: string, place: Place | null) => {
    if (!place) return;
    query.set(key, placeText(place));
    if (place.name) query.set(nameKey, place.name);
  };
  put("from", "from_name", from);
  put("to", "name", to);
  return query;
}

export const endsIn = (query: URLSearchParams): Ends => ({
  from: placeIn(query.get("from"), query.get("from_name")),
  to: placeIn(query.get("to"), query.get("name")),
});

/** Stations on the way to a place. */
export const wayTo = (to: Place): string => `${paths.onMyWay}?${endsQuery({ from: null, to })}`;

/** A trip with charging stops between them. */
export const tripBetween = (ends: Ends): string => `${paths.trip}?${endsQuery(ends)}`;
