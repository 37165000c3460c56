import { CHARGE_EFFICIENCY, chargingMinutes, STOP_MINUTES, type TripGap } from "@voltmarg/rules";
import {
  planJob,
  reckon,
  type PlanJob,
  type PlannedStop,
  type PlannedTrip,
  type Way,
} from "./plan-job.ts";
import type { TripFacts } from "./trip-facts.ts";
import { createPrice } from "./trip-prices.ts";

export type ConfirmJob = { job: PlanJob; trip: PlannedTrip; through: Way };

/**
 * The same stops by the road that goes through them: where it takes more, the stop before is longer. Where a stop is not
 * reached that way, the trip is planned anew with as much more in reserve; `confirmed` says that its road is known.
 */
export function confirmJob({
  job,
  trip,
  through,
}: ConfirmJob): { trip: PlannedTrip; confirmed: boolean } | TripGap {
  const driven = drive(job, trip, through);
  if (typeof driven !== "number") return { trip: driven, confirmed: true };
  const { facts } = job;
  const more = { reserveKwh: facts.reserveKwh + driven, endKwh: facts.endKwh + driven };
  const again = planJob({ ...job, facts: { ...facts, ...more } });
  if ("gap" in again) return again;
  const stopsOf = ({ stops }: PlannedTrip) => stops.map(({ stationId }) => stationId).join(" ");
  const same = stopsOf(again.trip) === stopsOf(trip) && drive(job, again.trip, through);
  return typeof same === "object"
    ? { trip: same, confirmed: true }
    : { trip: again.trip, confirmed: false };
}

/** The trip as it is driven on that road, or how many kWh it lacks. */
function drive({ facts, departsMs, tariffs, stations }: PlanJob, trip: PlannedTrip, through: Way) {
  const { batteryKwh, reserveKwh, endKwh, startKwh, curves } = facts;
  const price = createPrice(tariffs, departsMs);
  const byId = new Map(stations.map((station) => [station.id, station]));
  const legs = trip.legs.map((_, leg) => legOf(through, leg, facts));
  let [km, minutes, left] = [0, 0, startKwh];
  const stops: PlannedStop[] = [];
  for (const [nth, stop] of trip.stops.entries()) {
    const { plug } = stop;
    km += legs[nth]!.km;
    minutes += legs[nth]!.minutes;
    const arriveKwh = left - legs[nth]!.kwh;
    const least = nth === trip.stops.length - 1 ? endKwh : reserveKwh;
    const leaveKwh = Math.max(stop.leaveKwh, legs[nth + 1]!.kwh + least, arriveKwh);
    const lacks = Math.max(reserveKwh - arriveKwh, leaveKwh - batteryKwh);
    if (lacks > 0) return lacks;
    const time = chargingMinutes(curves[plug.current], batteryKwh, plug.powerKw);
    const chargeMinutes = time(arriveKwh, leaveKwh);
    const kwh = (leaveKwh - arriveKwh) / CHARGE_EFFICIENCY;
    const begun = minutes + STOP_MINUTES + plug.waitMinutes;
    const station = byId.get(stop.stationId)!;
    stops.push({
      ...stop,
      km,
      arriveMinutes: minutes,
      arriveKwh,
      leaveKwh,
      chargeMinutes,
      kwh,
      priceMinor: price({ station, plug }, begun, kwh, chargeMinutes),
    });
    minutes = begun + chargeMinutes;
    left = leaveKwh;
  }
  const last = legs.at(-1)!;
  return { stops, legs, minutes: minutes + last.minutes, arriveKwh: left - last.kwh };
}

function legOf({ stretches, heights }: Way, leg: number, facts: TripFacts) {
  const first = stretches.findIndex((stretch) => stretch.leg === leg);
  const own = stretches.filter((stretch) => stretch.leg === leg);
  const heightsOfLeg = heights?.slice(first, first + own.length + 1) ?? null;
  const way = reckon({ stretches: own, heights: heightsOfLeg }, facts);
  return { km: way.km.at(-1)!, minutes: way.minutes.at(-1)!, kwh: way.kwh.at(-1)! };
}
