import { ZERO } from "./exact.ts";
import { compileTariff, type CompiledTariff } from "./match-element.ts";
import { pricesAt } from "./price-schedule.ts";
import type { Tariff } from "./tariff.ts";
import { clockBoundaries, localTime } from "./time-zone.ts";

export type ParkingFee = {
  /** RFC 3339 UTC */
  startsAt: string;
  /** paise, GST included */
  perMinuteMinor: bigint;
};

const AHEAD_MS = 24 * 3_600_000;

/**
 * When a car that took its last power at `from`, after `kwh` since `start`, begins to pay for parking at the plug:
 * the first instant from then on at which a PARKING_TIME price of the tariff applies and is not zero. A grace period
 * is an element's `min_duration` or its times of day, not `step_size`, as the first step is paid in full once begun
 * (OCPI 2.2.1 mod_tariffs). Null: no fee within a day. Throws RangeError for an invalid tariff or zone.
 */
export function parkingFee(of: {
  tariff: Tariff;
  timeZone: string;
  start: Date;
  from: Date;
  kwh: number;
}): ParkingFee | null {
  const { tariff, timeZone } = of;
  const compiled = compileTariff(tariff, 1000n);
  const start = of.start.getTime();
  const from = of.from.getTime();
  const turns = [
    ...clockBoundaries(timeZone, from, from + AHEAD_MS, compiled.clockTimes),
    ...compiled.durations.map((duration) => start + duration),
  ].filter((at) => at > from && at <= from + AHEAD_MS);
  for (const at of [from, ...turns.toSorted((a, b) => a - b)]) {
    const perMinuteMinor = parkingAt(compiled, timeZone, { at, start, kwh: of.kwh });
    if (perMinuteMinor !== null && perMinuteMinor > 0n) {
      return { startsAt: new Date(at).toISOString(), perMinuteMinor };
    }
  }
  return null;
}

function parkingAt(
  compiled: CompiledTariff,
  timeZone: string,
  { at, start, kwh }: { at: number; start: number; kwh: number },
): bigint | null {
  return pricesAt(compiled, {
    ...localTime(timeZone, at),
    energy: BigInt(Math.floor(kwh * Number(compiled.energyScale))),
    elapsed: at - start,
    power: ZERO,
    current: ZERO,
  }).parkingPerMinuteMinor;
}
