import type { Tariff, TariffDimensionType } from "@voltmarg/rules";

/** One price with its restrictions, in numbers. */
export type FloatCandidate = {
  price: number;
  priceInclVat: number;
  step: number;
  /** ms since midnight; null: any time. An `until` before its `from` is on the next day. */
  clock: { from: number; until: number } | null;
  firstDay: number;
  lastDay: number;
  /** bit 1…7 = Monday…Sunday; 0: every day */
  days: number;
  minKwh: number;
  maxKwh: number;
  minMs: number;
  maxMs: number;
  /** NaN where nothing is restricted */
  minPower: number;
  maxPower: number;
  minCurrent: number;
  maxCurrent: number;
};

export type FloatTariff = {
  lists: Record<TariffDimensionType | "RESERVATION" | "EXPIRES", FloatCandidate[]>;
  reservationFlat: FloatCandidate[];
  expiresFlat: FloatCandidate[];
  clockTimes: number[];
  durations: number[];
  energies: number[];
};

const dayMs = 86_400_000;
const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];

/** Reads a tariff; called once for each computed price, as in the engine. */
export function readFloatTariff(tariff: Tariff): FloatTariff {
  const read: FloatTariff = {
    lists: { ENERGY: [], TIME: [], PARKING_TIME: [], FLAT: [], RESERVATION: [], EXPIRES: [] },
    reservationFlat: [],
    expiresFlat: [],
    clockTimes: [],
    durations: [],
    energies: [],
  };
  for (const { price_components, restrictions } of tariff.elements) {
    const of = restrictions ?? {};
    const clock =
      of.start_time == null && of.end_time == null
        ? null
        : {
            from: clockMs(of.start_time ?? "00:00"),
            until: clockMs(of.end_time ?? "00:00") || dayMs,
          };
    if (clock) read.clockTimes.push(clock.from, clock.until % dayMs);
    let days = 0;
    for (const day of of.day_of_week ?? []) days |= 1 << (weekdays.indexOf(day) + 1);
    if (days !== 0 || of.start_date != null || of.end_date != null) read.clockTimes.push(0);
    for (const s of [of.min_duration, of.max_duration])
      if (s != null) read.durations.push(s * 1000);
    for (const kwh of [of.min_kwh, of.max_kwh]) if (kwh != null) read.energies.push(kwh);
    for (const { type, price, vat, step_size } of price_components) {
      const candidate: FloatCandidate = {
        price,
        priceInclVat: price * (1 + (vat ?? 0) / 100),
        step: step_size,
        clock,
        firstDay: of.start_date == null ? -Infinity : Date.parse(of.start_date) / dayMs,
        lastDay: of.end_date == null ? Infinity : Date.parse(of.end_date) / dayMs,
        days,
        minKwh: of.min_kwh ?? -Infinity,
        maxKwh: of.max_kwh ?? Infinity,
        minMs: (of.min_duration ?? -Infinity) * 1000,
        maxMs: (of.max_duration ?? Infinity) * 1000,
        minPower: of.min_power ?? Number.NaN,
        maxPower: of.max_power ?? Number.NaN,
        minCurrent: of.min_current ?? Number.NaN,
        maxCurrent: of.max_current ?? Number.NaN,
      };
      if (of.reservation == null) read.lists[type].push(candidate);
      else if (of.reservation === "RESERVATION") {
        if (type === "TIME") read.lists.RESERVATION.push(candidate);
        if (type === "FLAT") read.reservationFlat.push(candidate);
      } else {
        if (type === "TIME") read.lists.EXPIRES.push(candidate);
        if (type === "FLAT") read.expiresFlat.push(candidate);
      }
    }
  }
  return read;
}

function clockMs(text: string): number {
  return Number(text.slice(0, 2)) * 3_600_000 + Number(text.slice(3, 5)) * 60_000;
}

export type FloatMoment = {
  day: number;
  time: number;
  weekday: number;
  kwh: number;
  elapsed: number;
  /** NaN: not known */
  power: number;
  current: number;
};

/** The first candidate whose restrictions all hold. */
export function firstFloatMatch(
  candidates: readonly FloatCandidate[],
  moment: FloatMoment,
): FloatCandidate | undefined {
  return candidates.find((of) => {
    if (of.clock) {
      const after = moment.time >= of.clock.from;
      const before = moment.time < of.clock.until;
      if (of.clock.until < of.clock.from ? !after && !before : !after || !before) return false;
    }
    // A value that is not known (NaN) compares as false, so no bound holds.
    return (
      moment.day >= of.firstDay &&
      moment.day < of.lastDay &&
      (of.days === 0 || (of.days & (1 << moment.weekday)) !== 0) &&
      moment.kwh >= of.minKwh &&
      moment.kwh < of.maxKwh &&
      moment.elapsed >= of.minMs &&
      moment.elapsed < of.maxMs &&
      (Number.isNaN(of.minPower) || moment.power >= of.minPower) &&
      (Number.isNaN(of.maxPower) || moment.power < of.maxPower) &&
      (Number.isNaN(of.minCurrent) || moment.current >= of.minCurrent) &&
      (Number.isNaN(of.maxCurrent) || moment.current < of.maxCurrent)
    );
  });
}
