import type { Connector, EstimationInfo, Location, Vehicle } from "@voltmarg/contract";
import {
  asStated,
  type ChargeChoice,
  holdMinor,
  isAlwaysFree,
  kmOf,
  openState,
  planCharge,
  type PlannedCharge,
} from "@voltmarg/rules";
import { chargePower, headline, readable } from "../../prices/lead-price.ts";
import { kept, type LimitBy, type Scale } from "./limit-scale.ts";

export type Basis = {
  connector: Connector;
  location: Pick<Location, "time_zone">;
  /** When the station closes and the session ends with it; null: it does not end then. */
  closesAt: Date | null;
  vehicle: Vehicle | undefined;
  /** How full its battery is, per cent; null: not known, and the whole battery can be chosen. */
  batteryNow?: number | null;
  /** When the session is assumed to start. */
  start: Date;
};

/** When the station's hours end a session that starts now; null: never, or not known. */
export function closingOf(location: Location, now: Date): Date | null {
  if (location.charging_when_closed || !location.opening_times) return null;
  const times = location.opening_times;
  return readable(() => openState(times, location.time_zone, now).closesAt);
}

/** The maximum where no vehicle sets one. */
const NO_BATTERY: Record<LimitBy, number> = { MONEY: 1000, ENERGY: 60, TIME: 240, RANGE: 400 };

/** The limits that can be chosen here, four at most: money needs a price above nothing, range a vehicle whose use is known. */
export function limitsOf(basis: Basis): LimitBy[] {
  const priced = !isFree(basis) && planOf(basis, { by: "ENERGY", kwh: 1 })?.costMinor != null;
  return [
    ...(priced ? (["MONEY"] as const) : []),
    "ENERGY",
    "TIME",
    ...(kmOf(1, basis.vehicle ?? null) === null ? [] : (["RANGE"] as const)),
  ];
}

/** Whether the session costs nothing, however long it is: it needs no limit in money, and nothing is held. */
export const isFree = ({ connector: { tariff } }: Pick<Basis, "connector">): boolean =>
  tariff != null && readable(() => isAlwaysFree(tariff)) === true;

/** The end of the ruler: what a full battery lacks, in the chosen unit. */
export function mostOf(basis: Basis, by: LimitBy): number {
  // A choice may go beyond closing time; the screen then says where the session ends.
  const full = basis.vehicle ? planOf({ ...basis, closesAt: null }, { by: "FULL" }) : null;
  if (!full) return NO_BATTERY[by];
  const most = {
    MONEY: full.costMinor === null ? null : Math.ceil(Number(full.costMinor) / 100),
    ENERGY: full.kwh,
    TIME: Math.ceil(full.minutes),
    RANGE: full.rangeKm,
  }[by];
  return most !== null && most > 0 ? most : NO_BATTERY[by];
}

