import fc from "fast-check";
import { CHARGE_EFFICIENCY, chargingMinutes, genericCurve } from "../src/charging-curve.ts";
import { STOP_MINUTES, type TripPlan } from "../src/plan-trip.ts";
import type { TripAim, TripInput, TripStation } from "../src/trip-input.ts";
import { tripLegs } from "../src/trip-legs.ts";

const PER_KM = 0.16;
export const way = (km: number, perKm = PER_KM) => ({
  km: [0, km],
  minutes: [0, km],
  kwh: [0, km * perKm],
});
export const station = (
  km: number,
  powerKw = 50,
  more: Partial<TripStation> = {},
): TripStation => ({
  id: `at-${km}`,
  km,
  detourKm: 1,
  plugs: [{ id: "1", powerKw, current: "DC", waitMinutes: 0, doubtful: false }],
  ...more,
});
/** A trip of 400 km with 40 kWh, where a kWh costs ₹20 everywhere. */
export const trip = (more: Partial<TripInput> = {}): TripInput => ({
  way: way(400),
  stations: [station(100), station(180), station(260), station(330)],
  batteryKwh: 40,
  startKwh: 36,
  reserveKwh: 4,
  endKwh: 8,
  curves: {
    DC: genericCurve(60),
    AC: [
      { percent: 0, kw: 7.2 },
      { percent: 100, kw: 7.2 },
    ],
  },
  kwhPerKm: PER_KM,
  minutesPerKm: 1.5,
  aim: "QUICKEST",
  price: (_, __, ___, kwh) => Math.round(kwh * 2_000),
  turns: [],
  ...more,
});

/** What a plan costs by its aim: in minutes, or in paise with the time at ₹120 an hour. */
export function costOf({ aim }: TripInput, { minutes, stops }: TripPlan): number {
  const doubts = stops.filter(({ plug }) => plug.doubtful).length * 45;
  if (aim === "QUICKEST") return minutes + doubts;
  if (aim === "FEWEST_STOPS") return minutes + doubts + stops.length * 20;
  const money = stops.reduce((sum, stop) => sum + (stop.priceMinor ?? stop.kwh * 4_000), 0);
  return money + (minutes + doubts) * 200;
}

/** Paise of a kWh at the cheapest plug and hour. */
const cheapestKwh = ({ stations, price }: TripInput): number =>
  Math.min(
    ...stations.flatMap((place) =>
      place.plugs.flatMap((plug) =>
        [0, 1_000].map((begun) => price(place, plug, begun, 1_000, 0)! / 1_000),
      ),
    ),
  ) * 0.97;

/**
 * The least cost below a bound. It tries every order of stations, every plug, every multiple of `step` percent, and just
 * enough for the next stop. It drops only what costs more than the bound with the rest of the way. null: too many.
 */
