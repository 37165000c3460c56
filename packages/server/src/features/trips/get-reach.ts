import type { RouteOutput, trips, Vehicle } from "@voltmarg/contract";
import { energyWay } from "@voltmarg/rules";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { everydayDrive } from "./everyday-drive.ts";
import { learnedUseOf, type LearnDeps } from "./learned-use.ts";
import { DETOUR_FACTOR } from "./trip-candidates.ts";
import { RESERVE_PERCENT } from "./trip-facts.ts";

type Deps = LearnDeps & {
  vehicleOf(userId: string, id: string | undefined): Promise<Vehicle | null>;
};
type Answer = RouteOutput<typeof trips.getReach>["data"];
type Code = (typeof trips.getReach.errors)[number];

/** How far a vehicle gets in everyday use, down to the reserve. */
export async function getReach(
  deps: Deps,
  userId: string,
  asked: { vehicle_id?: string | undefined; charge_percent: number },
): Promise<Outcome<{ data: Answer }, Code>> {
  const { vehicle_id, charge_percent } = asked;
  const vehicle = await deps.vehicleOf(userId, vehicle_id);
  if (!vehicle) return refuse(vehicle_id === undefined ? "VEHICLE_NEEDED" : "NOT_FOUND");
  if (charge_percent === 0) return refuse("TRIP_NO_CHARGE");
  const drive = everydayDrive(vehicle, await learnedUseOf(deps, userId, vehicle));
  if (!drive) return refuse("TRIP_BATTERY_UNKNOWN");
  // A minute for each km: the speed at which everyday use is reckoned.
  const km = { km: 1, minutes: 1, climbM: 0, descentM: 0 };
  const perKm = energyWay([km], drive.drive, { heights: false }).kwh.at(-1)!;
  const usable = (drive.batteryKwh * charge_percent) / 100 - drive.reserveKwh;
  const reach = Math.max(0, usable / perKm);
  return done({
    data: {
      charge_percent,
      reach_km: tenth(reach),
      straight_km: tenth(reach / DETOUR_FACTOR),
      reserve_percent: RESERVE_PERCENT,
    },
  });
}

const tenth = (value: number) => Math.round(value * 10) / 10;
