import { plural, t } from "@lingui/core/macro";
import type { Evse, Location } from "@voltmarg/contract";
import { words } from "../language/words.ts";

/** What stations and plugs are at this moment. */
export const stateCopy = words(() => ({
  plug: {
    AVAILABLE: t`Free`,
    CHARGING: t`In use`,
    BLOCKED: t`Blocked`,
    RESERVED: t`Booked`,
    INOPERATIVE: t`Out of order`,
    OUTOFORDER: t`Out of order`,
    PLANNED: t`Not built yet`,
    REMOVED: t`Removed`,
    UNKNOWN: t`Status not known`,
  } satisfies Record<Evse["status"], string>,
  restricted: t`Restricted`,
  hidden: t`Not offered at present`,
  free: (free: number, total: number) => t`${free} of ${total} free`,
  allInUse: (total: number) => plural(total, { one: "In use", other: "All # in use" }),
  wasFree: (free: number, total: number, age: string) => t`Was ${free} of ${total} free, ${age}`,
  wereInUse: (total: number, age: string) =>
    plural(total, { one: `Was in use, ${age}`, other: `All # were in use, ${age}` }),
  powers: {
    slow: t`slow`,
    fast: t`fast`,
    ultra: t`ultra fast`,
  } satisfies Record<NonNullable<Location["power_class"]>, string>,
}));

/** OCPI's facilities in a driver's words; what is not among them is not shown. */
export const facilityCopy = words((): Record<string, string> => ({
  HOTEL: t`Hotel`,
  RESTAURANT: t`Restaurant`,
  CAFE: t`Café`,
  MALL: t`Mall`,
  SUPERMARKET: t`Supermarket`,
  SPORT: t`Sports ground`,
  RECREATION_AREA: t`Park`,
  NATURE: t`Nature`,
  MUSEUM: t`Museum`,
  BIKE_SHARING: t`Bicycles to rent`,
  BUS_STOP: t`Bus stop`,
  TAXI_STAND: t`Taxi stand`,
  TRAM_STOP: t`Tram stop`,
  METRO_STATION: t`Metro station`,
  TRAIN_STATION: t`Railway station`,
  AIRPORT: t`Airport`,
  PARKING_LOT: t`Car park`,
  CARPOOL_PARKING: t`Car pool parking`,
  FUEL_STATION: t`Petrol pump`,
  WIFI: t`Wi-Fi`,
}));
