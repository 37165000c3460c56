import type { Position } from "@voltmarg/rules";

/** The position in a query; null: it has none. */
export function positionOf(query: {
  latitude?: number | undefined;
  longitude?: number | undefined;
}): Position | null {
  const { latitude, longitude } = query;
  if (latitude === undefined || longitude === undefined) return null;
  return { latitude, longitude };
}
