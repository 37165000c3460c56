import { add, exact, mul, roundHalfUp, toDecimalString, type Exact } from "./exact.ts";
import { instantMs } from "./instant.ts";
import type { TimedPeriod } from "./price-session.ts";

/** OCPI 2.2.1 mod_cdrs ChargingPeriod, as in sessions and CDRs. */
export type OcpiChargingPeriod = {
  start_date_time: string;
  /** volumes in kWh, hours, kW and A */
  dimensions: readonly { type: string; volume: number }[];
  /** the standard: "If not provided, no Tariff is relevant during this period." */
  tariff_id?: string | null | undefined;
};

const NOTHING: Exact = { n: 0n, d: 1n };
const HOUR_MS = 3_600_000;
/**
 * The most that rounding can change a volume of hours, in ms: half of its last decimal. Hours are written with three
 * decimals, as in OCPI's own example, or with four.
 */
function roundingOf(hours: number): number {
  const written = String(hours).split(".")[1]?.length ?? 0;
  const decimals = Math.min(Math.max(written, 3), 4);
  return HOUR_MS / 10 ** decimals / 2;
}
/** Periods whose hours exceed their clock time by more than their rounding, or a second, are refused. */
const TOO_LONG_MS = 1000.001;

/** A parsed period and the distribution of its time. Milliseconds. */
type Reading = {
  period: OcpiChargingPeriod;
  from: number;
  until: number;
  /** kWh */
  energy: Exact;
  /** hours as sent; null: the period has none */
  hours: Record<TimeDimension, number | null>;
  flow: Pick<TimedPeriod, "power_kw" | "current_a">;
  reservation: number;
  charging: number;
  parking: number;
  /** other periods name a tariff and this one does not */
  free: boolean;
};

const TIME_DIMENSIONS = ["RESERVATION_TIME", "TIME", "PARKING_TIME"] as const;
type TimeDimension = (typeof TIME_DIMENSIONS)[number];

/**
 * Converts OCPI charging periods for `priceSession`. A period ends where the next one starts, the last at `end`. Its
 * hours count, in whole seconds, as decision 0006 describes. Throws RangeError, with a sentence, for dates that are
 * invalid or outside the session, two periods with one start, negative volumes and hours longer than their period.
 */
export function fromOcpiPeriods(
  periods: readonly OcpiChargingPeriod[],
  start: string,
  end: string,
): TimedPeriod[] {
  const found: TimedPeriod[] = [];
  for (const reading of readAll(periods, start, end)) lay(reading, found);
  return found;
}

/**
 * One English sentence for each period whose hours are not what its clock says, and for each that is free because it
 * names no tariff. Throws as `fromOcpiPeriods`.
 */
export function periodNotes(
  periods: readonly OcpiChargingPeriod[],
  start: string,
  end: string,
): string[] {
  return readAll(periods, start, end).flatMap((reading) => {
    const notes: string[] = [];
    const { start_date_time } = reading.period;
    const told = TIME_DIMENSIONS.filter((name) => reading.hours[name] !== null);
    const sum = told.reduce((ms, name) => ms + reading.hours[name]! * HOUR_MS, 0);
    const rounding = told.reduce((ms, name) => ms + roundingOf(reading.hours[name]!), 0);
    if (told.length > 0 && Math.abs(sum - (reading.until - reading.from)) > rounding) {
      const volumes = told.map((name) => `${name} ${reading.hours[name]} h`).join(", ");
      const { reservation, charging, parking } = reading;
      notes.push(
        `The period of ${start_date_time} lasts ${minutes(reading.until - reading.from)} by the clock and names ${volumes}: ` +
          `priced as reserved ${minutes(reservation)}, charging ${minutes(charging)}, parking ${minutes(parking)}`,
      );
    }
    if (reading.free) {
      notes.push(
        `The period of ${start_date_time} names no tariff although others do: it costs nothing`,
      );
    }
    return notes;
  });
}

