import type { PriceComponent, Tariff, TariffRestrictions } from "@voltmarg/ocpi";
import {
  add,
  ceilTo,
  compare,
  divide,
  exact,
  type Fraction,
  fraction,
  multiply,
  round,
  subtract,
  zero,
} from "./fraction.ts";

/** What the pricer looks at: one charge, second by second. */
export type Charge = {
  /** Epoch milliseconds, whole seconds. */
  startsAt: number;
  seconds: number;
  /** Seconds of it during which the car took power. */
  chargingSeconds: number;
  /** Wh at the beginning of a second. */
  reading(second: number): number;
  /** W during a second. */
  watts(second: number): number;
  /** Volts with which to turn W into the sum of the phase currents. */
  volts: number;
  /** Minutes east of UTC; India knows no summer time. */
  offsetMinutes: number;
};

/** A stretch during which the same price components apply. Seconds are exact, since the session started. */
type Stretch = { from: Fraction; to: Fraction; charging: boolean; wattHours: Fraction };

export type Bill = {
  total: Money;
  fixed: Money;
  energy: Money;
  time: Money;
  parking: Money;
  stretches: Stretch[];
};
type Money = { excl_vat: number; incl_vat: number };

type Dimension = "FLAT" | "ENERGY" | "TIME" | "PARKING_TIME";
type Sum = { component: PriceComponent; dimension: Dimension; quantity: Fraction };

const days = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/**
 * The witness: walks through every second of a charge, cuts a second where an energy threshold is crossed, and adds up
 * what each price component earns. OCPI 2.2.1 mod_tariffs and mod_cdrs; exact until the last rounding, half up to paise.
 */
export function priceCharge(tariff: Tariff, charge: Charge): Bill {
  const thresholds = energyThresholds(tariff);
  const sums: Sum[] = [];
  const stretches: Stretch[] = [];
  let lastKey = "";

  const earn = (component: PriceComponent, dimension: Dimension, quantity: Fraction) => {
    const last = sums.findLast((sum) => sum.dimension === dimension);
    // Kept in order of use: step_size goes by the component used last.
    if (last?.component === component) last.quantity = add(last.quantity, quantity);
    else sums.push({ component, dimension, quantity });
  };

  let flatSeen = false;
  for (let second = 0; second < charge.seconds; second += 1) {
    for (const piece of cut(charge, second, thresholds)) {
      const charging = second < charge.chargingSeconds;
      const chosen = choose(tariff, charge, second, piece.reading);
      if (!flatSeen && chosen.FLAT) {
        earn(chosen.FLAT, "FLAT", fraction(1));
        flatSeen = true;
      }
      const hours = divide(subtract(piece.to, piece.from), fraction(3600));
      if (chosen.ENERGY) earn(chosen.ENERGY, "ENERGY", divide(piece.wattHours, fraction(1000)));
      const clock = charging ? "TIME" : "PARKING_TIME";
      if (chosen[clock]) earn(chosen[clock], clock, hours);

      const key = `${charging}:${chosen.elements}`;
      const open = stretches.at(-1);
      if (open && key === lastKey) {
        open.to = piece.to;
        open.wattHours = add(open.wattHours, piece.wattHours);
      } else {
        stretches.push({ from: piece.from, to: piece.to, charging, wattHours: piece.wattHours });
      }
      lastKey = key;
    }
  }
  applyStepSizes(sums);
  return { ...bill(tariff, sums), stretches };
}

/** Watt-hours at which some restriction turns. */
function energyThresholds(tariff: Tariff): Fraction[] {
  return tariff.elements
    .flatMap(({ restrictions }) => [restrictions?.min_kwh, restrictions?.max_kwh])
    .filter((kwh) => kwh !== undefined)
    .map((kwh) => multiply(exact(kwh), fraction(1000)))
    .toSorted(compare);
}

type Piece = { from: Fraction; to: Fraction; wattHours: Fraction; reading: Fraction };

/** A second, cut at the exact moment a threshold is reached; energy flows evenly within it. */
function cut(charge: Charge, second: number, thresholds: readonly Fraction[]): Piece[] {
  const low = fraction(charge.reading(second));
  const high = fraction(charge.reading(second + 1));
  const inside = thresholds.filter((each) => compare(each, low) > 0 && compare(each, high) < 0);
  const marks = [low, ...inside, high];
  const flow = subtract(high, low);
  const timeOf = (mark: Fraction) =>
    add(fraction(second), compare(flow, zero) === 0 ? zero : divide(subtract(mark, low), flow));
  return marks.slice(1).map((mark, index) => {
    const begin = marks[index]!;
    const last = index === marks.length - 2;
    return {
      from: timeOf(begin),
      to: last ? fraction(second + 1) : timeOf(mark),
      wattHours: subtract(mark, begin),
      reading: begin,
    };
  });
}

type Chosen = Partial<Record<Dimension, PriceComponent>> & { elements: string };

