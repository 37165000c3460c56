import { exact, fraction } from "./exact.ts";
import { compileTariff, isTariffValidAt, type CompiledTariff } from "./match-element.ts";
import { pricesAt, samePrices, type Prices } from "./price-schedule.ts";
import { priceSession, type TimedPeriod } from "./price-session.ts";
import type { Tariff } from "./tariff.ts";
import { clockBoundaries, localTime } from "./time-zone.ts";

export type PriceChange = {
  /** RFC 3339 UTC */
  at: string;
  /** what brings the change: the hour, the energy or the time charged so far */
  because: "CLOCK" | "ENERGY" | "DURATION";
  /** energy charged by then */
  kwh: number;
  /** before it, and from then on */
  before: Prices;
  after: Prices;
};

/** The cost of a charge at constant power, as a function of its duration. */
export type ChargeCosts = {
  /** paise including GST of a charge of the given ms */
  costOf(ms: number): bigint;
  /** ms after which the price may change, ascending; between two of them the cost never falls */
  turns(limit: number): number[];
  changesUntil(ms: number): PriceChange[];
};

type ChargeInput = {
  tariff: Tariff | null;
  timeZone: string;
  start: Date;
  powerKw: number;
  /** the requested energy, which is priced exactly; null: none was requested */
  wantedKwh: number | null;
};

const HOUR_MS = 3_600_000;

/** Energy of a duration in ms at a power, in whole millionths of a kWh. */
export function energyMicroKwh(powerKw: number, ms: number): number {
  return Math.round((powerKw * ms * 1e6) / HOUR_MS);
}

/** How long an amount of energy takes at a power, in whole ms. */
export function msFor(kwh: number, powerKw: number): number {
  return Math.round((kwh / powerKw) * HOUR_MS);
}

/** null when there is no tariff that is valid at the start. */
export function chargeCosts(input: ChargeInput): ChargeCosts | null {
  const { tariff, timeZone, powerKw, wantedKwh } = input;
  const from = input.start.getTime();
  if (tariff === null || !isTariffValidAt(tariff, from)) return null;
  const start = input.start.toISOString();
  const compiled = compileTariff(tariff, 1_000_000n);
  const wantedMs = wantedKwh === null ? null : msFor(wantedKwh, powerKw);
  const energyAt = (ms: number) => energyMicroKwh(powerKw, ms);
  const power = exact(powerKw);

  const costOf = (ms: number): bigint => {
    const end = from + ms;
    // An energy requested in kWh is priced as exactly that, not as the energy of whole milliseconds.
    // Any other is exact too: rounded, it would move the moment of a threshold, and time that ends
    // there might be one step longer in a shorter charge.
    const kwh =
      wantedKwh !== null && ms === wantedMs
        ? exact(wantedKwh)
        : fraction(power.n * BigInt(ms), power.d * BigInt(HOUR_MS));
    const period: TimedPeriod = {
      start: from,
      end,
      kwh,
      kind: "CHARGING",
      paid_ms: ms,
      power_kw: powerKw,
      free: false,
    };
    const until = new Date(end).toISOString();
    return priceSession({ tariff, timeZone, start, end: until, periods: [period] }).inclMinor;
  };
  const clock = (limit: number) =>
    clockBoundaries(timeZone, from, from + limit, compiled.clockTimes).map((at) => at - from);
  const energies = energyTurns(compiled, powerKw);
  const turns = (limit: number) =>
    // Energy is counted in millionths of a kWh, so the price may change one millisecond off.
    [...clock(limit), ...compiled.durations, ...energies.flatMap((ms) => [ms - 1, ms, ms + 1])]
      .filter((ms) => ms > 0 && ms < limit)
      .sort((a, b) => a - b);

  const pricesAfter = (ms: number): Prices =>
    pricesAt(compiled, {
      ...localTime(timeZone, from + ms),
      energy: (BigInt(energyAt(ms)) * compiled.energyScale) / 1_000_000n,
      elapsed: ms,
      power,
      current: null,
    });
  const changesUntil = (limit: number): PriceChange[] => {
    const inside = (list: readonly number[], because: PriceChange["because"]) =>
      list.filter((ms) => ms > 0 && ms < limit).map((ms) => ({ ms, because }));
    const found: PriceChange[] = [];
    let before = pricesAfter(0);
    const candidates = [
      ...inside(clock(limit), "CLOCK"),
      ...inside(compiled.durations, "DURATION"),
      ...inside(energies, "ENERGY"),
    ].sort((a, b) => a.ms - b.ms);
    for (const { ms, because } of candidates) {
      const after = pricesAfter(ms);
      if (samePrices(before, after)) continue;
      const at = new Date(from + ms).toISOString();
      found.push({ at, because, kwh: energyAt(ms) / 1e6, before, after });
      before = after;
    }
    return found;
  };
  return { costOf, turns, changesUntil };
}

/** The first whole ms at which each energy threshold is reached. */
function energyTurns({ energies, energyScale }: CompiledTariff, powerKw: number): number[] {
  return energies.map((units) =>
    Math.ceil((Number(units) / Number(energyScale) / powerKw) * HOUR_MS),
  );
}

/**
 * The longest charge up to `limit` ms whose cost never exceeds `minor`; -1: not even the start is covered. Between
 * two price changes the cost never falls, so each span is searched by bisection to the millisecond. At a price
 * change the cost may fall (a coarse step_size that no longer applies); an amount exceeded before stays exceeded.
 */
export function longestWithin(minor: bigint, limit: number, costs: ChargeCosts): number {
  const { costOf } = costs;
  if (limit < 0) return limit;
  if (costOf(0) > minor) return -1;
  let last = 0;
  for (const turn of [...costs.turns(limit), limit]) {
    if (turn <= last) continue;
    if (costOf(last + 1) > minor) return last;
    if (costOf(turn) > minor) {
      let low = last + 1;
      let high = turn;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (costOf(middle) <= minor) low = middle;
        else high = middle;
      }
      return low;
    }
    last = turn;
  }
  return limit;
}
