import type { Connector, EstimationInfo, Location, Vehicle } from "@voltmarg/contract";
import {
  type ChargeChoice,
  headlinePrice,
  holdMinor,
  planCharge,
  type PlannedCharge,
  powerKw,
} from "@voltmarg/rules";
import { aboutKwh, inr, km, wholeInr } from "../../ui/format.ts";
import type { LimitBy, Scale } from "./limit-scale.ts";

export type Basis = {
  connector: Connector;
  location: Pick<Location, "time_zone">;
  vehicle: Vehicle | undefined;
  /** When the charge is taken to begin. */
  start: Date;
};

/** What the plug and the vehicle do together, kW; null when the operator does not say. */
export const chargePower = ({ connector, vehicle }: Basis): number | null =>
  powerKw(connector, vehicle ?? null) ?? connector.powerInKwh;

/** How much can be chosen where no vehicle sets the end. */
const NO_BATTERY: Record<LimitBy, number> = { MONEY: 1000, ENERGY: 60, TIME: 240, RANGE: 400 };

/** The four limits that can be chosen here: money needs a price, range a vehicle. */
export function limitsOf(basis: Basis): LimitBy[] {
  const priced = planOf(basis, { by: "ENERGY", kwh: 1 })?.costMinor != null;
  return [
    ...(priced ? (["MONEY"] as const) : []),
    "ENERGY",
    "TIME",
    ...(basis.vehicle ? (["RANGE"] as const) : []),
  ];
}

/** The end of the ruler: what the battery holds, in the unit chosen by. */
export function mostOf(basis: Basis, by: LimitBy): number {
  const full = basis.vehicle ? planOf(basis, { by: "FULL" }) : null;
  if (!full) return NO_BATTERY[by];
  const most = {
    MONEY: full.costMinor === null ? null : Math.ceil(Number(full.costMinor) / 100),
    ENERGY: full.kwh,
    TIME: Math.ceil(full.minutes),
    RANGE: full.rangeKm,
  }[by];
  return most !== null && most >= 1 ? most : NO_BATTERY[by];
}

export function choiceOf(by: LimitBy, value: number): ChargeChoice {
  switch (by) {
    case "MONEY":
      return { by, minor: BigInt(Math.round(value * 100)) };
    case "ENERGY":
      return { by, kwh: value };
    case "TIME":
      return { by, minutes: value };
    case "RANGE":
      return { by, km: value };
  }
}

/** What a choice comes to; null when it cannot be planned, because power or price are not known. */
export function planOf(basis: Basis, choice: ChargeChoice): PlannedCharge | null {
  const power = chargePower(basis);
  if (power === null || power <= 0) return null;
  try {
    return planCharge({
      tariff: basis.connector.tariff ?? null,
      timeZone: basis.location.time_zone,
      start: basis.start,
      powerKw: power,
      vehicle: basis.vehicle ?? null,
      choice,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Paise including GST: the price a kWh leads with; null when there is none. */
export function perKwhMinor({ connector, location, start }: Basis): bigint | null {
  if (!connector.tariff) return null;
  try {
    const power = powerKw(connector, null) ?? undefined;
    return headlinePrice(connector.tariff, location.time_zone, start, power).perKwhMinor;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Paise that will be held; null when nothing can be said. */
export function holdFor(basis: Basis, by: LimitBy, value: number): number | null {
  const power = chargePower(basis);
  const cost =
    by === "MONEY"
      ? BigInt(Math.round(value * 100))
      : (planOf(basis, choiceOf(by, value))?.costMinor ?? null);
  if (power === null || cost === null) return null;
  return Number(
    holdMinor({ choiceCostMinor: cost, powerKw: power, perKwhMinor: perKwhMinor(basis) }),
  );
}

/**
 * What the ruler stands on before anybody chose: its middle preset, or the first one the wallet can hold. `freeMinor`
 * null: nobody looks at a wallet, or it is not known yet.
 */
export function firstValue(
  basis: Basis,
  by: LimitBy,
  scale: Scale,
  freeMinor: number | null,
): number {
  const wanted = scale.presets[1] ?? scale.max;
  if (freeMinor === null) return wanted;
  const fits = (value: number) => (holdFor(basis, by, value) ?? 0) <= freeMinor;
  return [wanted, ...scale.presets].find(fits) ?? wanted;
}

const cents = (value: number | null | undefined) =>
  value == null || value <= 0 ? null : Math.round(value * 100) / 100;

/** The choice as it travels with the start: the one chosen, and what it comes to in the others. */
export function estimationInfo(
  by: LimitBy,
  value: number,
  plan: PlannedCharge | null,
  corporate: boolean,
): EstimationInfo {
  return {
    isPrimaryVehicle: true,
    isCorporateCustomer: corporate,
    limitBy: by,
    selectedMoney:
      by === "MONEY" ? value : plan?.costMinor == null ? null : cents(Number(plan.costMinor) / 100),
    selectedTime: by === "TIME" ? value : cents(plan?.minutes),
    selectedRange: by === "RANGE" ? value : cents(plan?.rangeKm),
    selectedPower: by === "ENERGY" ? value : cents(plan?.kwh),
  };
}

/** A limit in words: ₹300, 16 min, +110 km, 15.8 kWh. */
export function limitWords(by: LimitBy, value: number): string {
  switch (by) {
    case "MONEY":
      return Number.isInteger(value) ? wholeInr(value * 100) : inr(Math.round(value * 100));
    case "ENERGY":
      return aboutKwh(value);
    case "TIME":
      return spanWords(value);
    case "RANGE":
      return km(value);
  }
}

/** 16 min, 2 h 5 min. */
export function spanWords(minutes: number): string {
  const all = Math.round(minutes);
  if (all < 120) return `${all} min`;
  return all % 60 === 0 ? `${all / 60} h` : `${Math.floor(all / 60)} h ${all % 60} min`;
}

/** The limit a session runs under; null when it runs without one. */
export function limitOfSession(info: EstimationInfo): { by: LimitBy; value: number } | null {
  const values: Record<LimitBy, number | null | undefined> = {
    MONEY: info.selectedMoney,
    TIME: info.selectedTime,
    RANGE: info.selectedRange,
    ENERGY: info.selectedPower,
  };
  const by =
    info.limitBy ?? (["MONEY", "TIME", "RANGE", "ENERGY"] as const).find((one) => values[one]);
  const value = by && values[by];
  return by && value ? { by, value } : null;
}