function minutes(ms: number): string {
  const seconds = ms / 1000;
  const rest = Number((seconds % 60).toFixed(3));
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

function readAll(periods: readonly OcpiChargingPeriod[], start: string, end: string): Reading[] {
  const sorted = periods.map((period) => ({ period, at: instantMs(period.start_date_time) }));
  if (sorted.some(({ at }, index) => index > 0 && at < sorted[index - 1]!.at)) {
    sorted.sort((a, b) => a.at - b.at);
  }
  sorted.forEach(({ period, at }, index) => {
    if (index === 0 || at !== sorted[index - 1]!.at) return;
    throw new RangeError(`two charging periods start at ${period.start_date_time}`);
  });
  const last = instantMs(end);
  if (sorted.length > 0 && sorted[0]!.at < instantMs(start)) {
    throw new RangeError("a charging period starts before the session");
  }
  const someTariff = periods.some(({ tariff_id }) => tariff_id != null);
  return sorted.map(({ period, at }, index) => {
    const until = sorted[index + 1]?.at ?? last;
    if (until < at) throw new RangeError("a charging period starts after the session's end");
    return readOne(period, at, until, someTariff && period.tariff_id == null);
  });
}

function readOne(period: OcpiChargingPeriod, from: number, until: number, free: boolean): Reading {
  const { energy, hours, named, rounding, ...flow } = volumesOf(period);
  if (energy.n < 0n) {
    throw new RangeError(
      `a charging period has negative energy, and energy fed back is not priced: ${period.start_date_time}`,
    );
  }
  if (named > until - from + Math.max(TOO_LONG_MS, rounding)) {
    throw new RangeError(
      `a charging period lasts ${(until - from) / 1000} s but names ${Number((named / 1000).toFixed(3))} s: ${period.start_date_time}`,
    );
  }
  let left = until - from;
  const take = (volume: number | null): number => {
    if (volume === null) return 0;
    const taken = Math.min(left, whole(volume, left));
    left -= taken;
    return taken;
  };
  const reservation = take(hours.RESERVATION_TIME);
  if (reservation > 0 && left === 0 && energy.n !== 0n) {
    throw new RangeError(
      `a charging period is all reserved, and a reservation has no energy: ${period.start_date_time}`,
    );
  }
  const parking = take(hours.PARKING_TIME);
  const isIdle = reservation + parking > 0 && energy.n === 0n;
  const charging = hours.TIME !== null ? take(hours.TIME) : isIdle ? 0 : left;
  return { period, from, until, energy, hours, flow, reservation, charging, parking, free };
}

function volumesOf({ start_date_time, dimensions }: OcpiChargingPeriod) {
  let energy = NOTHING;
  let named = 0;
  let rounding = 0;
  const hours: Reading["hours"] = { RESERVATION_TIME: null, TIME: null, PARKING_TIME: null };
  const power: Told = { place: NOWHERE, volume: undefined };
  const current: Told = { place: NOWHERE, volume: undefined };
  for (const { type, volume } of dimensions) {
    if (type === "ENERGY") {
      energy = energy === NOTHING ? exact(volume) : add(energy, exact(volume));
    } else if (type === "TIME" || type === "PARKING_TIME" || type === "RESERVATION_TIME") {
      if (volume < 0) {
        throw new RangeError(`a charging period has negative ${type}: ${start_date_time}`);
      }
      const before = hours[type];
      hours[type] = before === null ? volume : sumOf(before, volume);
      named += volume * HOUR_MS;
      rounding += roundingOf(volume);
    } else {
      const told = type.endsWith("POWER") ? power : current;
      const place = FLOW[type] ?? NOWHERE;
      if (place < told.place) {
        told.place = place;
        told.volume = volume;
      }
    }
  }
  return { energy, hours, named, rounding, power_kw: power.volume, current_a: current.volume };
}

/** A volume, and the order in which dimensions are used. */
type Told = { place: number; volume: number | undefined };

const NOWHERE = 9;
const FLOW: Record<string, number> = {
  POWER: 0,
  MAX_POWER: 1,
  MIN_POWER: 2,
  CURRENT: 0,
  MAX_CURRENT: 1,
  MIN_CURRENT: 2,
};

/** Several volumes of one dimension, added as the decimals they are. */
const sumOf = (a: number, b: number) => Number(toDecimalString(add(exact(a), exact(b))));

/** Hours as whole seconds, in ms; the clock time if the volume is only the clock rounded. None are none. */
function whole(hours: number, clock: number): number {
  if (hours > 0 && Math.abs(hours * HOUR_MS - clock) <= roundingOf(hours)) return clock;
  const seconds = hours * 3600;
  const rounded = Math.round(seconds);
  // Near half a second a float is not exact enough.
  if (Math.abs(Math.abs(seconds - rounded) - 0.5) > 1e-6) return rounded * 1000;
  return Number(roundHalfUp(mul(exact(hours), exact(3600)))) * 1000;
}

/** Reservation first, parking last, and charging between them, with all the energy. */
function lay(reading: Reading, into: TimedPeriod[]): void {
  const { from, until, energy, reservation, charging, parking } = reading;
  const begin = from + reservation;
  const parked = until - parking;
  const put = (kind: TimedPeriod["kind"], start: number, end: number, kwh: Exact, paid: number) => {
    const { power_kw, current_a } = reading.flow;
    into.push({ kind, start, end, kwh, paid_ms: paid, power_kw, current_a, free: reading.free });
  };
  if (reservation > 0) {
    put("RESERVATION", from, begin, NOTHING, reservation);
    if (begin === until) return;
  }
  const room = parked > begin || parking === 0;
  if (room && (charging > 0 || energy.n !== 0n || reservation + parking === 0)) {
    put("CHARGING", begin, parked, energy, charging);
  }
  if (parking > 0) put("PARKING", parked, until, room ? NOTHING : energy, parking);
}
