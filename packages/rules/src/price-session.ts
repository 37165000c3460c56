import {
  exact,
  fraction,
  leastCommonMultiple,
  mul,
  roundHalfUpToPaise,
  sum,
  toDecimalString,
  ZERO,
  type Exact,
} from "./exact.ts";
import { instantMs } from "./instant.ts";
import { compileTariff, isTariffValidAt } from "./match-element.ts";
import {
  adjustmentOf,
  clampPrice,
  type PriceAdjustment,
  type PricedTotals,
} from "./price-limits.ts";
import { amountsOf, roundToSteps, toLine, type PriceLine } from "./price-lines.ts";
import type { Tariff } from "./tariff.ts";
import { DAY_MS, offsetAt } from "./time-zone.ts";
import { splitPeriods, type Period } from "./split-periods.ts";

export type ChargingPeriodInput = {
  /** RFC 3339 UTC */
  start: string;
  end: string;
  /** energy used in the period, spread evenly over it */
  kwh: number | string;
  kind: "CHARGING" | "PARKING" | "RESERVATION";
  /** absent while charging: the period's average */
  power_kw?: number | null | undefined;
  /** A over all phases */
  current_a?: number | null | undefined;
};

/** A parsed period, as `fromOcpiPeriods` returns it. */
export type TimedPeriod = {
  /** epoch ms */
  start: number;
  end: number;
  kwh: Exact;
  kind: ChargingPeriodInput["kind"];
  /** ms of it that are paid as time, evenly spread over it; never more than it lasts */
  paid_ms: number;
  power_kw?: number | undefined;
  current_a?: number | undefined;
  /** its energy and time are used, but cost nothing */
  free: boolean;
};

export type PriceSessionInput = {
  tariff: Tariff;
  /** the location's own, e.g. Asia/Kolkata */
  timeZone: string;
  start: string;
  end: string;
  periods: readonly (ChargingPeriodInput | TimedPeriod)[];
  reservationExpired?: boolean;
};

export type PricedSession = {
  /** decimal text; see `exact` for amounts without a finite decimal */
  exclVat: string;
  inclVat: string;
  /** paise, each rounded once, half up; gstMinor is their difference */
  exclMinor: bigint;
  inclMinor: bigint;
  gstMinor: bigint;
  exact: PricedTotals;
  lines: PriceLine[];
  /** the change by min_price or max_price; null: none. The lines and this add up to the total. */
  adjustment: PriceAdjustment | null;
  energyKwh: string;
  /** billed as time, before step_size */
  chargingSeconds: number;
  parkingSeconds: number;
};

const LONGEST_MS = 400 * DAY_MS;

/**
 * Prices a session by OCPI 2.2.1 mod_tariffs and the step_size rules of mod_cdrs: at each moment
 * the first matching element per dimension, split exactly where a restriction starts or ends.
 * Amounts are in the tariff's currency. The tariff is the one frozen at session start.
 * Throws RangeError when the input cannot be priced: periods out of order, outside the session or
 * overlapping, negative energy, unknown zone or component, a tariff not valid at the start.
 */
