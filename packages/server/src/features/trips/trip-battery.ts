import type { TripBattery } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { lastAsked } from "./trips.store.ts";

export type BatteryDeps = {
  database: Database;
  clock: Clock;
  /** The charge that the operator reported of the driver's last ended charging session with this vehicle, in percent. */
  lastCharged(userId: string, vehicleId: string): Promise<{ percent: number; at: Date } | null>;
  primaryVehicleId(userId: string): Promise<string | null>;
};

/** What is known last of the vehicle that was planned with last, else of the primary one. */
export async function tripBattery(deps: BatteryDeps, userId: string): Promise<TripBattery | null> {
  const asked = await lastAsked(deps.database.db, userId, deps.clock.now());
  const vehicle_id = asked?.vehicle_id ?? (await deps.primaryVehicleId(userId));
  if (vehicle_id === null) return null;
  const charged = await deps.lastCharged(userId, vehicle_id);
  if (charged && !(asked && asked.at > charged.at))
    return { vehicle_id, percent: charged.percent, at: charged.at.toISOString(), of: "SESSION" };
  return asked && { vehicle_id, percent: asked.percent, at: asked.at.toISOString(), of: "ASKED" };
}
