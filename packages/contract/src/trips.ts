import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, Minor } from "./shapes.ts";
import { DrivingStyle, TripPlan, TripPreference, SharedTrip } from "./trip-plan.ts";
import { Percent, Place } from "./trip-shapes.ts";

export * from "./trip-plan.ts";
export * from "./trip-ways.ts";

/** What a trip is planned from. */
const TripAsked = {
  start: Place,
  end: Place,
  /** Absent: the driver's primary vehicle. */
  vehicle_id: z.optional(Id),
  /** State of charge at departure, and what is wanted at the end. */
  charge_percent: Percent,
  /** What the vehicle shows now: several of these, each with the charge, show what it uses. */
  odometer_km: z.optional(z.int().check(z.minimum(0), z.maximum(2_000_000))),
  arrive_percent: z._default(Percent.check(z.maximum(90)), 15),
  /** The driver included. */
  people: z._default(z.int().check(z.minimum(1), z.maximum(9)), 1),
  /** kg */
  luggage_kg: z._default(z.int().check(z.minimum(0), z.maximum(500)), 0),
  air_conditioning: z._default(z.boolean(), true),
  style: z._default(DrivingStyle, "USUAL"),
  preference: z._default(TripPreference, "QUICKEST"),
  /** Absent: now. At most thirty days ahead. */
  departs_at: z.optional(z.string().check(z.maxLength(40))),
  /** The driver's trip whose plan the new one replaces: its id, name, link and begin stay. A gap leaves it as it was. */
  replaces: z.optional(Id),
};

export const TripGap = z.object({
  /** Between these km of the way no plug that fits is known that would be near enough. */
  from_km: z.number(),
  to_km: z.number(),
  /** So much more the battery would have to hold. */
  missing_kwh: z.number(),
  /** What would make the trip possible, each for itself. */
  helps: z.array(z.enum(["START_FULLER", "SLOWER", "LESS_AT_END"])),
  km: z.number(),
  line: z.string(),
});

/** A plan that is kept: the last ten, and those with a name. */
export const TripSummary = z.object({
  id: Id,
  /** null: one of the last ten, which goes when ten newer ones are there */
  name: z.nullable(z.string()),
  start: Place,
  end: Place,
  departs_at: Instant,
  km: z.number(),
  minutes: z.int(),
  stops: z.int(),
  price_minor: z.nullable(Minor),
  /** Of the link that shows the plan to everybody who has it; null: there is none. */
  share_key: z.nullable(z.string()),
  created_at: Instant,
  /** Since when the driver is on the way; null: not on the way. Planned times count from here if it is later than departure. */
  begun_at: z.nullable(Instant),
});

/** What is known now of a stop that lies in a plan, by the plugs that fit the vehicle. */
export const TripStopNow = z.object({
  station_id: Id,
  /** TAKEN: all that work are in use. LOST: none works, or the station is gone. UNKNOWN: none is free, and of some nobody knows. */
  state: z.enum(["FREE", "TAKEN", "LOST", "UNKNOWN"]),
  /** Charge points with a plug that fits: free ones, and all that are not out of order. */
  free: z.int(),
  of: z.int(),
});
export const Trip = z.extend(TripSummary, {
  plan: TripPlan,
  /** In the order of the plan's stops; null: the trip is not begun. */
  stops_now: z.nullable(z.array(TripStopNow)),
});

/** The newest charge of a vehicle's battery that is known. */
export const TripBattery = z.object({
  vehicle_id: Id,
  percent: Percent,
  at: Instant,
  /** SESSION: what the operator reported at the end of a charging session. ASKED: what the driver said for a plan. */
  of: z.enum(["SESSION", "ASKED"]),
});

/** Plans a trip with charging stops, or says between which km it breaks. */
export const planTrip = route({
  method: "POST",
  path: "/api/user/v1/trips/plan",
  access: { rule: "driver" },
  budget: { perMinute: 12, burst: 12 },
  body: z.object(TripAsked),
  response: data(
    z.object({
      /** Of the plan, which is kept among the last ten. */
      id: z.nullable(Id),
      plan: z.nullable(TripPlan),
      gap: z.nullable(TripGap),
    }),
  ),
  errors: [
    "NOT_FOUND",
    "VEHICLE_NEEDED",
    "TRIP_SAME_PLACE",
    "TRIP_OUTSIDE_INDIA",
    "TRIP_NO_ROAD",
    "TRIP_NO_ROUTE",
    "TRIP_TOO_LONG",
    "TRIP_NO_CHARGE",
    "TRIP_BATTERY_UNKNOWN",
    "TRIP_FOR_CARS_ONLY",
    "TRIP_DEPARTURE",
    "TRIP_ROADS_AWAY",
    "UNAVAILABLE",
  ],
});

const driver = { rule: "driver" } as const;

/** The begun one first, then the newest. */
export const listTrips = route({
  method: "GET",
  path: "/api/user/v1/trips",
  access: driver,
  response: data(
    z.object({
      trips: z.array(TripSummary),
      /** Of the vehicle that was planned with last; null: nothing is known. */
      battery: z.nullable(TripBattery),
    }),
  ),
  errors: [],
});
export const getTrip = route({
  method: "GET",
  path: "/api/user/v1/trips/:id",
  access: driver,
  params: IdParams,
  response: data(Trip),
  errors: ["NOT_FOUND"],
});
const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const onlyWithLink = (field: "shared_start" | "shared_end") =>
  z.refine<{
    shared?: boolean | undefined;
    shared_start?: string | undefined;
    shared_end?: string | undefined;
  }>((body) => body[field] === undefined || body.shared === true, {
    path: [field],
    message: "A name for the link is for a trip that is shared.",
  });
/** Names a trip, which keeps it, makes or ends its link, and begins or ends it. What is not sent stays. */
export const updateTrip = route({
  method: "PUT",
  path: "/api/user/v1/trips/:id",
  access: driver,
  params: IdParams,
  body: z
    .object({
      /** null: it counts among the last ten again */
      name: z.optional(z.nullable(Name)),
      shared: z.optional(z.boolean()),
      /** What the link calls start and destination; absent: nothing. */
      shared_start: z.optional(Name),
      shared_end: z.optional(Name),
      /** true: the driver is on the way, which ends another trip that was. It ends by itself 12 h after arrival. */
      begun: z.optional(z.boolean()),
    })
    .check(onlyWithLink("shared_start"), onlyWithLink("shared_end")),
  response: data(TripSummary),
  errors: ["NOT_FOUND", "TOO_MANY_TRIPS"],
});
export const deleteTrip = route({
  method: "DELETE",
  path: "/api/user/v1/trips/:id",
  access: driver,
  params: IdParams,
  response: data(z.object({ deleted: z.literal(true) })),
  errors: ["NOT_FOUND"],
});
/** What a link shows, without a sign-in. */
export const getSharedTrip = route({
  method: "GET",
  path: "/api/user/v1/shared-trips/:key",
  access: { rule: "public" },
  budget: { perMinute: 30, burst: 30 },
  params: z.object({ key: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: data(SharedTrip),
  errors: ["NOT_FOUND", "UNAVAILABLE"],
});
