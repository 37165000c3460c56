import type { Session, Trip } from "@voltmarg/contract";
import { personal } from "../../native/storage.ts";

/** How far a trip on the way has come. */
export type Progress = {
  /** The stop at which something charges or starts; null: none. */
  at: number | null;
  /** The stop that comes next; null: none is left, or the trip is not begun. */
  next: number | null;
  /** What charges there. */
  session: Session | null;
};
/** `plan`: when it departs; a trip that is planned again has other stops. */
type Passed = { id: string; plan: string; stations: string[] };

const PASSED = "trip-passed";

const passedOf = ({ id, plan }: Trip): string[] => {
  const kept = personal.read<Passed>(PASSED);
  return kept?.id === id && kept.plan === plan.departs_at ? kept.stations : [];
};

/** The driver has charged at a stop, or drives past it. */
export function passStop(trip: Trip, stationId: string): void {
  const stations = passedOf(trip);
  if (stations.includes(stationId)) return;
  const { id, plan } = trip;
  personal.write(PASSED, { id, plan: plan.departs_at, stations: [...stations, stationId] });
}

/** By the stops that were passed and what charges now. */
export function progressOf(trip: Trip, sessions: readonly Session[]): Progress {
  if (trip.begun_at === null) return { at: null, next: null, session: null };
  const { stops } = trip.plan;
  const passed = passedOf(trip);
  const chargesAt = (stationId: string) =>
    sessions.find(({ location }) => location.id === stationId) ?? null;
  const at = stops.findIndex(({ station }) => chargesAt(station.id));
  const last = Math.max(
    at,
    stops.findLastIndex(({ station }) => passed.includes(station.id)),
  );
  return {
    at: at < 0 ? null : at,
    next: last + 1 < stops.length ? last + 1 : null,
    session: at < 0 ? null : chargesAt(stops[at]!.station.id),
  };
}
