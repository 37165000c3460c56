import { CHARGE_EFFICIENCY, chargingMinutes } from "./charging-curve.ts";
import { findGap, type TripGap } from "./trip-gap.ts";
import { tripLegs } from "./trip-legs.ts";
import { spareOf } from "./trip-spare.ts";
import { spansOf } from "./trip-spans.ts";
import type { TripAim, TripInput, TripPlug, TripStation } from "./trip-input.ts";

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
/** What a kWh of a full battery may become cheaper by arriving at another time, paise. */
const TURN_KWH_MINOR = 800;
/** Leaving at whole multiples of this share of the battery, and with just enough for a later stop. */
const LEVELS = 20;
/** Of what is left on arrival; their numbers fit into BUCKET_BITS. */
const BUCKETS = 100;
const BUCKET_BITS = 7;

type Label = {
  at: number;
  /** In minutes or paise, by the aim. */
  cost: number;
  minutes: number;
  kwh: number;
  /** Of time, in which it arrives. */
  span: number;
  from: Departure | null;
};
type Departure = {
  label: Label;
  plug: TripPlug | null;
  leaveKwh: number;
  chargeMinutes: number;
  plugKwh: number;
  cost: number;
  minutes: number;
};

/**
 * Plans charging stops along a way. It makes labels of the kWh left at each station, in the order of the way. A label is
 * dropped if another one of the same time span has as much left at no higher cost. There are several spans only for the
 * cheapest plan, if prices change on the way. Each stop ends at a multiple of 5 % or with just enough for a later stop or
 * the end. Pure; about n² × 20 steps for n stations and each span. Returns the gap if there is no plan.
 */
export function planTrip(input: TripInput): TripPlan | TripGap {
  const { stations, batteryKwh, reserveKwh, endKwh } = input;
  const legs = tripLegs(input);
  const end = stations.length;
  const known: Map<number, Label>[] = Array.from({ length: end + 1 }, () => new Map());
  const spanAt = spansOf(input.aim === "CHEAPEST" ? input.turns : [], end);
  const charge = charger(input, spanAt);

  const relax = (to: number, leg: { minutes: number; kwh: number }, departure: Departure) => {
    const kwh = departure.leaveKwh - leg.kwh;
    const cost = departure.cost + timeCost(input.aim, leg.minutes);
    const minutes = departure.minutes + leg.minutes;
    const span = spanAt(minutes);
    const place = (span << BUCKET_BITS) | Math.floor((kwh / batteryKwh) * BUCKETS);
    const other = known[to]!.get(place);
    if (other && (other.cost < cost || (other.cost === cost && other.kwh >= kwh))) return;
    known[to]!.set(place, { at: to, cost, minutes, kwh, span, from: departure });
  };

  // At none of the stations.
  const start: Label = { at: NaN, cost: 0, minutes: 0, kwh: input.startKwh, span: 0, from: null };
  for (let at = -1; at < end; at += 1) {
    const labels = at < 0 ? [start] : undominated(known[at]!, batteryKwh);
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
      for (const enough of cheapest(labels, need, charge)) relax(to, leg, enough);
    }
  }

  const [best] = [...known[end]!.values()].toSorted((a, b) => a.cost - b.cost);
  return best ? asPlan(input, best) : findGap(input);
}

/** Without charging: only from the start. */
const stay = (label: Label): Departure => ({
  label,
  plug: null,
  leaveKwh: label.kwh,
  chargeMinutes: 0,
  plugKwh: 0,
  cost: label.cost,
  minutes: label.minutes,
});

/**
 * Of each span those with more left than any that costs less, by falling content; none that costs so much more than one
 * of another span with as much left that a turn of prices will not make up for it.
 */
function undominated(known: ReadonlyMap<number, Label>, batteryKwh: number): Label[] {
  const least = new Map<number, number>();
  let ofAll = Number.POSITIVE_INFINITY;
  return [...known.values()]
    .toSorted((a, b) => b.kwh - a.kwh)
    .filter(({ span, cost }) => {
      if (cost >= (least.get(span) ?? Number.POSITIVE_INFINITY)) return false;
      least.set(span, cost);
      ofAll = Math.min(ofAll, cost);
      return cost <= ofAll + batteryKwh * TURN_KWH_MINOR;
    });
}

/** By the span in which they leave. */
type Departures = Map<number, Departure>;
type Charge = (label: Label, leaveKwh: number, best: Departures) => void;

/** The best departures with so much, from any label that arrived with less. */
function cheapest(labels: readonly Label[], leaveKwh: number, charge: Charge) {
  const best: Departures = new Map();
  for (const label of labels) if (label.kwh < leaveKwh) charge(label, leaveKwh, best);
  return best.values();
}

function levels({ batteryKwh }: TripInput, labels: readonly Label[], charge: Charge): Departure[] {
  const found: Departure[] = [];
  for (let level = 1; level <= LEVELS; level += 1)
    found.push(...cheapest(labels, (batteryKwh * level) / LEVELS, charge));
  return found;
}

const timeCost = (aim: TripAim, minutes: number): number =>
  aim === "CHEAPEST" ? minutes * MINUTE_MINOR : minutes;

/** Charges at each plug, and keeps of each span the departure that costs least. */
function charger(input: TripInput, spanAt: (minutes: number) => number): Charge {
  const { stations, aim } = input;
  const times = timesOf(input);
  return (label, leaveKwh, best) => {
    const station = stations[label.at]!;
    const plugKwh = (leaveKwh - label.kwh) / CHARGE_EFFICIENCY;
    for (let nth = 0; nth < station.plugs.length; nth += 1) {
      const plug = station.plugs[nth]!;
      const chargeMinutes = times[label.at]![nth]!(label.kwh, leaveKwh);
      const begun = label.minutes + STOP_MINUTES + plug.waitMinutes;
      const minutes = begun + chargeMinutes;
      const span = spanAt(minutes);
      const least = best.get(span)?.cost ?? Number.POSITIVE_INFINITY;
      const more =
        (aim === "FEWEST_STOPS" ? FEWER_MINUTES : 0) + (plug.doubtful ? DOUBT_MINUTES : 0);
      let cost = label.cost + timeCost(aim, minutes - label.minutes + more);
      // Its price is reckoned only where the time alone does not cost too much.
      if (cost >= least) continue;
      if (aim === "CHEAPEST")
        cost +=
          input.price(station, plug, begun, plugKwh, chargeMinutes) ?? plugKwh * UNKNOWN_KWH_MINOR;
      if (cost >= least) continue;
      best.set(span, { label, plug, leaveKwh, chargeMinutes, plugKwh, cost, minutes });
    }
  };
}

/** Of each plug of each station, the minutes from one content to another. */
function timesOf({ stations, curves, batteryKwh }: TripInput) {
  const known = new Map<string, ReturnType<typeof chargingMinutes>>();
  return stations.map(({ plugs }) =>
    plugs.map(({ current, powerKw }) => {
      const key = `${current}${powerKw}`;
      const times = known.get(key) ?? chargingMinutes(curves[current], batteryKwh, powerKw);
      known.set(key, times);
      return times;
    }),
  );
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
