import { instantMs } from "./instant.ts";
import type { ChargingPeriodInput } from "./price-session.ts";

/** OCPI 2.2.1 mod_cdrs ChargingPeriod, as sessions and charge records carry it. */
export type OcpiChargingPeriod = {
  start_date_time: string;
  dimensions: readonly { type: string; volume: number }[];
};

const HOUR_MS = 3_600_000;

/**
 * Turns OCPI charging periods into what `priceSession` takes. A period ends where the next one
 * starts, the last at `end`; the timestamps count, not the rounded hours of TIME. A period that
 * names both TIME and PARKING_TIME charges first and parks after. Throws RangeError for dates that
 * cannot be read or run backwards.
 */
export function fromOcpiPeriods(
  periods: readonly OcpiChargingPeriod[],
  start: string,
  end: string,
): ChargingPeriodInput[] {
  const sorted = periods
    .map((period) => ({ period, at: instantMs(period.start_date_time) }))
    .sort((a, b) => a.at - b.at);
  const first = instantMs(start);
  if (sorted.length > 0 && sorted[0]!.at < first) {
    throw new RangeError("a charging period starts before the session");
  }
  return sorted.flatMap(({ period, at }, index) => {
    const until = sorted[index + 1]?.at ?? instantMs(end);
    if (until < at) throw new RangeError("a charging period starts after the session's end");
    return read(period, at, until);
  });
}

function read(period: OcpiChargingPeriod, from: number, until: number): ChargingPeriodInput[] {
  const volumes = new Map<string, number>();
  for (const { type, volume } of period.dimensions) {
    volumes.set(type, (volumes.get(type) ?? 0) + volume);
  }
  const charging = volumes.get("TIME") ?? 0;
  const parking = volumes.get("PARKING_TIME") ?? 0;
  const kwh = volumes.get("ENERGY") ?? 0;
  const reservation = (volumes.get("RESERVATION_TIME") ?? 0) > 0;
  const make = (
    kind: ChargingPeriodInput["kind"],
    start: number,
    end: number,
    energy: number,
  ): ChargingPeriodInput => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    kwh: energy,
    kind,
    power_kw: volumes.get("POWER") ?? volumes.get("MAX_POWER") ?? volumes.get("MIN_POWER"),
    current_a: volumes.get("CURRENT") ?? volumes.get("MAX_CURRENT") ?? volumes.get("MIN_CURRENT"),
  });
  if (reservation) return [make("RESERVATION", from, until, kwh)];
  if (parking > 0 && charging > 0) {
    const change = Math.min(until, from + Math.round(charging * HOUR_MS));
    return [make("CHARGING", from, change, kwh), make("PARKING", change, until, 0)];
  }
  return [make(parking > 0 ? "PARKING" : "CHARGING", from, until, kwh)];
}
