import type { Evse, Location } from "@voltmarg/ocpi";
import { randomFrom } from "../random.ts";
import type { Site } from "./sites.ts";

type Place = NonNullable<Location["parking_places"]>[number];
type Bay = Omit<Place, "id" | "physical_reference">;

const CAR: Bay = {
  vehicle_types: ["PERSONAL_VEHICLE"],
  restricted_to_type: false,
  reservation_required: false,
};
const ACCESSIBLE: Bay = {
  ...CAR,
  vehicle_types: ["PERSONAL_VEHICLE", "DISABLED"],
  parking_space_width: 350,
};
const TWO_WHEELER: Bay = {
  ...CAR,
  vehicle_types: ["MOTORCYCLE"],
  restricted_to_type: true,
  time_limit: 90,
};
const LONG: Bay = {
  ...CAR,
  vehicle_types: ["BUS", "RIGID", "VAN"],
  max_vehicle_length: 1200,
  max_vehicle_weight: 16_000,
  drive_through: true,
};
const BASEMENT = { max_vehicle_height: 210, roofed: true, lighting: true };

/** The bay of an EVSE; the last one of a site is another than the rest. */
function bayOf(type: Site["parking_type"], { parking_restrictions = [] }: Evse, last: boolean) {
  if (parking_restrictions.includes("MOTORCYCLES")) return TWO_WHEELER;
  if (type === "UNDERGROUND_GARAGE") return { ...(last ? ACCESSIBLE : CAR), ...BASEMENT };
  if (type === "ALONG_MOTORWAY") return last ? LONG : { ...CAR, drive_through: true };
  return { ...(last ? ACCESSIBLE : CAR), time_limit: 60, lighting: true };
}

/** What OCPI 2.3.0 adds, at every fourth location: its bays, which EVSE has which, and whom to call. */
export function withParking(location: Location, seed: string | number, number: number): Location {
  const random = randomFrom(seed, "parking", number);
  const { evses = [], parking_type } = location;
  if (!random.chance(0.25)) return location;
  const type = parking_type as Site["parking_type"];
  const idOf = (nth: number) => `${location.id}-B${nth + 1}`;
  return {
    ...location,
    parking_places: evses.map((evse, nth) => ({
      id: idOf(nth),
      physical_reference: `B${nth + 1}`,
      ...bayOf(type, evse, nth > 0 && nth === evses.length - 1),
    })),
    evses: evses.map((evse, nth) => Object.assign(evse, { parking: [{ parking_id: idOf(nth) }] })),
    help_phone: `+91 20 2612 ${random.int(1000, 9999)}`,
  };
}