/** The least that pays for any energy: a start fee, or the price of a whole charge, comes first. Rupees; 0 in other units. */
export function leastOf(basis: Basis, by: LimitBy): number {
  const cost = by === "MONEY" ? planOf(basis, { by: "ENERGY", kwh: 0.1 })?.costMinor : null;
  return Math.ceil(Number(cost ?? 0) / 100);
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

/** The plan of a choice; null when power or price is unknown. */
export function planOf(
  basis: Basis,
  choice: ChargeChoice,
  balanceMinor?: bigint,
): PlannedCharge | null {
  const power = chargePower(basis.connector, basis.vehicle);
  if (power === null || power <= 0) return null;
  return readable(() =>
    planCharge({
      tariff: basis.connector.tariff ?? null,
      timeZone: basis.location.time_zone,
      start: basis.start,
      powerKw: power,
      vehicle: basis.vehicle ?? null,
      batteryStartPct: basis.batteryNow ?? undefined,
      closesAt: basis.closesAt,
      choice,
      balanceMinor,
    }),
  );
}

/** Paise that will be held; null: not known. */
export function holdFor(basis: Basis, by: LimitBy, value: number): number | null {
  if (isFree(basis)) return 0;
  const cost =
    by === "MONEY"
      ? BigInt(Math.round(value * 100))
      : // The service holds for the whole choice, whenever the station closes.
        (planOf({ ...stated(basis), closesAt: null }, choiceOf(by, value))?.costMinor ?? null);
  return cost === null ? null : holdOf(basis, cost);
}

/** As the service holds. */
const stated = (basis: Basis): Basis => ({
  ...basis,
  vehicle: basis.vehicle && asStated(basis.vehicle),
  batteryNow: null,
});

function holdOf(basis: Basis, cost: bigint): number | null {
  const { connector, vehicle, location, start } = stated(basis);
  const power = chargePower(connector, vehicle);
  if (power === null) return null;
  const price = headline(connector, vehicle, location.time_zone, start);
  const hold = holdMinor({
    choiceCostMinor: cost,
    powerKw: power,
    perKwhMinor: price?.perKwhMinor ?? null,
    perMinuteMinor: price?.perMinuteMinor ?? null,
  });
  return Number(hold);
}

/** How many paise of a choice the wallet covers, without the reserve; null: it covers the whole choice. */
export function coveredBy(
  basis: Basis,
  choice: ChargeChoice,
  freeMinor: number | null,
): number | null {
  const reserve = isFree(basis) ? null : holdOf(basis, 0n);
  if (freeMinor === null || reserve === null) return null;
  const spendable = Math.max(0, freeMinor - reserve);
  const plan = planOf(basis, choice, BigInt(spendable));
  return plan?.stopsBecause === "BALANCE" ? spendable : null;
}

/** Up to this state of charge a battery usually charges fast; above it charging slows down. Per cent. */
export const USUAL_TARGET = 80;

/** The value that fills the battery to so many per cent; null: it is that full, or nobody knows how full it is. */
export function valueTo(basis: Basis, by: LimitBy, scale: Scale, percent: number): number | null {
  const { vehicle, batteryNow } = basis;
  const capacity = vehicle?.battery_capacity ?? null;
  if (capacity === null || batteryNow == null || batteryNow >= percent) return null;
  const kwh = (capacity * (percent - batteryNow)) / 100;
  const value = carried(by, planOf({ ...basis, closesAt: null }, { by: "ENERGY", kwh }));
  return value === null ? null : kept(by, value, scale);
}

/**
 * The value before the driver chooses one: up to 80 %, or to the `target` of a trip's plan, or the middle preset if the
 * state of charge is not known. If the wallet cannot hold that, the first preset that it can. `freeMinor` null: ignored.
 */
export function firstValue(
  basis: Basis,
  by: LimitBy,
  scale: Scale,
  freeMinor: number | null,
  target: number = USUAL_TARGET,
): number {
  const wanted = valueTo(basis, by, scale, target) ?? scale.presets[1] ?? scale.max;
  if (freeMinor === null) return wanted;
  const fits = (value: number) => (holdFor(basis, by, value) ?? 0) <= freeMinor;
  return [wanted, ...scale.presets].find(fits) ?? wanted;
}

/** The present choice in another unit, within what can be chosen there; null: not known. */
export function carried(to: LimitBy, plan: PlannedCharge | null): number | null {
  if (!plan) return null;
  return {
    MONEY: plan.costMinor === null ? null : Math.ceil(Number(plan.costMinor) / 100),
    ENERGY: plan.kwh,
    TIME: plan.minutes,
    RANGE: plan.rangeKm,
  }[to];
}

const cents = (value: number | null | undefined) =>
  value == null || value <= 0 ? null : Math.round(value * 100) / 100;

/** The choice as a start sends it: the chosen value, and the same in the other units. */
export function estimationInfo(
  by: LimitBy,
  value: number,
  plan: PlannedCharge | null,
  corporate: boolean,
  isPrimaryVehicle: boolean,
): EstimationInfo {
  return {
    isPrimaryVehicle,
    isCorporateCustomer: corporate,
    limitBy: by,
    selectedMoney:
      by === "MONEY" ? value : plan?.costMinor == null ? null : cents(Number(plan.costMinor) / 100),
    selectedTime: by === "TIME" ? value : cents(plan?.minutes),
    selectedRange: by === "RANGE" ? value : cents(plan?.rangeKm),
    selectedPower: by === "ENERGY" ? value : cents(plan?.kwh),
  };
}