/** Per dimension the first element in the list that has it and whose restrictions all hold. */
function choose(tariff: Tariff, charge: Charge, second: number, reading: Fraction): Chosen {
  const chosen: Chosen = { elements: "" };
  tariff.elements.forEach(({ price_components, restrictions }, index) => {
    if (restrictions && !holds(restrictions, charge, second, reading)) return;
    for (const component of price_components) {
      const type = component.type as Dimension;
      if (chosen[type]) continue;
      chosen[type] = component;
      if (type !== "FLAT") chosen.elements += `${type}${index} `;
    }
  });
  return chosen;
}

function holds(
  limits: TariffRestrictions,
  charge: Charge,
  second: number,
  reading: Fraction,
): boolean {
  if (limits.reservation !== undefined) return false;
  const local = new Date(charge.startsAt + second * 1000 + charge.offsetMinutes * 60_000);
  const clock = local.toISOString().slice(11, 16);
  const date = local.toISOString().slice(0, 10);
  const { start_time: start, end_time } = limits;
  // 00:00 as an end is the end of the day.
  const end = end_time === "00:00" ? "24:00" : end_time;
  if (start !== undefined && end !== undefined && end < start) {
    if (clock < start && clock >= end) return false;
  } else {
    if (start !== undefined && clock < start) return false;
    if (end !== undefined && clock >= end) return false;
  }
  if (limits.start_date !== undefined && date < limits.start_date) return false;
  if (limits.end_date !== undefined && date >= limits.end_date) return false;
  if (limits.day_of_week?.length && !limits.day_of_week.includes(days[local.getUTCDay()]!))
    return false;
  if (limits.min_duration !== undefined && second < limits.min_duration) return false;
  if (limits.max_duration !== undefined && second >= limits.max_duration) return false;
  const watts = fraction(charge.watts(second));
  return (
    within(divide(reading, fraction(1000)), limits.min_kwh, limits.max_kwh) &&
    within(divide(watts, fraction(1000)), limits.min_power, limits.max_power) &&
    within(divide(watts, fraction(charge.volts)), limits.min_current, limits.max_current)
  );
}

/** At least `min`, below `max`. */
function within(value: Fraction, min: number | undefined, max: number | undefined): boolean {
  if (min !== undefined && compare(value, exact(min)) < 0) return false;
  return max === undefined || compare(value, exact(max)) < 0;
}

/**
 * OCPI 2.2.1 mod_cdrs, step_size: once for energy, once for charging and parking time together, by the component used
 * last; when parking is paid, only the parking is rounded. What the rounding adds is paid at that component's price.
 */
function applyStepSizes(sums: Sum[]) {
  roundUp(
    sums.filter(({ dimension }) => dimension === "ENERGY"),
    fraction(1, 1000),
  );
  const parking = sums.filter(({ dimension }) => dimension === "PARKING_TIME");
  const times = parking.length > 0 ? parking : sums.filter(({ dimension }) => dimension === "TIME");
  roundUp(times, fraction(1, 3600));
}

function roundUp(sums: readonly Sum[], unit: Fraction) {
  const last = sums.at(-1);
  if (!last || last.component.step_size <= 0) return;
  const total = sums.reduce((sum, { quantity }) => add(sum, quantity), zero);
  const billed = ceilTo(total, multiply(fraction(last.component.step_size), unit));
  last.quantity = add(last.quantity, subtract(billed, total));
}

function bill(tariff: Tariff, sums: readonly Sum[]): Omit<Bill, "stretches"> {
  const cost = (...dimensions: Dimension[]) => {
    let excl = zero;
    let incl = zero;
    for (const { component, dimension, quantity } of sums) {
      if (!dimensions.includes(dimension)) continue;
      const net = multiply(exact(component.price), quantity);
      excl = add(excl, net);
      incl = add(
        incl,
        divide(multiply(net, add(fraction(100), exact(component.vat ?? 0))), fraction(100)),
      );
    }
    return { excl, incl };
  };
  const rounded = ({ excl, incl }: ReturnType<typeof cost>): Money => ({
    excl_vat: round(excl, 2),
    incl_vat: round(incl, 2),
  });
  const { excl, incl } = cost("FLAT", "ENERGY", "TIME", "PARKING_TIME");
  const { min_price: min, max_price: max } = tariff;
  return {
    // Net and gross are held to their limits each on its own.
    total: rounded({
      excl: clamp(excl, min?.excl_vat, max?.excl_vat),
      incl: clamp(incl, min?.incl_vat, max?.incl_vat),
    }),
    fixed: rounded(cost("FLAT")),
    energy: rounded(cost("ENERGY")),
    time: rounded(cost("TIME")),
    parking: rounded(cost("PARKING_TIME")),
  };
}

function clamp(value: Fraction, min: number | undefined, max: number | undefined): Fraction {
  if (min !== undefined && compare(value, exact(min)) < 0) return exact(min);
  return max !== undefined && compare(value, exact(max)) > 0 ? exact(max) : value;
}
