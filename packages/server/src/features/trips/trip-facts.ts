import type { TripAssumption, Vehicle } from "@voltmarg/contract";
import {
  genericCurve,
  plugsFor,
  type ChargingCurve,
  type DrivingStyle,
  type TripDrive,
} from "@voltmarg/rules";

/** What a trip is reckoned with, apart from roads and stations. */
export type TripFacts = {
  batteryKwh: number;
  startKwh: number;
  reserveKwh: number;
  endKwh: number;
  drive: TripDrive;
  curves: Record<"DC" | "AC", ChargingCurve>;
  /** Of a detour through a town. */
  minutesPerKm: number;
};

/** With what its own DC sessions showed, where they showed enough. */
export type TripVehicle = Vehicle & { seen_curve?: ChargingCurve | null };

type Wanted = {
  charge_percent: number;
  arrive_percent: number;
  people: number;
  luggage_kg: number;
  air_conditioning: boolean;
  style: DrivingStyle;
};

export const RESERVE_PERCENT = 10;
/** kWh per km of a car of which only the battery is known. */
const USUAL_USE = 0.16;
/** kg of a car with its driver, and of each other person. */
const CAR_KG = 1_600;
const PERSON_KG = 70;
/** kW of an air conditioning in Indian heat, on average. */
const COOLING_KW = 1.2;
/** kW of a vehicle that takes DC or AC, but of which nobody knows how much. */
const USUAL_DC_KW = 30;
const USUAL_AC_KW = 3.3;
const DETOUR_MINUTES_PER_KM = 2;

/** kWh per km by what is stated of a vehicle. */
export const statedUse = ({ range }: Vehicle, batteryKwh: number): number =>
  range === null ? USUAL_USE : batteryKwh / range;

/** `learned`: kWh per km by the driver's own readings. null: the battery is not known. */
export function factsOf(
  vehicle: TripVehicle,
  wanted: Wanted,
  learned: number | null,
): { facts: TripFacts; assumptions: TripAssumption[] } | null {
  const batteryKwh = vehicle.battery_capacity;
  if (batteryKwh === null) return null;
  const { range } = vehicle;
  const loadKg = (wanted.people - 1) * PERSON_KG + wanted.luggage_kg;
  const dcKw = vehicle.max_dc_intake ?? vehicle.seen_dc_kw ?? null;
  const acKw = vehicle.onboard_charger_capacity ?? vehicle.seen_ac_kw ?? USUAL_AC_KW;
  const takesDc = plugsFor(vehicle).some((standard) => DC_STANDARDS.has(standard));
  const assumptions: TripAssumption[] = [
    learned !== null
      ? { of: "LEARNED_USE", value: Math.round(learned * 1_000) / 10 }
      : range === null
        ? { of: "USUAL_USE", value: USUAL_USE * 100 }
        : { of: "RANGE", value: range },
    { of: "STYLE", value: null },
    { of: "RESERVE", value: RESERVE_PERCENT },
  ];
  if (loadKg > 0) assumptions.push({ of: "LOAD", value: loadKg });
  if (wanted.air_conditioning) assumptions.push({ of: "COOLING", value: COOLING_KW });
  const curve = vehicle.seen_curve ?? null;
  if (takesDc) assumptions.push(powerOf(curve, dcKw));
  return {
    facts: {
      batteryKwh,
      startKwh: (batteryKwh * wanted.charge_percent) / 100,
      reserveKwh: (batteryKwh * RESERVE_PERCENT) / 100,
      endKwh: (batteryKwh * wanted.arrive_percent) / 100,
      drive: {
        kwhPerKm: learned ?? statedUse(vehicle, batteryKwh),
        massKg: CAR_KG,
        coolingKw: wanted.air_conditioning ? COOLING_KW : 0,
        loadKg,
        style: wanted.style,
      },
      curves: {
        DC: curve ?? genericCurve(dcKw ?? USUAL_DC_KW),
        AC: [
          { percent: 0, kw: acKw },
          { percent: 100, kw: acKw },
        ],
      },
      minutesPerKm: DETOUR_MINUTES_PER_KM,
    },
    assumptions,
  };
}

function powerOf(learned: ChargingCurve | null, dcKw: number | null): TripAssumption {
  if (learned)
    return { of: "LEARNED_CURVE", value: Math.round(Math.max(...learned.map(({ kw }) => kw))) };
  return dcKw === null ? { of: "USUAL_POWER", value: USUAL_DC_KW } : { of: "CURVE", value: dcKw };
}

const DC_STANDARDS: ReadonlySet<string> = new Set([
  "IEC_62196_T2_COMBO",
  "IEC_62196_T1_COMBO",
  "CHADEMO",
  "GBT_DC",
]);
