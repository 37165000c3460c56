import {
  add,
  compare,
  divide,
  exact,
  type Fraction,
  fraction,
  multiply,
  subtract,
  zero,
} from "./fraction.ts";
import type { Part } from "./split-charge.ts";

/** OCPI 2.2.1 mod_cdrs ChargingPeriod, the fields read here. */
type ChargingPeriod = {
  start_date_time: string;
  dimensions: readonly { type: string; volume: number }[];
  tariff_id?: string | null | undefined;
};

const second = fraction(1);
const secondsOfHour = fraction(3600);
/** 0.00005 h: the rounding of four decimals of an hour. */
const lost = fraction(18, 100);

/**
 * The parts of a charge from its periods. The hours in them take precedence over the clock: reservation time at the
 * beginning of a period, parking time at its end, the energy between the two. `startsAt` and the periods are whole
 * seconds. Throws RangeError for impossible periods.
 */
export function readPeriods(
  periods: readonly ChargingPeriod[],
  startsAt: number,
  seconds: number,
): Part[] {
  const since = ({ start_date_time }: ChargingPeriod) =>
    (Date.parse(start_date_time) - startsAt) / 1000;
  const inOrder = periods.toSorted((a, b) => since(a) - since(b));
  const namesTariff = periods.some(({ tariff_id }) => tariff_id != null);
  return inOrder.flatMap((period, index) => {
    const from = since(period);
    const next = inOrder[index + 1];
    const to = next ? since(next) : seconds;
    if (from < 0 || to < from) throw new RangeError("a period is outside of its charge");
    if (next && to === from) throw new RangeError("two periods begin at once");
    const parts = divideUp(period, from, to - from);
    // If one period names its tariff, one without a tariff is free.
    const isFree = namesTariff && period.tariff_id == null;
    return isFree ? parts.map((part) => ({ ...part, isFree })) : parts;
  });
}

function divideUp(period: ChargingPeriod, from: number, length: number): Part[] {
  const has = (type: string) => period.dimensions.some((one) => one.type === type);
  const total = (type: string) =>
    period.dimensions
      .filter((one) => one.type === type)
      .reduce((sum, { volume }) => add(sum, exact(volume)), zero);
  const times = ["RESERVATION_TIME", "PARKING_TIME", "TIME"] as const;
  const energy = total("ENERGY");
  if (compare(energy, zero) < 0) throw new RangeError("energy went back to the grid");
  if (period.dimensions.some(({ type, volume }) => times.some((t) => t === type) && volume < 0)) {
    throw new RangeError("time went backwards");
  }
  const told = times.map((type) => multiply(total(type), secondsOfHour));
  if (compare(told.reduce(add), add(fraction(length), second)) > 0) {
    throw new RangeError("a period names more time than it has");
  }
  const [reserved, parked] = [told[0]!, told[1]!];
  const beforehand = wholeSeconds(reserved, length);
  const afterwards = wholeSeconds(parked, length - beforehand);
  const between = length - beforehand - afterwards;
  const isCharging = compare(energy, zero) > 0 || beforehand + afterwards === 0;
  const paid = has("TIME") ? wholeSeconds(told[2]!, between) : isCharging ? between : 0;

  const flow = flowOf(period);
  const parts: Part[] = [];
  const put = (kind: Part["kind"], start: number, lasts: number, takes: Fraction, pays: number) =>
    parts.push({
      ...evenly(kind, start, lasts, takes, flow),
      ...(pays !== lasts && { paidShare: fraction(pays, lasts) }),
    });
  const isAllReserved = beforehand > 0 && beforehand === length;
  if (isAllReserved && compare(energy, zero) > 0) throw new RangeError("a reservation took energy");
  if (beforehand > 0) put("RESERVATION", from, beforehand, zero, beforehand);
  // A period that is all parking does not show when the car took its energy.
  const whileParked = between === 0 && afterwards > 0;
  const isUsed = paid > 0 || compare(energy, zero) > 0 || beforehand + afterwards === 0;
  if (isUsed && !whileParked && !isAllReserved) {
    put("CHARGING", from + beforehand, between, energy, paid);
  }
  if (afterwards > 0) {
    put("PARKING", from + length - afterwards, afterwards, whileParked ? energy : zero, afterwards);
  }
  return parts;
}

/**
 * A reported duration that can be at most `most`: all of it if they differ only by the rounding of four decimals,
 * otherwise whole seconds.
 */
function wholeSeconds(told: Fraction, most: number): number {
  const apart = subtract(told, fraction(most));
  if (compare(apart, lost) <= 0 && compare(subtract(zero, lost), apart) <= 0) return most;
  const { n, d } = told;
  return Math.min(most, Number((2n * n + d) / (2n * d)));
}

type Flow = { kilowatts: Fraction | undefined; amperes: Fraction | undefined };

function flowOf({ dimensions }: ChargingPeriod): Flow {
  const first = (...types: string[]) => {
    for (const type of types) {
      const found = dimensions.find((one) => one.type === type);
      if (found) return exact(found.volume);
    }
    return undefined;
  };
  return {
    kilowatts: first("POWER", "MAX_POWER", "MIN_POWER"),
    amperes: first("CURRENT", "MAX_CURRENT", "MIN_CURRENT"),
  };
}

/** A part that takes its energy evenly: `n` units per second on a meter with the resolution that needs. */
function evenly(
  kind: Part["kind"],
  from: number,
  seconds: number,
  kwh: Fraction,
  flow: Flow,
): Part {
  const { n, d } = multiply(kwh, fraction(1000));
  const charging = kind === "CHARGING";
  const average = () =>
    seconds === 0 ? null : divide(multiply(kwh, secondsOfHour), fraction(seconds));
  const kilowatts = flow.kilowatts ?? (charging ? average() : zero);
  const amperes = flow.amperes ?? (charging ? null : zero);
  return {
    kind,
    from,
    seconds,
    unitsPerWattHour: Number(d) * Math.max(1, seconds),
    reading: (at) => Number(n) * at,
    kilowatts: () => kilowatts,
    amperes: () => amperes,
  };
}
