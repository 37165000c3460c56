import type { SharedTrip } from "@voltmarg/contract";

/** Where the way leads, with its stops by number. */
export function TripMap(_: { plan: SharedTrip; next: number | null }) {
  return null;
}
