import type { Trip } from "@voltmarg/contract";
import { useEffect, useReducer } from "react";
import { useOpenSessions } from "../../api/queries/sessions.ts";
import { begunTrip } from "../../native/storage.ts";
import { passStop, type Progress, progressOf } from "./trip-progress.ts";

/** How far a trip has come; `pass` when the driver drives past the next stop. */
export function useProgress(trip: Trip): Progress & { pass: () => void } {
  const sessions = useOpenSessions().data ?? [];
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const progress = progressOf(trip, sessions);
  const charging = progress.at === null ? null : trip.plan.stops[progress.at]!.station.id;
  useEffect(() => {
    if (charging !== null) passStop(trip, charging);
  }, [charging, trip]);
  useEffect(() => {
    // Begun or ended here, by the service, or on another device.
    if (trip.begun_at !== null) begunTrip.write(trip.id);
    else if (begunTrip.read() === trip.id) begunTrip.write(null);
  }, [trip.begun_at, trip.id]);
  const pass = () => {
    if (progress.next !== null) passStop(trip, trip.plan.stops[progress.next]!.station.id);
    redraw();
  };
  return { ...progress, pass };
}
