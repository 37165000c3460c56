import { isTariffValidAt } from "./match-element.ts";
import type { Vehicle } from "./power.ts";
import { priceSession } from "./price-session.ts";
import type { Tariff } from "./tariff.ts";

export type ChargeChoice =
  | { by: "MONEY"; minor: bigint }
  | { by: "ENERGY"; kwh: number }
  | { by: "TIME"; minutes: number }
  | { by: "RANGE"; km: number }
  | { by: "FULL" };

export type PlanChargeInput = {
  /** null: price not known */
  tariff: Tariff | null;
  timeZone: string;
  start: Date;
  /** what plug and vehicle do together, taken as constant */
  powerKw: number;
  vehicle: Vehicle | null;
  choice: ChargeChoice;
  /** paise the charge may cost at most */
  balanceMinor?: bigint;
  batteryStartPct?: number;
};

export type PlannedCharge = {
  /** paise including GST; null: price not known */
  costMinor: bigint | null;
  kwh: number;
  minutes: number;
  /** km gained */
  rangeKm: number | null;
  /** at the end; null unless the start is known */
  batteryPct: number | null;
  stopsBecause: "CHOICE" | "BATTERY_FULL" | "BALANCE";
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No plan looks further ahead than a week: the slowest socket fills the largest battery in less. */
const LONGEST_MS = 7 * 24 * HOUR_MS;

/**
 * What a choice means in money, energy, time and range, priced by the full engine. Deterministic,
 * to the millisecond of charging; MONEY and the balance are never exceeded. With an amount that
 * does not even cover the start, nothing is charged. Throws RangeError for a choice that cannot be
 * planned: no power, MONEY without a price, RANGE or FULL without a vehicle, negative amounts.
 */
export function planCharge(input: PlanChargeInput): PlannedCharge {
  const { powerKw, vehicle, choice } = input;
  if (!(powerKw > 0 && Number.isFinite(powerKw))) throw new RangeError("the power is not known");
  const costOf = pricer(input);
  let ms = LONGEST_MS;
  let stopsBecause: PlannedCharge["stopsBecause"] = "CHOICE";

  const untilFull = batteryMs(input);
  if (untilFull !== null && untilFull < ms) {
    ms = untilFull;
    stopsBecause = "BATTERY_FULL";
  }
  const wanted = choiceMs(choice, powerKw, vehicle);
  if (wanted !== null && wanted <= ms) {
    ms = wanted;
    stopsBecause = "CHOICE";
  }
  if (choice.by === "MONEY") {
    if (costOf === null) throw new RangeError("an amount cannot be planned without a price");
    if (choice.minor < 0n) throw new RangeError("the amount is negative");
    const affordable = longestWithin(choice.minor, ms, costOf);
    if (affordable < ms) {
      ms = affordable;
      stopsBecause = "CHOICE";
    }
  }
  if (input.balanceMinor !== undefined && costOf !== null) {
    const affordable = longestWithin(input.balanceMinor, ms, costOf);
    if (affordable < ms) {
      ms = affordable;
      stopsBecause = "BALANCE";
    }
  }

  const kwh = energyMicroKwh(powerKw, Math.max(0, ms)) / 1e6;
  const capacity =
    vehicle === null || vehicle.battery_capacity <= 0 ? null : vehicle.battery_capacity;
  const startPct = input.batteryStartPct;
  return {
    costMinor: costOf === null ? null : ms < 0 ? 0n : costOf(ms),
    kwh,
    minutes: Math.max(0, ms) / MINUTE_MS,
    rangeKm: capacity === null || vehicle === null ? null : (kwh * vehicle.range) / capacity,
    batteryPct:
      capacity === null || startPct === undefined
        ? null
        : Math.min(100, startPct + (kwh / capacity) * 100),
    stopsBecause,
  };
}

function energyMicroKwh(powerKw: number, ms: number): number {
  return Math.round((powerKw * ms * 1e6) / HOUR_MS);
}

function msFor(kwh: number, powerKw: number): number {
  return Math.round((kwh / powerKw) * HOUR_MS);
}

function batteryMs({ vehicle, powerKw, batteryStartPct, choice }: PlanChargeInput): number | null {
  if (vehicle === null || vehicle.battery_capacity <= 0) {
    if (choice.by === "FULL")
      throw new RangeError("a full battery cannot be planned without a vehicle");
    return null;
  }
  const start = batteryStartPct ?? 0;
  if (!(start >= 0 && start <= 100))
    throw new RangeError("the state of charge is not a percentage");
  return msFor((vehicle.battery_capacity * (100 - start)) / 100, powerKw);
}

function choiceMs(choice: ChargeChoice, powerKw: number, vehicle: Vehicle | null): number | null {
  switch (choice.by) {
    case "ENERGY":
      return msFor(amount(choice.kwh), powerKw);
    case "TIME":
      return Math.round(amount(choice.minutes) * MINUTE_MS);
    case "RANGE":
      if (vehicle === null || !(vehicle.range > 0 && vehicle.battery_capacity > 0)) {
        throw new RangeError("a range cannot be planned without a vehicle");
      }
      return msFor((amount(choice.km) * vehicle.battery_capacity) / vehicle.range, powerKw);
    case "MONEY":
    case "FULL":
      return null;
  }
}

function amount(value: number): number {
  if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`not an amount: ${value}`);
  return value;
}

/** Cost in paise of charging for so many ms; null when there is no valid tariff. */
function pricer(input: PlanChargeInput): ((ms: number) => bigint) | null {
  const { tariff, timeZone, powerKw } = input;
  const from = input.start.getTime();
  if (tariff === null || !isTariffValidAt(tariff, from)) return null;
  const start = input.start.toISOString();
  return (ms) => {
    const end = new Date(from + ms).toISOString();
    const kwh = (energyMicroKwh(powerKw, ms) / 1e6).toFixed(6);
    const period = { start, end, kwh, kind: "CHARGING" as const, power_kw: powerKw };
    return priceSession({ tariff, timeZone, start, end, periods: [period] }).inclMinor;
  };
}

/** The longest charge up to `limit` ms that costs no more than `minor`; -1: not even the start. */
function longestWithin(minor: bigint, limit: number, costOf: (ms: number) => bigint): number {
  if (limit < 0 || costOf(limit) <= minor) return limit;
  if (costOf(0) > minor) return -1;
  let low = 0;
  let high = limit;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (costOf(middle) <= minor) low = middle;
    else high = middle;
  }
  return low;
}
