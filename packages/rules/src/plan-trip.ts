import { CHARGE_EFFICIENCY, chargingMinutes, type ChargingCurve } from "./charging-curve.ts";
import { findGap, type TripGap } from "./trip-gap.ts";
import { tripLegs } from "./trip-legs.ts";
import { spareOf } from "./trip-spare.ts";
import type { TripWay } from "./trip-way.ts";

export type TripPlug = {
  id: string;
  /** kW */
  powerKw: number;
  current: "AC" | "DC";
  /** How long a driver must expect to wait for it. */
  waitMinutes: number;
  /** Starts failed here, or its status is old: taken only where there is no other way. */
  doubtful: boolean;
};

export type TripStation = {
  id: string;
  /** Where on the way the driver leaves it. */
  km: number;
  /** There and back. */
  detourKm: number;
  /** Those that fit the vehicle. */
  plugs: readonly TripPlug[];
};

export type TripAim = "QUICKEST" | "FEWEST_STOPS" | "CHEAPEST";

export type TripInput = {
  way: TripWay;
  /** By rising km. */
  stations: readonly TripStation[];
  batteryKwh: number;
  startKwh: number;
  /** What is never used up on the way. */
  reserveKwh: number;
  /** What is to be left at the end. */
  endKwh: number;
  /** What the vehicle takes from a DC and from an AC plug. */
  curves: Record<"DC" | "AC", ChargingCurve>;
  /** Of a detour. */
  kwhPerKm: number;
  minutesPerKm: number;
  aim: TripAim;
  /** What a charging session costs, in paise with GST, begun so many minutes after departure; null: not known. */
  price: (
    station: TripStation,
    plug: TripPlug,
    startMinutes: number,
    kwh: number,
    minutes: number,
  ) => number | null;
};

export type TripStop = {
  station: TripStation;
  plug: TripPlug;
  /** Minutes after departure. */
  arriveMinutes: number;
  arriveKwh: number;
  leaveKwh: number;
  /** Of charging, without the wait. */
  minutes: number;
  /** From the plug: more than what reaches the battery. */
  kwh: number;
  priceMinor: number | null;
  /** Another station that is reached with what is left on arrival. */
  spare: TripStation | null;
};

export type TripPlan = {
  stops: TripStop[];
  /** From departure to arrival. */
  minutes: number;
  arriveKwh: number;
  /** Paise; null: the price of a stop is not known. */
  priceMinor: number | null;
};

/** Minutes to find the plug, to plug in and to start. */
export const STOP_MINUTES = 8;
/** What a stop counts more where few are wanted, minutes. */
const FEWER_MINUTES = 20;
/** What a doubtful plug counts more, minutes. */
const DOUBT_MINUTES = 45;
/** What a minute counts where the cheapest is wanted, paise: an hour is worth ₹120. */
const MINUTE_MINOR = 200;
/** What a kWh of unknown price counts there, paise. */
const UNKNOWN_KWH_MINOR = 4_000;
/** Leaving at whole multiples of this share of the battery, and with just enough for a later stop. */
const LEVELS = 20;
const BUCKETS = 100;

type Label = {
  at: number;
  /** In minutes or paise, by the aim. */
  cost: number;
  minutes: number;
  kwh: number;
  from: Departure | null;
};
type Departure = {
  label: Label;
  plug: TripPlug | null;
  leaveKwh: number;
  chargeMinutes: number;
  plugKwh: number;
  priceMinor: number | null;
  cost: number;
  minutes: number;
};

/**
 * Plans charging stops along a way: labels of what is left in the battery at each station, in the order of the way. A
 * label is dropped where another has as much left for no more cost. Each stop ends at a multiple of 5 % or with just
 * enough for a later stop or the end. Pure; about n² × 20 steps for n stations. Where no plan exists, the gap is said.
 */
export function planTrip(input: TripInput): TripPlan | TripGap {
  const { stations, batteryKwh, reserveKwh, endKwh } = input;
  const legs = tripLegs(input);
  const end = stations.length;
  const buckets: (Label | undefined)[][] = stations.map(() => []);
  buckets.push([]);
  const charge = charger(input);

  const relax = (to: number, leg: { minutes: number; kwh: number }, departure: Departure) => {
    const kwh = departure.leaveKwh - leg.kwh;
    const cost = departure.cost + timeCost(input.aim, leg.minutes);
    const bucket = Math.floor((kwh / batteryKwh) * BUCKETS);
    const known = buckets[to]![bucket];
    if (known && (known.cost < cost || (known.cost === cost && known.kwh >= kwh))) return;
    const minutes = departure.minutes + leg.minutes;
    buckets[to]![bucket] = { at: to, cost, minutes, kwh, from: departure };
  };

  const start: Label = { at: -1, cost: 0, minutes: 0, kwh: input.startKwh, from: null };
  for (let at = -1; at < end; at += 1) {
    const labels = at < 0 ? [start] : undominated(buckets[at]!);
    if (labels.length === 0) continue;
    const options = at < 0 ? [stay(start)] : levels(input, labels, charge);
    const most = at < 0 ? input.startKwh : batteryKwh;
    for (let to = at + 1; to <= end; to += 1) {
      const leg = legs.between(at, to);
      const need = leg.kwh + (to === end ? endKwh : reserveKwh);
      if (legs.past(at, to) > most - reserveKwh) break;
      if (need > most) continue;
      for (const departure of options) if (departure.leaveKwh >= need) relax(to, leg, departure);
      if (at < 0) continue;
      const enough = cheapest(labels, need, charge);
      if (enough) relax(to, leg, enough);
    }
  }

  const [best] = undominated(buckets[end]!).toSorted((a, b) => a.cost - b.cost);
  return best ? asPlan(input, best) : findGap(input);
}

