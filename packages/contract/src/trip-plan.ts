import * as z from "zod/mini";
import { Id, Instant, Minor } from "./shapes.ts";
import { Place } from "./trip-shapes.ts";

export const TripPreference = z.enum(["QUICKEST", "FEWEST_STOPS", "CHEAPEST"]);
export const DrivingStyle = z.enum(["CALM", "USUAL", "FAST"]);

const TripStation = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  operator: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export const TripStop = z.object({
  station: TripStation,
  evse_uid: z.string(),
  connector_id: z.string(),
  standard: z.string(),
  /** kW of the plug, without the vehicle's limit */
  power_kw: z.number(),
  /** Starts failed here of late, its status is not known, or it may be closed by then. */
  doubtful: z.boolean(),
  /** km by road from the start */
  km: z.number(),
  arrives_at: Instant,
  arrive_percent: z.int(),
  leave_percent: z.int(),
  wait_minutes: z.int(),
  /** Of so many of the last days, at most ten, on how many such a plug was free here at that hour; null: not known. */
  expected: z._default(z.nullable(z.object({ free: z.int(), of: z.int() })), null),
  charge_minutes: z.int(),
  /** From the plug: more than what reaches the battery. */
  kwh: z.number(),
  /** By the price of that hour, GST included; null: not known. */
  price_minor: z.nullable(Minor),
  /** Another station that is reached with what is left on arrival; null: there is none. `km`: from this stop. */
  spare: z.nullable(z.extend(TripStation, { km: z.number() })),
});

/** What the reckoning rests on, each with its figure where it has one. */
export const TripAssumption = z.object({
  of: z.enum([
    /** km on a full battery, in everyday use */
    "RANGE",
    /** kWh for 100 km, as no range of the vehicle is known */
    "USUAL_USE",
    /** kWh for 100 km, by the driver's own readings; instead of the two above */
    "LEARNED_USE",
    /** kg of people and luggage besides the driver */
    "LOAD",
    /** kW of the air conditioning */
    "COOLING",
    "STYLE",
    /** Heights of the road count. */
    "HEIGHTS",
    /** No heights are known: so many percent more. */
    "FLAT",
    /** The highest power is known (kW), how it falls with the charge is estimated. */
    "CURVE",
    /** kW at its best, by the driver's own sessions, as is how it falls with the charge */
    "LEARNED_CURVE",
    /** kW, as the vehicle's highest DC power is not known */
    "USUAL_POWER",
    /** Percent that are never used up before a stop. */
    "RESERVE",
    /** Minutes to find a plug, to plug in and to start. */
    "STOP",
    /** Minutes of waiting where a station has one plug that fits and past weeks are not known. */
    "WAIT",
    /** A station off the road is reached on a way so many times as long as the straight line. */
    "DETOUR",
    /** Prices are those that hold now, by the hour of the stop. */
    "PRICES",
    /** paise a litre */
    "PETROL",
    /** The router did not confirm the way through the stops: detours are estimated. */
    "NOT_CONFIRMED",
  ]),
  value: z.nullable(z.number()),
});

export const TripPlan = z.object({
  preference: TripPreference,
  start: Place,
  end: Place,
  departs_at: Instant,
  arrives_at: Instant,
  arrive_percent: z.int(),
  km: z.number(),
  /** From departure to arrival, and of it on the road and charging. */
  minutes: z.int(),
  drive_minutes: z.int(),
  charge_minutes: z.int(),
  /** What the way takes from the battery. */
  kwh: z.number(),
  /** Of all stops, GST included; null: the price of one is not known. */
  price_minor: z.nullable(Minor),
  /** What petrol would cost for the same way. */
  petrol_minor: Minor,
  stops: z.array(TripStop),
  /** To each stop and to the end. */
  legs: z.array(z.object({ km: z.number(), minutes: z.int(), kwh: z.number() })),
  /** Google's encoded polyline, precision 5 */
  line: z.string(),
  assumptions: z.array(TripAssumption),
});

/**
 * A plan as others see it: its stops, on a way that begins and ends up to three kilometres from where the driver
 * does. Nothing of driver or vehicle: no battery, energy or price. Minutes of charging are rounded up to ten.
 */
export const SharedTrip = z.extend(
  z.omit(TripPlan, {
    assumptions: true,
    petrol_minor: true,
    price_minor: true,
    kwh: true,
    arrive_percent: true,
  }),
  {
    stops: z.array(
      z.omit(TripStop, { arrive_percent: true, leave_percent: true, kwh: true, price_minor: true }),
    ),
    legs: z.array(z.object({ km: z.number(), minutes: z.int() })),
  },
);
