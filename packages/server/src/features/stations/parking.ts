import type { Location } from "@voltmarg/contract";
import type { EvseRow, LocationBody } from "./stations.store.ts";

type Parking = NonNullable<NonNullable<Location["site"]>["parking"]>;
export type ParkedAt = { uid: string; body: Pick<EvseRow["body"], "parking"> };

/** The bays of a location, each with the EVSEs that refer to it; an id does not differ by case. */
export function parkingOf(body: LocationBody, evses: readonly ParkedAt[]): Parking {
  return (body.parking_places ?? []).map((bay) => ({
    evse_uids: evses.filter((evse) => isAt(evse, bay.id)).map(({ uid }) => uid),
    vehicle_types: bay.vehicle_types ?? [],
    restricted_to_type: bay.restricted_to_type,
    max_vehicle_height_cm: bay.max_vehicle_height,
    max_vehicle_length_cm: bay.max_vehicle_length,
    max_vehicle_width_cm: bay.max_vehicle_width,
    max_vehicle_weight_kg: bay.max_vehicle_weight,
    time_limit_min: bay.time_limit,
    reservation_required: bay.reservation_required,
    drive_through: bay.drive_through,
    roofed: bay.roofed,
    lighting: bay.lighting,
  }));
}

const isAt = ({ body: { parking } }: ParkedAt, id: string) =>
  parking?.some(({ parking_id }) => parking_id.toLowerCase() === id.toLowerCase());