/** Without charging: only from the start. */
const stay = (label: Label): Departure => ({
  label,
  plug: null,
  leaveKwh: label.kwh,
  chargeMinutes: 0,
  plugKwh: 0,
  priceMinor: null,
  cost: label.cost,
  minutes: label.minutes,
});

/** Those with more left than any that costs less, by falling content. */
function undominated(buckets: readonly (Label | undefined)[]): Label[] {
  const kept: Label[] = [];
  for (let bucket = buckets.length - 1; bucket >= 0; bucket -= 1) {
    const label = buckets[bucket];
    if (label && label.cost < (kept.at(-1)?.cost ?? Number.POSITIVE_INFINITY)) kept.push(label);
  }
  return kept;
}

type Charge = (label: Label, leaveKwh: number) => Departure;

/** The best departure with so much, from any label that arrived with less; null: there is none. */
function cheapest(labels: readonly Label[], leaveKwh: number, charge: Charge): Departure | null {
  let best: Departure | null = null;
  for (const label of labels) {
    if (label.kwh >= leaveKwh || (best && label.cost >= best.cost)) continue;
    const departure = charge(label, leaveKwh);
    if (!best || departure.cost < best.cost) best = departure;
  }
  return best;
}

function levels({ batteryKwh }: TripInput, labels: readonly Label[], charge: Charge): Departure[] {
  const found: Departure[] = [];
  for (let level = 1; level <= LEVELS; level += 1) {
    const departure = cheapest(labels, (batteryKwh * level) / LEVELS, charge);
    if (departure) found.push(departure);
  }
  return found;
}

const timeCost = (aim: TripAim, minutes: number): number =>
  aim === "CHEAPEST" ? minutes * MINUTE_MINOR : minutes;

/** Charges at the plug that costs least for it. */
function charger(input: TripInput): Charge {
  const { stations, batteryKwh, curves, aim } = input;
  const times = new Map<string, (fromKwh: number, toKwh: number) => number>();
  const timesOf = ({ current, powerKw }: TripPlug) => {
    const key = `${current}${powerKw}`;
    let known = times.get(key);
    if (!known) times.set(key, (known = chargingMinutes(curves[current], batteryKwh, powerKw)));
    return known;
  };
  return (label, leaveKwh) => {
    const station = stations[label.at]!;
    let best: Departure | null = null;
    for (const plug of station.plugs) {
      const chargeMinutes = timesOf(plug)(label.kwh, leaveKwh);
      const plugKwh = (leaveKwh - label.kwh) / CHARGE_EFFICIENCY;
      const spent = STOP_MINUTES + plug.waitMinutes + chargeMinutes;
      const begun = label.minutes + STOP_MINUTES + plug.waitMinutes;
      const priceMinor =
        aim === "CHEAPEST" ? input.price(station, plug, begun, plugKwh, chargeMinutes) : null;
      const counted =
        spent + (aim === "FEWEST_STOPS" ? FEWER_MINUTES : 0) + (plug.doubtful ? DOUBT_MINUTES : 0);
      const money = aim === "CHEAPEST" ? (priceMinor ?? plugKwh * UNKNOWN_KWH_MINOR) : 0;
      const cost = label.cost + timeCost(aim, counted) + money;
      if (best && best.cost <= cost) continue;
      const minutes = label.minutes + spent;
      best = { label, plug, leaveKwh, chargeMinutes, plugKwh, priceMinor, cost, minutes };
    }
    return best!;
  };
}

function asPlan(input: TripInput, last: Label): TripPlan {
  const stops: TripStop[] = [];
  for (let label = last; label.from; label = label.from.label) {
    const { plug, leaveKwh, chargeMinutes, plugKwh, label: arrived } = label.from;
    if (!plug) continue;
    const station = input.stations[arrived.at]!;
    const begun = arrived.minutes + STOP_MINUTES + plug.waitMinutes;
    stops.unshift({
      station,
      plug,
      arriveMinutes: arrived.minutes,
      arriveKwh: arrived.kwh,
      leaveKwh,
      minutes: chargeMinutes,
      kwh: plugKwh,
      priceMinor: input.price(station, plug, begun, plugKwh, chargeMinutes),
      spare: spareOf(input, arrived.at, arrived.kwh),
    });
  }
  const prices = stops.map(({ priceMinor }) => priceMinor);
  return {
    stops,
    minutes: last.minutes,
    arriveKwh: last.kwh,
    priceMinor: prices.some((price) => price === null)
      ? null
      : prices.reduce<number>((sum, price) => sum + price!, 0),
  };
}
