import { add, type Fraction, fraction, multiply, subtract, zero } from "./fraction.ts";
import { clockOf, type WallTime } from "./local-time.ts";
import {
  calendarHolds,
  type Component,
  type Dimension,
  type Element,
  flowHolds,
} from "./tariff-elements.ts";

/** A part of a charge, with its own meter. */
export type Part = {
  kind: "CHARGING" | "PARKING" | "RESERVATION";
  /** Whole seconds since the charge began. */
  from: number;
  seconds: number;
  /** How many units of `reading` make a watt-hour. */
  unitsPerWattHour: number;
  /**
   * Whole units taken since the part began, at the beginning of one of its seconds. A part of zero seconds takes
   * `reading(1)` at once.
   */
  reading(second: number): number;
  /** During a second; null: unknown. The same object again means that nothing changed. */
  kilowatts(second: number): Fraction | null;
  /** Sum of the phases. */
  amperes(second: number): Fraction | null;
  /** The share of each second that is paid; absent: all of it. */
  paidShare?: Fraction;
  /** It is free: no tariff applies. */
  isFree?: boolean;
};

/** One charge, second by second. */
export type Charge = {
  /** Epoch milliseconds, whole seconds. */
  startsAt: number;
  timeZone: string;
  parts: readonly Part[];
  /** The reservation expired unused. */
  reservationExpired?: boolean;
};

type Chosen = Record<Dimension, Component | null>;

/** A segment with the same price components throughout. Seconds are exact, from the start of the charge. */
export type Stretch = {
  kind: Part["kind"];
  chosen: Chosen;
  from: Fraction;
  to: Fraction;
  /** To minus from, or 0 where a part has no seconds; less where only a share of it is paid. */
  seconds: Fraction;
  wattHours: Fraction;
};

export type SplitCharge = {
  stretches: Stretch[];
  /** Flat fees, for the reservation and for the charge. */
  fees: { reservation: Component | null; charge: Component | null };
};

/** Goes through every second, cuts it where an energy threshold is reached, and determines which prices apply. */
export function splitCharge(elements: readonly Element[], charge: Charge): SplitCharge {
  const walk: SplitCharge = { stretches: [], fees: { reservation: null, charge: null } };
  const showClock = clockOf(charge.timeZone);
  const wall: WallTime = { day: 0, weekday: 0, second: 0 };
  let wattHoursBefore = zero;

  for (const part of charge.parts) {
    const fee = part.kind === "RESERVATION" ? "reservation" : "charge";
    const rows = rowsFor(elements, part, charge.reservationExpired === true);
    const scale = placeThresholds(rows, part, wattHoursBefore);
    const lookAtFlow = flowWatch(rows);
    const since = part.from - beginOf(charge, part);
    let open: OpenStretch | null = null;
    let low = 0;
    for (let second = 0; second < Math.max(1, part.seconds); second += 1) {
      const high = part.reading(second + 1) * scale;
      showClock(charge.startsAt / 1000 + part.from + second, wall);
      lookAtFlow(part.kilowatts(second), part.amperes(second));
      let reading = low;
      do {
        const next = nextThreshold(rows, reading, high);
        const chosen = part.isFree
          ? { ...nothingPaid }
          : choose(rows, part.kind, wall, since + second, reading);
        walk.fees[fee] ??= chosen.FLAT;
        if (open === null || !isSame(open.chosen, chosen)) {
          const from = part.seconds === 0 ? part.from : part.from + second;
          const at = add(fraction(from), shareOfSecond(part, reading - low, high - low));
          if (open !== null) walk.stretches.push(close(open, part, scale, at));
          open = { chosen, from: at, wholeSeconds: 0, cutSeconds: zero, units: 0 };
        }
        if (next - reading === high - low) open.wholeSeconds += part.seconds === 0 ? 0 : 1;
        else
          open.cutSeconds = add(open.cutSeconds, shareOfSecond(part, next - reading, high - low));
        open.units += next - reading;
        reading = next;
      } while (reading < high);
      low = high;
    }
    walk.stretches.push(close(open!, part, scale, fraction(part.from + part.seconds)));
    wattHoursBefore = add(wattHoursBefore, fraction(low, part.unitsPerWattHour * scale));
  }
  return walk;
}

/** Energy flows evenly within a second: a part of its energy is that part of its time. */
function shareOfSecond(part: Part, units: number, ofUnits: number): Fraction {
  return part.seconds === 0 || units === 0 ? zero : fraction(units, ofUnits);
}

/** A segment under construction: whole seconds are counted, parts of seconds added up. */
type OpenStretch = {
  chosen: Chosen;
  from: Fraction;
  wholeSeconds: number;
  cutSeconds: Fraction;
  units: number;
};

