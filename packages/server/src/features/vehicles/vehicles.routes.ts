import { vehicles, type Vehicle } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { wholeList } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import {
  addVehicle,
  deleteVehicle,
  getVehicle,
  listVehicles,
  updateVehicle,
} from "./manage-vehicles.ts";
import { withBodies } from "./with-bodies.ts";

export type VehiclesDeps = {
  database: Database;
  clock: Clock;
  /** Called after a driver's vehicles changed. */
  onChange(userId: string): void;
};

export function vehiclesRoutes({ mount }: Mount, deps: VehiclesDeps): void {
  const changed = <T>(userId: string, outcome: T): T => {
    deps.onChange(userId);
    return outcome;
  };
  const { db } = deps.database;
  const shown = async (vehicle: Vehicle) => (await withBodies(db, [vehicle]))[0]!;
  const answer = async (vehicle: Vehicle | null) =>
    vehicle ? done({ data: await shown(vehicle) }) : refuse("NOT_FOUND");

  mount(vehicles.listVehicles, async ({ params }) =>
    done(wholeList(await withBodies(db, await listVehicles(db, params.userId)))),
  );
  mount(vehicles.addVehicle, async ({ params, body }) =>
    changed(
      params.userId,
      done({ data: await shown(await addVehicle(deps, params.userId, body)) }),
    ),
  );
  mount(vehicles.getVehicle, async ({ params }) =>
    answer(await getVehicle(db, params.userId, params.id)),
  );
  mount(vehicles.updateVehicle, async ({ params, body }) =>
    changed(params.userId, await answer(await updateVehicle(deps, params.userId, params.id, body))),
  );
  mount(vehicles.deleteVehicle, async ({ params }) =>
    changed(params.userId, await deleteVehicle(deps, params.userId, params.id))
      ? done({ data: { deleted: true } })
      : refuse("NOT_FOUND"),
  );
}
