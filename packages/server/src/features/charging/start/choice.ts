import type { EstimationInfo, Tariff, Vehicle } from "@voltmarg/contract";
import {
  headlinePrice,
  holdMinor,
  isAlwaysFree,
  kwhFor,
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

/** kW: an EVSE of unknown power counts as a strong one, so that the bound is high enough. */
const UNKNOWN_KW = 60;

/** Paise. A session would exceed a smaller limit before a stop takes effect. */
const LEAST_LIMIT = 1_000n;
/** The smallest energy that anybody would call charging. */
const LEAST_KWH = 0.1;
const RUPEE = 100n;

/** What a charging session is priced by before it starts. */
type Basis = {
  tariff: Tariff | null;
  timeZone: string;
  powerKw: number | null;
  vehicle: Vehicle | null;
  at: Date;
};

/** The least limit in money, whole rupees in paise: a start fee, or the price of a whole session, comes before any energy. */
export function leastLimitMinor({ tariff, timeZone, powerKw, vehicle, at }: Basis): bigint {
  const cost = costOf(
    { by: "ENERGY", kwh: LEAST_KWH },
    tariff,
    timeZone,
    powerKw ?? UNKNOWN_KW,
    vehicle,
    at,
  );
  const least = (((cost ?? 0n) + RUPEE - 1n) / RUPEE) * RUPEE;
  return least > LEAST_LIMIT ? least : LEAST_LIMIT;
}

export type Needs = { holdMinor: bigint; boundMinor: bigint };

/** What must be held for a limit at an EVSE; the screen shows the same. */
export function needsOf(input: Basis & { choice: ChargeChoice | null }): Needs {
  const { choice, timeZone, vehicle, at } = input;
  const tariff = input.tariff as PricedTariff | null;
  if (tariff && isAlwaysFree(tariff)) return { holdMinor: 0n, boundMinor: 0n };
  const powerKw = input.powerKw ?? UNKNOWN_KW;
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
  if (!tariff || (choice.by === "RANGE" && kwhFor(choice.km, vehicle) === null)) return null;
  return planCharge({ tariff, timeZone, start, powerKw, vehicle, choice }).costMinor;
}