function close(open: OpenStretch, part: Part, scale: number, to: Fraction): Stretch {
  return {
    kind: part.kind,
    chosen: open.chosen,
    from: open.from,
    to,
    seconds: multiply(
      add(fraction(open.wholeSeconds), open.cutSeconds),
      part.paidShare ?? fraction(1),
    ),
    wattHours: fraction(open.units, part.unitsPerWattHour * scale),
  };
}

/** An element for one part of a charge. Thresholds are in units of the part's meter. */
type Row = { element: Element; flowHolds: boolean; from: number; below: number };

/** The elements that can apply, in order of precedence. */
function rowsFor(elements: readonly Element[], part: Part, expired: boolean): Row[] {
  const kinds: (string | null)[] =
    part.kind !== "RESERVATION"
      ? [null]
      : expired
        ? // What an expired reservation costs takes the place of what a kept one costs, for each dimension.
          ["RESERVATION_EXPIRES", "RESERVATION"]
        : ["RESERVATION"];
  return kinds.flatMap((kind) =>
    elements
      .filter(({ reservation }) => reservation === kind)
      .map((element) => ({ element, flowHolds: true, from: -Infinity, below: Infinity })),
  );
}

/** Converts the energy thresholds to the part's meter and returns how much finer its units must be. */
function placeThresholds(rows: readonly Row[], part: Part, before: Fraction): number {
  const onMeter = (wattHours: Fraction | null) =>
    wattHours && multiply(subtract(wattHours, before), fraction(part.unitsPerWattHour));
  const places = rows.map(({ element: { wattHours } }) => ({
    from: onMeter(wattHours.from),
    below: onMeter(wattHours.below),
  }));
  let finer = 1n;
  for (const { from, below } of places) {
    for (const place of [from, below]) if (place) finer *= fraction(place.d, finer).n;
  }
  const scale = Number(finer);
  if (!Number.isSafeInteger(part.reading(Math.max(1, part.seconds)) * scale)) {
    throw new RangeError("the meter counts too finely");
  }
  rows.forEach((row, index) => {
    const { from, below } = places[index]!;
    if (from) row.from = Number((from.n * finer) / from.d);
    if (below) row.below = Number((below.n * finer) / below.d);
  });
  return scale;
}

/** When the duration of a part began to count: a charge after a reservation has its own beginning. */
function beginOf({ parts }: Charge, part: Part): number {
  if (part.kind === "RESERVATION") return parts.find(({ kind }) => kind === "RESERVATION")!.from;
  if (parts[0]!.kind !== "RESERVATION") return 0;
  return parts.find(({ kind }) => kind !== "RESERVATION")!.from;
}

/** Power and current change rarely, and comparing them exactly is slow. */
function flowWatch(rows: readonly Row[]) {
  let last: [Fraction | null, Fraction | null] | undefined;
  return (kilowatts: Fraction | null, amperes: Fraction | null) => {
    if (last !== undefined && last[0] === kilowatts && last[1] === amperes) return;
    last = [kilowatts, amperes];
    for (const row of rows) row.flowHolds = flowHolds(row.element, kilowatts, amperes);
  };
}

/** The next threshold above a reading, at most `high`. */
function nextThreshold(rows: readonly Row[], reading: number, high: number): number {
  let next = high;
  for (const { from, below } of rows) {
    if (from > reading && from < next) next = from;
    if (below > reading && below < next) next = below;
  }
  return next;
}

const nothingPaid: Chosen = { FLAT: null, ENERGY: null, TIME: null, PARKING_TIME: null };

/** Per dimension the first element in the list that has it and whose restrictions all hold. */
function choose(
  rows: readonly Row[],
  kind: Part["kind"],
  wall: WallTime,
  duration: number,
  reading: number,
): Chosen {
  const chosen: Chosen = { ...nothingPaid };
  for (const { element, flowHolds: flows, from, below } of rows) {
    if (
      flows &&
      reading >= from &&
      reading < below &&
      duration >= element.minDuration &&
      duration < element.maxDuration &&
      calendarHolds(element, wall)
    ) {
      for (const component of element.components) {
        if (isPaid(kind, component.dimension)) chosen[component.dimension] ??= component;
      }
    }
  }
  return chosen;
}

function isPaid(kind: Part["kind"], dimension: Dimension): boolean {
  if (dimension === "FLAT") return true;
  if (dimension === "ENERGY") return kind !== "RESERVATION";
  return dimension === (kind === "PARKING" ? "PARKING_TIME" : "TIME");
}

function isSame(a: Chosen, b: Chosen): boolean {
  return a.ENERGY === b.ENERGY && a.TIME === b.TIME && a.PARKING_TIME === b.PARKING_TIME;
}
