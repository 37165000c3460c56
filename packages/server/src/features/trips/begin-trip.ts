import type { Tx } from "../../platform/database/database.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { endsAt, TAKEN_MS, timesOfStop } from "./planned-times.ts";
import { insertStops, removeStops, stopsOfTrip, type StopWatch } from "./stop-watches.store.ts";
import { endOthers, type TripRow } from "./trips.store.ts";

/** The outbox topic under which a station is looked at for the trips that stop there. */
export const LOOK = "trip.look";

export const isUnderWay = ({ begun_at, ends_at }: TripRow, now: Date): boolean =>
  begun_at !== null && ends_at !== null && ends_at > now;

/** Begins a trip that is not under way, and ends the one that was. The caller has locked the driver's trips. */
export async function beginTrip(
  tx: Tx,
  outbox: Outbox,
  userId: string,
  row: TripRow,
  now: Date,
): Promise<TripRow> {
  await endOthers(tx, userId, row.id);
  const begun = { ...row, begun_at: now, ends_at: endsAt(row.plan, now), warned: 0 };
  await watchStops(tx, outbox, userId, begun, now);
  return begun;
}

export async function endTrip(tx: Tx, userId: string, row: TripRow): Promise<TripRow> {
  await removeStops(tx, userId);
  return { ...row, begun_at: null, ends_at: null };
}

/**
 * Watches the stops of the plan that a trip under way has now, in place of those watched so far. A station that stays
 * remembers what its driver was told of it.
 */
export async function watchStops(
  tx: Tx,
  outbox: Outbox,
  userId: string,
  { id, plan, begun_at }: TripRow,
  now: Date,
): Promise<void> {
  const before = new Map(
    (await stopsOfTrip(tx, userId, id)).map((stop) => [stop.location_id, stop]),
  );
  await removeStops(tx, userId);
  const stops = plan.stops.map((stop, nth): StopWatch => {
    const known = before.get(stop.station.id);
    return {
      user_id: userId,
      trip_id: id,
      nth,
      location_id: stop.station.id,
      ...timesOfStop(plan, begun_at!, stop),
      seen_mark: 0,
      trouble: known?.trouble ?? null,
      lost_at: known?.lost_at ?? null,
      taken_at: known?.taken_at ?? null,
    };
  });
  const ahead = stops.filter(({ until_at }) => until_at > now);
  if (ahead.length === 0) return;
  await insertStops(tx, ahead);
  const looks = ahead.map(({ location_id }) => lookAt(location_id));
  await outbox.enqueueOnce(tx, LOOK, looks, { at: now, sooner: true });
  // Plugs that are taken by then may have been so for long: no status comes.
  for (const { location_id, arrives_at } of ahead) {
    const due = new Date(arrives_at.getTime() - TAKEN_MS);
    if (due > now) await outbox.enqueue(tx, LOOK, { locationId: location_id }, due);
  }
}

/** A station has at most one look that waits, however often its status changes. */
export const lookAt = (locationId: string) => ({
  id: `${LOOK}:${locationId}`,
  payload: { locationId },
});
