import type { EstimationInfo, Tariff, Vehicle } from "@voltmarg/contract";
import {
  headlinePrice,
  holdMinor,
  overrunBoundMinor,
  planCharge,
  type ChargeChoice,
  type Tariff as PricedTariff,
} from "@voltmarg/rules";

/** The driver's limit, from the four values in the request; null without one (quick start). */
export function choiceOf(info: EstimationInfo): ChargeChoice | null {
  const { selectedMoney, selectedTime, selectedRange, selectedPower, limitBy } = info;
  const choices: Record<"MONEY" | "TIME" | "RANGE" | "ENERGY", ChargeChoice | null> = {
    MONEY: selectedMoney ? { by: "MONEY", minor: BigInt(Math.round(selectedMoney * 100)) } : null,
    TIME: selectedTime ? { by: "TIME", minutes: selectedTime } : null,
    RANGE: selectedRange ? { by: "RANGE", km: selectedRange } : null,
    ENERGY: selectedPower ? { by: "ENERGY", kwh: selectedPower } : null,
  };
  if (limitBy) return choices[limitBy];
  return choices.MONEY ?? choices.TIME ?? choices.RANGE ?? choices.ENERGY;
}

export type Needs = { holdMinor: bigint; boundMinor: bigint };

/** What must be held for a limit at an EVSE; the screen shows the same. */
export function needsOf(input: {
  choice: ChargeChoice | null;
  tariff: Tariff | null;
  timeZone: string;
  powerKw: number | null;
  vehicle: Vehicle | null;
  at: Date;
}): Needs {
  const { choice, timeZone, vehicle, at } = input;
  const tariff = input.tariff as PricedTariff | null;
  // An EVSE of unknown power counts as a strong one, so that the bound is high enough.
  const powerKw = input.powerKw ?? 60;
  const price = tariff && headlinePrice(tariff, timeZone, at, powerKw);
  const pace = {
    powerKw,
    perKwhMinor: price?.perKwhMinor ?? null,
    perMinuteMinor: price?.perMinuteMinor ?? null,
  };
  return {
    holdMinor: holdMinor({
      choiceCostMinor: costOf(choice, tariff, timeZone, powerKw, vehicle, at),
      ...pace,
    }),
    boundMinor: overrunBoundMinor(pace),
  };
}

function costOf(
  choice: ChargeChoice | null,
  tariff: PricedTariff | null,
  timeZone: string,
  powerKw: number,
  vehicle: Vehicle | null,
  start: Date,
): bigint | null {
  if (!choice) return null;
  if (choice.by === "MONEY") return choice.minor;
  if (!tariff || (choice.by === "RANGE" && !vehicle)) return null;
  return planCharge({ tariff, timeZone, start, powerKw, vehicle, choice }).costMinor;
}
