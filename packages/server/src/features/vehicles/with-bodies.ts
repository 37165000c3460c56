import type { Vehicle } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { bodiesOf } from "./catalogue.store.ts";

/** Vehicles with their bodies, for their drawings: of the variant, else of any other of the same model. */
export async function withBodies(on: Queryable, vehicles: readonly Vehicle[]): Promise<Vehicle[]> {
  if (vehicles.length === 0) return [];
  const makes = [...new Set(vehicles.map(({ make }) => make.toLowerCase()))];
  const models = await bodiesOf(on, makes);
  return vehicles.map((vehicle) => {
    const same = models.filter(
      ({ make, model }) =>
        make === vehicle.make.toLowerCase() && model === vehicle.model.toLowerCase(),
    );
    const exact = same.find(({ variant }) => variant === vehicle.variant.toLowerCase());
    return { ...vehicle, body_type: (exact ?? same[0])?.body_type ?? null };
  });
}
