import type { Vehicle } from "@voltmarg/contract";
import { usualInlets } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { forgetReadings } from "./readings.store.ts";
import {
  clearPrimary,
  findVehicle,
  listVehicles,
  lockVehicles,
  makePrimary,
  removeVehicle,
  upsertVehicle,
} from "./vehicles.store.ts";

type Deps = { database: Database; clock: Clock };
/** A driver's input; an absent `is_primary` changes nothing. */
export type VehicleInput = Omit<
  Vehicle,
  "id" | "is_primary" | "inlets" | "seen_dc_kw" | "seen_ac_kw"
> & {
  inlets?: Vehicle["inlets"] | undefined;
  is_primary?: boolean | undefined;
};

/** The first vehicle is the primary one; a later one becomes it if `is_primary` is true. */
export function addVehicle(deps: Deps, userId: string, input: VehicleInput): Promise<Vehicle> {
  return deps.database.transact(async (tx) => {
    await lockVehicles(tx, userId);
    const now = deps.clock.now();
    const first = (await listVehicles(tx, userId)).length === 0;
    const vehicle: Vehicle = {
      ...input,
      inlets: input.inlets ?? [...usualInlets(input)],
      id: newId("veh", now),
      is_primary: first || input.is_primary === true,
    };
    if (vehicle.is_primary) await clearPrimary(tx, userId);
    await upsertVehicle(tx, userId, vehicle, now);
    return vehicle;
  });
}

/** Replaces a vehicle's fields. The primary one stays primary until another one becomes it. */
export function updateVehicle(
  deps: Deps,
  userId: string,
  id: string,
  input: VehicleInput,
): Promise<Vehicle | null> {
  return deps.database.transact(async (tx) => {
    await lockVehicles(tx, userId);
    const before = await findVehicle(tx, userId, id);
    if (!before) return null;
    const vehicle: Vehicle = {
      ...input,
      inlets: input.inlets ?? inletsAfter(before, input),
      id,
      is_primary: before.is_primary || input.is_primary === true,
      ...(isSame(before, input) && seenOf(before)),
    };
    if (!isSame(before, input)) await forgetReadings(tx, userId, id);
    if (vehicle.is_primary) await clearPrimary(tx, userId);
    await upsertVehicle(tx, userId, vehicle, deps.clock.now());
    return vehicle;
  });
}

/** For an app that does not know of inlets: they stay, unless the vehicle became another one. */
const inletsAfter = (before: Vehicle, input: VehicleInput): Vehicle["inlets"] =>
  before.make === input.make && before.model === input.model
    ? before.inlets
    : [...usualInlets(input)];

/** What charges of one vehicle showed is not true of another that takes its place. */
const isSame = (before: Vehicle, input: VehicleInput): boolean =>
  (["make", "model", "variant", "battery_capacity"] as const).every(
    (field) => before[field] === input[field],
  );

const seenOf = ({ seen_dc_kw, seen_ac_kw }: Vehicle) => ({
  ...(seen_dc_kw !== undefined && { seen_dc_kw }),
  ...(seen_ac_kw !== undefined && { seen_ac_kw }),
});

/** Deletes a vehicle. If it was the primary one, the oldest remaining vehicle becomes primary. */
export function deleteVehicle(deps: Deps, userId: string, id: string): Promise<boolean> {
  return deps.database.transact(async (tx) => {
    await lockVehicles(tx, userId);
    const removed = await removeVehicle(tx, userId, id);
    if (!removed) return false;
    await forgetReadings(tx, userId, id);
    const [next] = await listVehicles(tx, userId);
    if (removed.is_primary && next) await makePrimary(tx, userId, next.id);
    return true;
  });
}

export { findVehicle as getVehicle, listVehicles } from "./vehicles.store.ts";
