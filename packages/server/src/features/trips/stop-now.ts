import type { Location, TripPlan, TripStopNow, Vehicle } from "@voltmarg/contract";
import { fits } from "@voltmarg/rules";
import { OUT_OF_ORDER } from "./trip-candidates.ts";

/** The present state of a station, from its plugs that fit. `station` undefined: it is removed, closed or hidden. */
export function stopNow(
  stationId: string,
  station: Location | undefined,
  vehicle: Vehicle | null,
): TripStopNow {
  if (!vehicle) return { station_id: stationId, state: "UNKNOWN", free: 0, of: 0 };
  const evses = station && !station.restricted ? station.evses : [];
  const working = evses.filter(
    ({ status, connectors }) =>
      !OUT_OF_ORDER.has(status) &&
      connectors.some((plug) => plug.foreign_currency === undefined && fits(plug, vehicle)),
  );
  const having = (status: string) => working.filter((evse) => evse.status === status).length;
  const free = having("AVAILABLE");
  const state =
    working.length === 0 ? "LOST" : free > 0 ? "FREE" : having("UNKNOWN") > 0 ? "UNKNOWN" : "TAKEN";
  return { station_id: stationId, state, free, of: working.length };
}

type Deps = {
  vehicleOf(userId: string, id: string | undefined): Promise<Vehicle | null>;
  /** Of the given stations, those that the driver can see and charge at now. */
  stationsNow(userId: string, ids: readonly string[]): Promise<Location[]>;
};

/** The present state of the station of each stop of a plan. */
export async function stopsNow(
  deps: Deps,
  userId: string,
  { plan, vehicle_id }: { plan: TripPlan; vehicle_id: string | null },
): Promise<TripStopNow[]> {
  const ids = plan.stops.map(({ station }) => station.id);
  if (ids.length === 0) return [];
  const vehicle = await deps.vehicleOf(userId, vehicle_id ?? undefined);
  const known = await deps.stationsNow(userId, ids);
  const byId = new Map(known.map((station) => [station.id, station]));
  return ids.map((id) => stopNow(id, byId.get(id), vehicle));
}
