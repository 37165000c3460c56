import type { Position } from "@voltmarg/rules";

/** The position a query asks from; null: it names none. */
export function positionOf(query: {
  latitude?: number | undefined;
  longitude?: number | undefined;
}): Position | null {
  const { latitude, longitude } = query;
  if (latitude === undefined || longitude === undefined) return null;
  return { latitude, longitude };
}
