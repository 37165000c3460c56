import { DEFAULT_GAP_SECONDS, priceSession } from "@voltmarg/rules";
import type { SoFar } from "../live/measure.ts";
import type { SessionRow } from "../session.store.ts";

/** For how many seconds of real time a session without new meter values is assumed to continue at its last power. */
const STEADY_SECONDS = DEFAULT_GAP_SECONDS;
/** kW assumed for a connector of unknown power: as much as a strong one, never nothing. */
const STRONG_KW = 60;
/** In its first period a session takes its power for this many seconds less. */
const START_UP_SECONDS = 6;

/** How a session is expected to continue after its last meter value. All seconds are on the session's own clock. */
export type Forecast = {
  /** In how many seconds the session will have taken so much more energy; Infinity: never. */
  secondsForKwh(kwh: number): number;
  /** Paise including GST after so many seconds; null: not computable. Null for all: there is no tariff or no meter value. */
  costAfter: ((seconds: number) => bigint | null) | null;
};

/** At first the power stays `kw`; after `steadySeconds` it may be as high as `mostKw`. */
type Power = { kw: number; steadySeconds: number; mostKw: number };

export function forecast(row: SessionRow, metered: SoFar | null): Forecast {
  const power = expectedPower(row, metered);
  return {
    secondsForKwh: (kwh) => secondsForKwh(kwh, power),
    costAfter: expectedCost(row, metered, power),
  };
}

function expectedPower(row: SessionRow, metered: SoFar | null): Power {
  const { connector, plug_kw, speed } = row.snapshot;
  const full = connector.powerInKwh ?? plug_kw ?? STRONG_KW;
  const kw = nextPower(row, metered, full);
  // Without meter values it may take all that connector and vehicle can; only a car that has stopped taking energy is
  // expected to stay so.
  const isFull = metered?.charging === false;
  return { kw, steadySeconds: STEADY_SECONDS * speed, mostKw: isFull ? kw : Math.max(kw, full) };
}

/** kW: the last power, or before there is one all that connector and vehicle may do together (`full`). */
function nextPower(row: SessionRow, metered: SoFar | null, full: number): number {
  const { powerInKwh } = row.snapshot.connector;
  if (row.power_kw === null) return full;
  const isFirst = metered?.periods.length === 1 && metered.charging;
  if (!isFirst || powerInKwh === null) return row.power_kw;
  const meteredSeconds = row.duration_s ?? 0;
  const chargingSeconds = meteredSeconds - START_UP_SECONDS;
  const withoutStartUp =
    chargingSeconds > 0 ? (row.power_kw * meteredSeconds) / chargingSeconds : Infinity;
  // Not below the metered power, and not above what connector and vehicle can do together.
  return Math.max(row.power_kw, Math.min(powerInKwh, withoutStartUp));
}

/** Seconds until an amount is used up at a rate a second: 0 if it is already, Infinity without a rate. */
export const secondsFor = (left: number, perSecond: number): number =>
  left <= 0 ? 0 : perSecond > 0 ? left / perSecond : Infinity;

function secondsForKwh(left: number, { kw, steadySeconds, mostKw }: Power): number {
  const seconds = secondsFor(left, kw / 3600);
  if (seconds <= steadySeconds) return seconds;
  return steadySeconds + secondsFor(left - (kw * steadySeconds) / 3600, mostKw / 3600);
}

/** Prices the metered periods and those expected to follow, so that a price that changes on the way is counted. */
function expectedCost(
  row: SessionRow,
  metered: SoFar | null,
  { kw, steadySeconds, mostKw }: Power,
): Forecast["costAfter"] {
  const { tariff, location } = row.snapshot;
  if (!tariff || !metered) return null;
  const { start, periods, end } = metered;
  const iso = (seconds: number) => new Date(end + seconds * 1000).toISOString();
  const period = (from: number, until: number, power: number) => ({
    start: iso(from),
    end: iso(until),
    kwh: ((power * (until - from)) / 3600).toFixed(6),
    kind: metered.charging ? ("CHARGING" as const) : ("PARKING" as const),
  });
  return (seconds) => {
    const next = [period(0, Math.min(seconds, steadySeconds), kw)];
    if (seconds > steadySeconds) next.push(period(steadySeconds, seconds, mostKw));
    try {
      return priceSession({
        tariff,
        timeZone: location.time_zone,
        start,
        end: iso(seconds),
        periods: [...periods, ...next],
      }).inclMinor;
    } catch {
      return null;
    }
  };
}
