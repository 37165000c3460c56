import type { ChargingCurve } from "./charging-curve.ts";
import type { TripWay } from "./trip-way.ts";

export type TripPlug = {
  id: string;
  /** kW */
  powerKw: number;
  current: "AC" | "DC";
  /** How long a driver must expect to wait for it. */
  waitMinutes: number;
  /** Starts failed here, or its status is old: taken only where there is no other way. */
  doubtful: boolean;
};

export type TripStation = {
  id: string;
  /** Where on the way the driver leaves it. */
  km: number;
  /** There and back. */
  detourKm: number;
  /** Those that fit the vehicle. */
  plugs: readonly TripPlug[];
};

export type TripAim = "QUICKEST" | "FEWEST_STOPS" | "CHEAPEST";

export type TripInput = {
  way: TripWay;
  /** By rising km. */
  stations: readonly TripStation[];
  batteryKwh: number;
  startKwh: number;
  /** The energy that must be left in the battery everywhere on the way. */
  reserveKwh: number;
  /** The energy that must be left at the end. */
  endKwh: number;
  /** What the vehicle takes from a DC and from an AC plug. */
  curves: Record<"DC" | "AC", ChargingCurve>;
  /** For the detour to a station. */
  kwhPerKm: number;
  minutesPerKm: number;
  aim: TripAim;
  /** The cost, in paise with GST, of a charging session that begins `startMinutes` after departure; null: not known. */
  price: (
    station: TripStation,
    plug: TripPlug,
    startMinutes: number,
    kwh: number,
    minutes: number,
  ) => number | null;
  /** The times when any of these prices changes, in minutes after departure, ascending. */
  turns: readonly number[];
};
