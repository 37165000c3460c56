import { priceSession, type Tariff } from "@voltmarg/rules";
import type { Candidate } from "./trip-candidates.ts";

type Priced = { station: Candidate; plug: Candidate["plugs"][number] };
/** Paise with GST of a charging session begun so many minutes after departure; null: not known. */
export type Price = (
  at: Priced,
  startMinutes: number,
  kwh: number,
  minutes: number,
) => number | null;

const MINUTE_MS = 60_000;
const QUARTER = 15;
const MOST_KNOWN = 200_000;

/** By the price engine, as the bill will be. */
export function createPrice(tariffs: readonly Tariff[], departsMs: number): Price {
  return ({ station, plug }, startMinutes, kwh, minutes) => {
    const tariff = plug.tariff === null ? null : tariffs[plug.tariff];
    if (!tariff) return null;
    const at = departsMs + Math.round(startMinutes * MINUTE_MS);
    const start = new Date(at).toISOString();
    const end = new Date(at + Math.max(1_000, Math.round(minutes * MINUTE_MS))).toISOString();
    const periods = [
      { start, end, kwh: Math.round(kwh * 1_000) / 1_000, kind: "CHARGING" as const },
    ];
    try {
      const { inclMinor } = priceSession({
        tariff,
        timeZone: station.timeZone,
        start,
        end,
        periods,
      });
      return Number(inclMinor);
    } catch {
      // A tariff that does not hold then, or cannot be read.
      return null;
    }
  };
}

/**
 * The same for comparing many: of prices begun in the same quarter of an hour, of about the same energy and time, one is
 * reckoned.
 */
export function createRoughPrice(price: Price): Price {
  const known = new Map<string, number | null>();
  return (at, startMinutes, kwh, minutes) => {
    const { tariff } = at.plug;
    if (tariff === null) return null;
    const quarter = Math.floor(startMinutes / QUARTER);
    const [energy, time] = [Math.max(1, Math.round(kwh)), Math.max(5, Math.round(minutes / 5) * 5)];
    const key = `${tariff} ${at.station.timeZone} ${quarter} ${energy} ${time}`;
    let found = known.get(key);
    if (found === undefined) {
      if (known.size > MOST_KNOWN) known.clear();
      found = price(at, quarter * QUARTER, energy, time);
      known.set(key, found);
    }
    return found === null ? null : (found * kwh) / energy;
  };
}
