import { clockTurns, priceSession, type Tariff, type TariffRestrictions } from "@voltmarg/rules";
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
const SLOT_MINUTES = 30;

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

/** Where prices turn on the way: minutes after departure, rising. A tariff belongs to one time zone. */
export function turnsOf(
  stations: readonly Candidate[],
  tariffs: readonly Tariff[],
  departsMs: number,
  minutes: number,
): number[] {
  const zones = new Map<number, string>();
  for (const { timeZone, plugs } of stations)
    for (const { tariff } of plugs) if (tariff !== null) zones.set(tariff, timeZone);
  const until = departsMs + minutes * MINUTE_MS;
  const turns = [...zones].flatMap(([nth, timeZone]) => {
    try {
      return clockTurns(tariffs[nth]!, timeZone, departsMs, until);
    } catch {
      // It has no price either.
      return [];
    }
  });
  return [...new Set(turns)].toSorted((a, b) => a - b).map((at) => (at - departsMs) / MINUTE_MS);
}

/** Energies at which prices are reckoned for comparing; between them they lie on a line. */
const STEP_KWH = 5;
/** Of two powers that are taken as one, the higher is so much higher. */
const POWER_STEP = Math.log(1.1);
const DAY_MINUTES = 1_440;
const MOST_POWERS = 128;
const MOST_SLOTS = 4_096;

/**
 * The same for comparing millions, at about the same power: prices begun every half hour are reckoned, of every fifth
 * kWh, and the others lie between them. Where the clock changes no price, all begin at once.
 */
export function createRoughPrice(tariffs: readonly Tariff[], price: Price): Price {
  const tables = new Map<number, (number | null)[]>();
  const turns = tariffs.map(turnOf);
  // No function is made within these two: they are called millions of times.
  const reckoned = (
    at: Priced,
    table: (number | null)[],
    slot: number,
    power: number,
    nth: number,
  ) => {
    if (table[nth] === undefined) {
      const energy = nth * STEP_KWH;
      const lasts = (energy / Math.exp(power * POWER_STEP)) * 60;
      table[nth] = price(at, slot * SLOT_MINUTES, energy, lasts);
    }
    return table[nth] ?? null;
  };
  const begunAt = (at: Priced, tariff: number, slot: number, power: number, steps: number) => {
    const key = (tariff * MOST_POWERS + power) * MOST_SLOTS + slot;
    let table = tables.get(key);
    if (!table) tables.set(key, (table = []));
    const step = Math.floor(steps);
    const low = reckoned(at, table, slot, power, step);
    return between(low, reckoned(at, table, slot, power, step + 1), steps - step);
  };
  return (at, startMinutes, kwh, minutes) => {
    const { tariff } = at.plug;
    if (tariff === null) return null;
    const power = Math.round(Math.log(Math.max(1, (kwh * 60) / Math.max(1, minutes))) / POWER_STEP);
    const steps = kwh / STEP_KWH;
    const turn = turns[tariff]!;
    if (turn === "NEVER") return begunAt(at, tariff, 0, power, steps);
    const begun = (turn === "BY_DAY" ? startMinutes % DAY_MINUTES : startMinutes) / SLOT_MINUTES;
    const slot = Math.floor(begun);
    const low = begunAt(at, tariff, slot, power, steps);
    return between(low, begunAt(at, tariff, slot + 1, power, steps), begun - slot);
  };
}

const between = (low: number | null, high: number | null, share: number): number | null =>
  low === null || high === null ? null : low + (high - low) * share;

/** When the clock changes a tariff's prices. */
function turnOf({ elements, start_date_time, end_date_time }: Tariff) {
  const has = (...names: (keyof TariffRestrictions)[]) =>
    elements.some(({ restrictions }) => names.some((name) => restrictions?.[name] != null));
  if (start_date_time || end_date_time || has("start_date", "end_date", "day_of_week"))
    return "ALWAYS";
  return has("start_time", "end_time") ? "BY_DAY" : "NEVER";
}
