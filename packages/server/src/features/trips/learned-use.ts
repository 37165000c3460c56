import type { Vehicle } from "@voltmarg/contract";
import { learnedUse, type VehicleCharge, type VehicleReading } from "@voltmarg/rules";
import { statedUse } from "./trip-facts.ts";

export type LearnDeps = {
  keepReading(userId: string, vehicleId: string, reading: VehicleReading): Promise<void>;
  readingsOf(userId: string, vehicleId: string): Promise<VehicleReading[]>;
  /** The driver's own charging sessions of a vehicle that ended after then, or go on. */
  chargesOf(userId: string, vehicleId: string, sinceMs: number): Promise<VehicleCharge[]>;
};

/** kWh per km, by what its driver said of a vehicle; null: too little is known. */
export async function learnedUseOf(
  deps: LearnDeps,
  userId: string,
  vehicle: Vehicle,
): Promise<number | null> {
  const { battery_capacity: batteryKwh } = vehicle;
  if (batteryKwh === null) return null;
  const readings = await deps.readingsOf(userId, vehicle.id);
  const [first] = readings;
  if (!first) return null;
  const charges = await deps.chargesOf(userId, vehicle.id, first.atMs);
  return learnedUse({ readings, charges, batteryKwh, statedUse: statedUse(vehicle, batteryKwh) });
}