export function priceSession(input: PriceSessionInput): PricedSession {
  const start = instantMs(input.start);
  const end = instantMs(input.end);
  if (end < start) throw new RangeError("the session ends before it starts");
  if (end - start > LONGEST_MS) throw new RangeError("the session is longer than 400 days");
  if (!isTariffValidAt(input.tariff, start)) {
    throw new RangeError(`tariff ${input.tariff.id} is not valid at ${input.start}`);
  }
  // An unknown zone is refused even where no price depends on the clock.
  offsetAt(input.timeZone, start);
  const read = timed(input.periods);
  // At least 1 Wh, so that step_size is a whole number of units.
  let scale = 1000n;
  for (const { kwh } of read) scale = leastCommonMultiple(scale, kwh.d);
  const tariff = compileTariff(input.tariff, scale);
  const periods = read.map((one) => readPeriod(one, tariff.energyScale, tariff.needsFlow));
  checkOrder(periods, start, end);

  // A session that has only just begun already owes its start fee.
  if (periods.length === 0) periods.push(beginning(start));
  const walk = splitPeriods(tariff, {
    timeZone: input.timeZone,
    start,
    end,
    periods,
    reservationExpired: input.reservationExpired === true,
  });

  const runs = roundToSteps(walk.runs, tariff.energyScale);
  const amounts = runs.map((run) => amountsOf(run, tariff.energyScale));
  const lineTotals = {
    excl: sum(amounts.map(({ excl }) => excl)),
    incl: sum(amounts.map(({ incl }) => incl)),
  };
  const totals = clampPrice(input.tariff, lineTotals);
  const exclMinor = roundHalfUpToPaise(totals.excl);
  const inclMinor = roundHalfUpToPaise(totals.incl);
  let lines: PriceLine[] | undefined;
  return {
    exclVat: toDecimalString(totals.excl),
    inclVat: toDecimalString(totals.incl),
    exclMinor,
    inclMinor,
    gstMinor: inclMinor - exclMinor,
    exact: totals,
    // Most callers do not need the lines: they are only formatted when read.
    get lines() {
      return (lines ??= runs.map((run, index) =>
        toLine(run, amounts[index]!, tariff.energyScale, input.timeZone),
      ));
    },
    adjustment: adjustmentOf(lineTotals, totals),
    energyKwh: toDecimalString({ n: walk.energy, d: tariff.energyScale }),
    chargingSeconds: secondsOf(periods, "CHARGING"),
    parkingSeconds: secondsOf(periods, "PARKING"),
  };
}

function beginning(start: number): Period {
  return {
    from: start,
    until: start,
    paid: 0,
    energy: 0n,
    kind: "CHARGING",
    free: false,
    power: null,
    current: null,
  };
}

function timed(periods: readonly (ChargingPeriodInput | TimedPeriod)[]): TimedPeriod[] {
  let lastEnd = "";
  let last = 0;
  return periods.map((input) => {
    if (typeof input.start === "number") return input as TimedPeriod;
    const { start, end, kwh, kind, power_kw, current_a } = input as ChargingPeriodInput;
    // Usually a period starts when the previous one ends.
    const from = start === lastEnd ? last : instantMs(start);
    lastEnd = end;
    last = instantMs(end);
    return {
      start: from,
      end: last,
      kwh: exact(kwh),
      kind,
      paid_ms: last - from,
      power_kw: power_kw ?? undefined,
      current_a: current_a ?? undefined,
      free: false,
    };
  });
}

function readPeriod(input: TimedPeriod, scale: bigint, needsFlow: boolean): Period {
  const { start: from, end: until, kwh, kind } = input;
  const at = () => new Date(from).toISOString();
  if (until < from) throw new RangeError(`a period ends before it starts: ${at()}`);
  if (kwh.n < 0n) throw new RangeError(`a period has negative energy: ${at()}`);
  if (kind === "RESERVATION" && kwh.n !== 0n) {
    throw new RangeError(`a reservation has no energy: ${at()}`);
  }
  return {
    from,
    until,
    paid: input.paid_ms,
    energy: kwh.d === scale ? kwh.n : kwh.n * (scale / kwh.d),
    kind,
    free: input.free,
    power: needsFlow ? powerOf(input) : null,
    current: needsFlow ? currentOf(input) : null,
  };
}

/** As stated, otherwise the average of a charge; null for parking and reservation. */
function powerOf({ start, end, kwh, kind, power_kw }: TimedPeriod): Exact | null {
  if (power_kw !== undefined) return exact(power_kw);
  if (kind !== "CHARGING") return ZERO;
  return end === start ? null : mul(kwh, fraction(3_600_000n, BigInt(end - start)));
}

function currentOf({ kind, current_a }: TimedPeriod): Exact | null {
  if (current_a !== undefined) return exact(current_a);
  return kind === "CHARGING" ? null : ZERO;
}

function checkOrder(periods: readonly Period[], start: number, end: number): void {
  let last = start;
  for (const { from, until } of periods) {
    if (from < last) throw new RangeError("periods overlap, are out of order or begin too early");
    if (until > end) throw new RangeError("a period ends after the session");
    last = until;
  }
}

function secondsOf(periods: readonly Period[], kind: Period["kind"]): number {
  let ms = 0;
  for (const period of periods) if (period.kind === kind) ms += period.paid;
  return ms / 1000;
}