export function bruteForce(
  asked: TripInput,
  step: number,
  bound: number,
  most = MOST_VISITED,
): number | null {
  const legs = tripLegs(asked);
  const end = asked.stations.length;
  let best = bound;
  let visited = 0;
  const timeCost = (minutes: number) => (asked.aim === "CHEAPEST" ? minutes * 200 : minutes);
  const fastestKw = Math.max(...asked.stations.flatMap(({ plugs }) => plugs.map((p) => p.powerKw)));
  const least = asked.aim === "CHEAPEST" ? cheapestKwh(asked) : 0;
  /** The least cost of the rest: the way, and charging the missing energy at the best plug of all. */
  const rest = (at: number, kwh: number) => {
    const leg = legs.between(at, end);
    const lacks = Math.max(0, (leg.kwh + asked.endKwh - kwh) / CHARGE_EFFICIENCY);
    const charging = (lacks / Math.min(60, fastestKw)) * 60 + (lacks > 0 ? STOP_MINUTES : 0);
    return timeCost(leg.minutes + charging) + lacks * least;
  };
  const go = (at: number, kwh: number, minutes: number, cost: number): void => {
    visited += 1;
    if (visited > most || cost + rest(at, kwh) >= best) return;
    for (let to = at + 1; to <= end; to += 1) {
      const leg = legs.between(at, to);
      const need = leg.kwh + (to === end ? asked.endKwh : asked.reserveKwh);
      const drive = (leave: number, spent: number, more: number) => {
        if (leave < need) return;
        const total = cost + more + timeCost(leg.minutes);
        if (to === end) best = Math.min(best, total);
        else go(to, leave - leg.kwh, minutes + spent + leg.minutes, total);
      };
      if (at < 0) {
        drive(kwh, 0, 0);
        continue;
      }
      const place = asked.stations[at]!;
      const whole = [];
      for (let percent = step; percent <= 100; percent += step)
        whole.push((asked.batteryKwh * percent) / 100);
      for (const plug of place.plugs) {
        const time = chargingMinutes(asked.curves[plug.current], asked.batteryKwh, plug.powerKw);
        for (const leave of [need, ...whole]) {
          if (leave <= kwh || leave > asked.batteryKwh || leave < need) continue;
          const charge = time(kwh, leave);
          const spent = STOP_MINUTES + plug.waitMinutes + charge;
          const taken = (leave - kwh) / CHARGE_EFFICIENCY;
          const begun = minutes + STOP_MINUTES + plug.waitMinutes;
          const price = asked.price(place, plug, begun, taken, charge) ?? taken * 4_000;
          const counted =
            spent + (plug.doubtful ? 45 : 0) + (asked.aim === "FEWEST_STOPS" ? 20 : 0);
          drive(leave, spent, timeCost(counted) + (asked.aim === "CHEAPEST" ? price : 0));
        }
      }
    }
  };
  go(-1, asked.startKwh, 0, 0);
  return visited > most && best === bound ? null : best;
}

/** Of the ways that brute force goes, so that a test ends. */
const MOST_VISITED = 30_000;

const aims: TripAim[] = ["QUICKEST", "FEWEST_STOPS", "CHEAPEST"];
/** Corridors of up to eight stations. `nights`: the share of its price that a plug costs after four hours. */
export const tripsWith = (nights: readonly number[]): fc.Arbitrary<TripInput> =>
  fc
    .record({
      km: fc.integer({ min: 150, max: 450 }),
      stations: fc.array(
        fc.record({
          share: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
          powerKw: fc.constantFrom(7.4, 15, 25, 30, 50, 60, 120),
          waitMinutes: fc.constantFrom(0, 0, 5, 20),
          doubtful: fc.constantFrom(false, false, false, true),
          minor: fc.integer({ min: 800, max: 3_000 }),
          flat: fc.constantFrom(0, 0, 2_360),
          night: fc.constantFrom(...nights),
          detourKm: fc.double({ min: 0, max: 8, noNaN: true }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      batteryKwh: fc.constantFrom(40.5, 50, 60),
      start: fc.double({ min: 0.3, max: 1, noNaN: true }),
      aim: fc.constantFrom(...aims),
    })
    .map(({ km, stations, batteryKwh, start, aim }) => {
      const sorted = stations.toSorted((a, b) => a.share - b.share);
      const places = sorted.map((one, nth): TripStation => ({
        id: String(nth),
        km: km * one.share,
        detourKm: one.detourKm,
        plugs: [
          { ...one, id: "1", current: one.powerKw < 15 ? "AC" : "DC" },
          { ...one, id: "2", powerKw: 3.3, waitMinutes: 0, current: "AC" },
        ],
      }));
      return trip({
        way: way(km),
        stations: places,
        batteryKwh,
        startKwh: batteryKwh * start,
        reserveKwh: batteryKwh * 0.1,
        endKwh: batteryKwh * 0.2,
        aim,
        turns: nights.some((night) => night !== 1) ? [240] : [],
        price: (place, _, begun, kwh) => {
          const { minor, flat, night } = sorted[Number(place.id)]!;
          return Math.round(kwh * minor * (begun >= 240 ? night : 1)) + flat;
        },
      });
    });

/** Random trips whose prices turn on the way, the same for the same seed. */
export const sampleTrips = (count: number, seed: number): TripInput[] =>
  fc.sample(tripsWith([1, 0.7, 1.4]), { numRuns: count, seed });
