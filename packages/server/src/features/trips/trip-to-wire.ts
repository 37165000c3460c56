import type { Location, TripAssumption, TripGap, TripPlan, TripStop } from "@voltmarg/contract";
import { encodePolyline, type Position, type TripAim, type TripGap as Gap } from "@voltmarg/rules";
import type { PlannedStop, PlannedTrip } from "./plan-job.ts";

type Place = TripPlan["start"];

export function planToWire(of: {
  asked: { start: Place; end: Place; preference: TripAim };
  departsMs: number;
  trip: PlannedTrip;
  batteryKwh: number;
  stations: readonly Location[];
  line: readonly Position[];
  petrol: { price: number; kmPerLitre: number };
  /** Of each stop. */
  expected: readonly TripStop["expected"][];
  assumptions: TripAssumption[];
}): TripPlan {
  const { asked, departsMs, trip, batteryKwh, petrol } = of;
  const byId = new Map(of.stations.map((station) => [station.id, station]));
  const at = (minutes: number) => new Date(departsMs + Math.round(minutes * 60_000)).toISOString();
  const percent = (kwh: number) => Math.min(100, Math.floor((kwh / batteryKwh) * 100 + 1e-6));
  const stopToWire = (stop: PlannedStop, nth: number): TripStop => ({
    station: stationToWire(byId.get(stop.stationId)!),
    evse_uid: stop.plug.evseUid,
    connector_id: stop.plug.connectorId,
    standard: stop.plug.standard,
    power_kw: stop.plug.powerKw,
    doubtful: stop.plug.doubtful,
    km: tenth(stop.km),
    arrives_at: at(stop.arriveMinutes),
    arrive_percent: percent(stop.arriveKwh),
    // The driver stops at a whole percent: never one too few.
    leave_percent: Math.min(100, Math.ceil((stop.leaveKwh / batteryKwh) * 100 - 1e-6)),
    wait_minutes: stop.plug.waitMinutes,
    expected: of.expected[nth] ?? null,
    charge_minutes: Math.ceil(stop.chargeMinutes),
    kwh: tenth(stop.kwh),
    price_minor: stop.priceMinor,
    spare: stop.spare && {
      ...stationToWire(byId.get(stop.spare.id)!),
      km: tenth(stop.spare.km),
    },
  });
  const stops = trip.stops.map(stopToWire);
  const km = sum(trip.legs.map((leg) => leg.km));
  const prices = trip.stops.map(({ priceMinor }) => priceMinor);
  const known = prices.filter((price) => price !== null);
  return {
    preference: asked.preference,
    start: asked.start,
    end: asked.end,
    departs_at: at(0),
    arrives_at: at(trip.minutes),
    arrive_percent: percent(trip.arriveKwh),
    km: tenth(km),
    minutes: Math.round(trip.minutes),
    drive_minutes: Math.round(sum(trip.legs.map(({ minutes }) => minutes))),
    // Of what is said of each stop, so that a driver who adds them up finds the same.
    charge_minutes: sum(stops.map(({ charge_minutes }) => charge_minutes)),
    kwh: tenth(sum(trip.legs.map(({ kwh }) => kwh))),
    price_minor: known.length === prices.length ? sum(known) : null,
    petrol_minor: Math.round((km / petrol.kmPerLitre) * petrol.price * 100),
    stops,
    legs: trip.legs.map((leg) => ({
      km: tenth(leg.km),
      minutes: Math.round(leg.minutes),
      kwh: tenth(leg.kwh),
    })),
    line: encodePolyline(of.line),
    assumptions: of.assumptions,
  };
}

export const gapToWire = (
  { fromKm, toKm, missingKwh, helps }: Gap["gap"],
  road: { km: number; line: readonly Position[] },
): TripGap => ({
  from_km: tenth(fromKm),
  to_km: tenth(toKm),
  missing_kwh: Math.ceil(missingKwh * 10) / 10,
  helps,
  km: tenth(road.km),
  line: encodePolyline(road.line),
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const tenth = (value: number) => Math.round(value * 10) / 10;

function stationToWire({ id, name, address, city, operator, coordinates }: Location) {
  return { id, name, address, city, operator: operator.name, ...coordinates };
}
