import type { Location } from "@voltmarg/contract";
import { kmFrom } from "../../locations/location-text.ts";
import type { Place } from "../../map/camera.ts";

/** Farther than this nobody stands in front of it, whatever the phone's position is worth. */
const FAR_KM = 0.5;

export type ScanWarning = { kind: "other" } | { kind: "far"; km: number };

/** What a driver should know before going on with a scanned charger; null: nothing. */
export function warningFor(
  scanned: Location,
  openedId: string | null,
  me: Place | null,
): ScanWarning | null {
  if (openedId !== null && openedId !== scanned.id) return { kind: "other" };
  const km = me && kmFrom(scanned, me);
  return km !== null && km > FAR_KM ? { kind: "far", km } : null;
}
