import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, queryInt } from "./shapes.ts";
import { Percent, Place } from "./trip-shapes.ts";

const driver = { rule: "driver" } as const;

/** The way through some places, without charging stops: what to look along, and how far the battery lasts. */
export const planWay = route({
  method: "POST",
  path: "/api/user/v1/trips/way",
  access: driver,
  budget: { perMinute: 12, burst: 12 },
  body: z.object({
    start: Place,
    end: Place,
    through: z._default(z.array(Place).check(z.maxLength(5)), []),
    /** Absent: the driver's primary vehicle. */
    vehicle_id: z.optional(Id),
    /** State of charge at the start; absent: not known. */
    charge_percent: z.optional(Percent),
  }),
  response: data(
    z.object({
      /** Google's encoded polyline, precision 5; `along-route` finds the stations along it. */
      line: z.string(),
      /** By road; of straight lines where `straight`. */
      km: z.number(),
      minutes: z.nullable(z.int()),
      /** No router answered: straight lines from place to place. */
      straight: z.boolean(),
      /**
       * The battery along the way without charging, at least every 5 km and where it reaches 0; null: no vehicle, or its
       * battery or charge is not known. `km` along the line, as `along_km` of `along-route`. Where `straight`, roads are
       * taken as 1.3 times as long.
       */
      charge_at: z.nullable(z.array(z.object({ km: z.number(), percent: z.number() }))),
    }),
  ),
  errors: [
    "NOT_FOUND",
    "TRIP_SAME_PLACE",
    "TRIP_OUTSIDE_INDIA",
    "TRIP_NO_ROAD",
    "TRIP_NO_ROUTE",
    "TRIP_TOO_LONG",
  ],
});

/** How far a vehicle gets with the charge it has, down to the reserve. */
export const getReach = route({
  method: "GET",
  path: "/api/user/v1/trips/reach",
  access: driver,
  query: z.object({
    /** Absent: the driver's primary vehicle. */
    vehicle_id: z.optional(Id),
    charge_percent: queryInt(0, 100),
  }),
  response: data(
    z.object({
      charge_percent: Percent,
      /** By road, down to `reserve_percent`. */
      reach_km: z.number(),
      /** Radius of a ring on the map: roads are taken as 1.3 times as long as the straight line. */
      straight_km: z.number(),
      reserve_percent: Percent,
    }),
  ),
  errors: ["NOT_FOUND", "VEHICLE_NEEDED", "TRIP_BATTERY_UNKNOWN", "TRIP_NO_CHARGE"],
});
