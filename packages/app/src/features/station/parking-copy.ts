import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const parkingCopy = words(() => ({
  title: t`Parking`,
  only: (vehicles: string) => t`Only for ${vehicles}`,
  onlySome: t`Only for certain vehicles`,
  made: (vehicles: string) => t`For ${vehicles}`,
  accessible: t`Accessible bay`,
  permit: t`Only with a disability permit`,
  high: (metres: string) => t`Up to ${metres} m high`,
  long: (metres: string) => t`Up to ${metres} m long`,
  wide: (metres: string) => t`Up to ${metres} m wide`,
  heavy: (kilograms: string) => t`Up to ${kilograms} kg`,
  atMost: (time: string) => t`At most ${time}`,
  booked: t`The bay must be booked beforehand`,
  driveThrough: t`Drive through, no reversing`,
  covered: t`Covered`,
  lit: t`Lit at night`,
}));

/** OCPI's vehicle types but DISABLED, as they stand after "for"; what is not among them has no word. */
export const vehicleCopy = words((): Record<string, string> => ({
  MOTORCYCLE: t({ message: "two-wheelers", context: "for" }),
  PERSONAL_VEHICLE: t({ message: "cars", context: "for" }),
  PERSONAL_VEHICLE_WITH_TRAILER: t({ message: "cars with a trailer", context: "for" }),
  VAN: t({ message: "vans", context: "for" }),
  SEMI_TRACTOR: t({ message: "trucks", context: "for" }),
  RIGID: t({ message: "trucks", context: "for" }),
  TRUCK_WITH_TRAILER: t({ message: "trucks with a trailer", context: "for" }),
  BUS: t({ message: "buses", context: "for" }),
}));
