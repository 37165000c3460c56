import type { Vehicle } from "@voltmarg/contract";
import type { TripDrive } from "@voltmarg/rules";
import { factsOf, RESERVE_PERCENT } from "./trip-facts.ts";

/** How a vehicle drives when nothing else is said: its driver alone, at the usual speed. */
export type EverydayDrive = {
  batteryKwh: number;
  reserveKwh: number;
  drive: TripDrive;
  /** Everyday use holds at any speed of the road, as the vehicle does not reach those at which it would not. */
  anySpeed: boolean;
};

type Light = { kwhPerKm: number; massKg: number; fastestKmh: number };
/**
 * Two- and three-wheelers. kWh per km where no range is known; kg with the driver; the highest speed they hold on a
 * highway. Estimates from what the makers of the most sold ones state.
 */
const LIGHT: Partial<Record<Vehicle["vehicle_type"], Light>> = {
  TWO_WHEELER: { kwhPerKm: 0.033, massKg: 190, fastestKmh: 60 },
  THREE_WHEELER: { kwhPerKm: 0.065, massKg: 460, fastestKmh: 45 },
};

/** null: the battery is not known. Cars are reckoned with air conditioning, as a trip is by itself, and as they were learned. */
export function everydayDrive(vehicle: Vehicle, learned: number | null): EverydayDrive | null {
  const { battery_capacity: batteryKwh, range } = vehicle;
  if (batteryKwh === null) return null;
  const reserveKwh = (batteryKwh * RESERVE_PERCENT) / 100;
  const light = LIGHT[vehicle.vehicle_type];
  if (light) {
    const kwhPerKm = range === null ? light.kwhPerKm : batteryKwh / range;
    const { massKg } = light;
    const drive: TripDrive = { kwhPerKm, massKg, coolingKw: 0, loadKg: 0, style: "USUAL" };
    return { batteryKwh, reserveKwh, drive, anySpeed: true };
  }
  const { drive } = factsOf(vehicle, ALONE, learned)!.facts;
  return { batteryKwh, reserveKwh, drive, anySpeed: false };
}

const ALONE = {
  charge_percent: 100,
  arrive_percent: 0,
  people: 1,
  luggage_kg: 0,
  air_conditioning: true,
  style: "USUAL",
} as const;

/** Minutes a km takes at least; null: the vehicle is as fast as the road. */
export function paceOf({ vehicle_type }: Vehicle): number | null {
  const light = LIGHT[vehicle_type];
  return light ? 60 / light.fastestKmh : null;
}
