import {
  chargeCosts,
  energyMicroKwh,
  longestWithin,
  msFor,
  type ChargeCosts,
  type PriceChange,
} from "./charge-costs.ts";
import { kmOf, kwhFor, type Vehicle } from "./power.ts";
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
  /** power of plug and vehicle together, assumed constant */
  powerKw: number;
  vehicle: Vehicle | null;
  choice: ChargeChoice;
  /** paise the charge may cost at most */
  balanceMinor?: bigint | undefined;
  batteryStartPct?: number | undefined;
  /** when the location closes; null or absent: it does not */
  closesAt?: Date | null | undefined;
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
  stopsBecause: "CHOICE" | "BATTERY_FULL" | "CLOSING_TIME" | "BALANCE";
  /** price changes during the charge, in order */
  priceChanges: PriceChange[];
};

const MINUTE_MS = 60_000;
/** No plan is longer than a week: the slowest socket fills the largest battery in less. */
const LONGEST_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * Converts a choice to money, energy, time and range, priced by the full engine. Deterministic, to the millisecond
 * of charging. MONEY and the balance are never exceeded during the charge, so more money never plans a shorter
 * charge. An amount that does not even cover the start charges nothing. Throws RangeError for an impossible choice:
 * no power, MONEY without a price, RANGE or FULL without battery and range of a vehicle, negative amounts.
 */
export function planCharge(input: PlanChargeInput): PlannedCharge {
  const { powerKw, vehicle, choice } = input;
  if (!(powerKw > 0 && Number.isFinite(powerKw))) throw new RangeError("the power is not known");
  const wantedKwh = choice.by === "ENERGY" ? choice.kwh : null;
  const costs = chargeCosts({ ...input, wantedKwh });
  const { ms, stopsBecause } = end(input, costs);
  const charged = Math.max(0, ms);
  const kwh = energyMicroKwh(powerKw, charged) / 1e6;
  const capacity = batteryOf(vehicle);
  const startPct = input.batteryStartPct;
  return {
    costMinor: costs === null ? null : ms < 0 ? 0n : costs.costOf(ms),
    // A choice in kWh is exactly that energy: what a plug delivers in whole milliseconds differs slightly.
    kwh: choice.by === "ENERGY" && stopsBecause === "CHOICE" ? choice.kwh : kwh,
    minutes: charged / MINUTE_MS,
    rangeKm: kmOf(kwh, vehicle),
    batteryPct:
      capacity === null || startPct === undefined
        ? null
        : Math.min(100, startPct + (kwh / capacity) * 100),
    stopsBecause,
    priceChanges: costs === null ? [] : costs.changesUntil(charged),
  };
}

type End = { ms: number; stopsBecause: PlannedCharge["stopsBecause"] };

/** -1 ms: not even the start is paid for. */
function end(input: PlanChargeInput, costs: ChargeCosts | null): End {
  const { choice, balanceMinor } = input;
  let found: End = { ms: LONGEST_MS, stopsBecause: "CHOICE" };
  const atMost = (ms: number, stopsBecause: End["stopsBecause"]) => {
    if (ms < found.ms) found = { ms, stopsBecause };
  };
  atMost(batteryMs(input), "BATTERY_FULL");
  if (input.closesAt != null) {
    atMost(Math.max(0, input.closesAt.getTime() - input.start.getTime()), "CLOSING_TIME");
  }
  const wanted = choiceMs(input);
  if (wanted <= found.ms) found = { ms: wanted, stopsBecause: "CHOICE" };
  if (choice.by === "MONEY") {
    if (costs === null) throw new RangeError("an amount cannot be planned without a price");
    if (choice.minor < 0n) throw new RangeError("the amount is negative");
    atMost(longestWithin(choice.minor, found.ms, costs), "CHOICE");
  }
  if (balanceMinor !== undefined && costs !== null) {
    atMost(longestWithin(balanceMinor, found.ms, costs), "BALANCE");
  }
  return found;
}

function batteryMs({ vehicle, powerKw, batteryStartPct, choice }: PlanChargeInput): number {
  const battery = batteryOf(vehicle);
  if (battery === null) {
    if (choice.by === "FULL")
      throw new RangeError(
        "a full battery cannot be planned without a vehicle whose battery is known",
      );
    return Infinity;
  }
  const start = batteryStartPct ?? 0;
  if (!(start >= 0 && start <= 100))
    throw new RangeError("the state of charge is not a percentage");
  return msFor((battery * (100 - start)) / 100, powerKw);
}

/** kWh; null: no vehicle, or its battery is not known. */
function batteryOf(vehicle: Vehicle | null): number | null {
  const battery = vehicle?.battery_capacity ?? null;
  return battery !== null && battery > 0 ? battery : null;
}

function choiceMs({ choice, powerKw, vehicle }: PlanChargeInput): number {
  switch (choice.by) {
    case "ENERGY":
      return msFor(amount(choice.kwh), powerKw);
    case "TIME":
      return Math.round(amount(choice.minutes) * MINUTE_MS);
    case "RANGE": {
      const kwh = kwhFor(amount(choice.km), vehicle);
      if (kwh === null)
        throw new RangeError(
          "a range cannot be planned without a vehicle whose battery and range are known",
        );
      return msFor(kwh, powerKw);
    }
    case "MONEY":
    case "FULL":
      return Infinity;
  }
}

function amount(value: number): number {
  if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`not an amount: ${value}`);
  return value;
}
