import * as z from "zod/mini";
import { Location, PinState, PowerClass, Tariff } from "./locations.ts";
import { route } from "./route.ts";
import {
  Id,
  list,
  ocpiData,
  Point,
  QueryNumber,
  queryInt,
  queryNumber,
  UserParams,
  IdParams,
} from "./shapes.ts";

export * from "./locations.ts";
export * from "./check-ins.ts";
export * from "./station-problems.ts";
export * from "./watches.ts";
const Latitude = z.optional(queryNumber(-90, 90));
const Longitude = z.optional(queryNumber(-180, 180));
const csv = z.optional(z.string().check(z.maxLength(400)));
/** kW as `30-60`; the app turns ' < kW > = ' into '-' */
const powerRange = csv;
/** `true`: only what is known to be open now */
const openNow = csv;
/** paise a kWh at most, everything included, of a usual charge with the driver's car, as a row shows it; without a known price none passes */
const priceMax = z.optional(queryNumber(0, 1_000_000));
export const LocationSort = z.enum(["distance", "price", "power", "free", "best"]);
export const searchLocations = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/search",
  access: { rule: "driver" },
  budget: { perMinute: 300, burst: 120 },
  query: z.object({
    longitude: Longitude,
    latitude: Latitude,
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 5000), 5000),
    /** km; more than 500 counts as 500 */
    distance: z._default(queryNumber(0, 100_000), 10),
    /** OCPI statuses, comma separated */
    status: csv,
    power_type: csv,
    standard: csv,
    "search-text": csv,
    party_id: csv,
    publish: csv,
    power_range: powerRange,
    open_now: openNow,
    price_max: priceMax,
    /** `true`: tariffs only as far as their times, days and dates hold now */
    apply_tariff_restrictions: csv,
    /**
     * Default: by distance, and with a search text each less exact word counts as 2 km more. `price` for the driver's car,
     * `power` with it, `free` plugs; stations where that is not known come last, equals by distance. `best` weighs all of it.
     */
    sort: z.optional(LocationSort),
    /** `false`: not counted, which is faster; total_elements then only says that there are at least so many */
    total: csv,
  }),
  response: z.extend(list(Location), {
    /** The text is a PIN code in which nobody has a station: roughly where it is. */
    place: z.optional(z.object({ name: z.string(), latitude: z.number(), longitude: z.number() })),
  }),
  errors: ["INVALID_INPUT"],
});

/** The slim feed the map draws from. */
export const Pin = z.object({
  id: Id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  state: PinState,
  free: z.int(),
  total: z.int(),
  /** Of the strongest plug; null: the power of none is known */
  power: z.nullable(PowerClass),
  favourite: z.boolean(),
});

/** A pin in the order of its members; state and power by their place in their enums (null: 3), favourite as 1 or 0. */
const PinRow = z.tuple([
  Id,
  z.string(),
  z.number(),
  z.number(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
]);
export function pinOf(row: z.infer<typeof PinRow>): z.infer<typeof Pin> {
  const [id, name, latitude, longitude, state, free, total, power, favourite] = row;
  return {
    id,
    name,
    latitude,
    longitude,
    state: PinState.options[state] ?? "unknown",
    free,
    total,
    power: PowerClass.options[power] ?? null,
    favourite: favourite === 1,
  };
}

export const listPins = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/pins",
  access: { rule: "driver" },
  budget: { perMinute: 300, burst: 120 },
  query: z.object({
    west: QueryNumber,
    south: QueryNumber,
    east: QueryNumber,
    north: QueryNumber,
    /** The filters of the search, on one and the same plug as there. */
    status: csv,
    power_type: csv,
    standard: csv,
    party_id: csv,
    power_range: powerRange,
    open_now: openNow,
    price_max: priceMax,
    /** So many pins at most; the same ones stay while the map moves. */
    limit: z._default(queryInt(1, 100_000), 5000),
    /** The `version` of an answer to the same question: only what is new since then, where that is still known. */
    since: z.optional(z.string().check(z.maxLength(100))),
    /** `true`: `rows` instead of `pins`, half the size; `pinOf` reads them */
    compact: csv,
  }),
  response: ocpiData(
    z.object({
      pins: z.array(Pin),
      rows: z.optional(z.array(PinRow)),
      truncated: z.boolean(),
      /** To be sent as `since` next time, with all else the same; null: ask for everything again. */
      version: z.nullable(z.string()),
      /** True: take `gone` away, then put these pins in the place of those with their ids. False: this is all. */
      delta: z.boolean(),
      /** Ids that are not on this map any more, some of which may never have been. */
      gone: z.array(Id),
    }),
  ),
  errors: ["INVALID_INPUT"],
});

export const getLocation = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/:id",
  access: { rule: "driver" },
  params: IdParams,
  query: z.object({
    longitude: Longitude,
    latitude: Latitude,
    /** `true`: its operator is asked first, for 2 s at most */
    fresh: csv,
  }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND", "LOCATION_HIDDEN"],
});

/** By the EVSE id on the charger, with or without separators. The location comes back with that one EVSE. */
export const getLocationByEvseId = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/evseid/:id",
  access: { rule: "driver" },
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND", "LOCATION_HIDDEN"],
});

const QrCode = z.string().check(z.minLength(1), z.maxLength(2000));
/** What a QR code says: a link of ours, an EVSE id, or any address that carries one. No address is ever opened. */
export const getLocationByQrCode = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/evse/connector/qr_code/:code",
  access: { rule: "driver" },
  params: z.object({ code: QrCode }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND", "LOCATION_HIDDEN"],
});
export const findLocationByQrCode = route({
  method: "POST",
  path: "/api/ocpi/v1/locations/evse/connector/qr_code",
  access: { rule: "driver" },
  body: z.object({ qr_code: QrCode }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND", "LOCATION_HIDDEN"],
});

export const countLocationsByState = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/location-count-by-state",
  access: { rule: "driver" },
  response: ocpiData(
    z.object({
      /** Most first; null: operators that do not name the state. */
      states: z.array(z.object({ state: z.nullable(z.string()), count: z.int() })),
      total: z.int(),
    }),
  ),
  errors: ["UNAVAILABLE"],
});

/** Stations along a route, in the order in which it passes them. A POST: a route does not fit in an address. */
export const findAlongRoute = route({
  method: "POST",
  path: "/api/ocpi/v1/locations/along-route",
  access: { rule: "driver" },
  budget: { perMinute: 30, burst: 20 },
  body: z.object({
    /** Google's encoded polyline, precision 5 */
    polyline: z.optional(z.string().check(z.minLength(1), z.maxLength(200_000))),
    points: z.optional(z.array(Point).check(z.minLength(1), z.maxLength(10_000))),
    /** km off the route */
    distance: z._default(z.number().check(z.minimum(0), z.maximum(50)), 5),
    page_no: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
    page_size: z._default(z.int().check(z.minimum(1), z.maximum(500)), 100),
    status: csv,
    power_type: csv,
    standard: csv,
    party_id: csv,
    power_range: powerRange,
    open_now: openNow,
    price_max: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  }),
  mostBody: 512 * 1024, // 10,000 points with seven digits after the decimal point have 480 KB.
  response: list(Location),
  errors: ["INVALID_INPUT", "UNAVAILABLE"],
});

/** By our location id, the EVSE's uid and the connector's id. The location comes back with that one plug. */
export const getLocationConnector = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/:location/:evse/:connector",
  access: { rule: "driver" },
  params: z.object({ location: Id, evse: z.string(), connector: z.string() }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND", "LOCATION_HIDDEN", "CONNECTOR_NOT_FOUND"],
});

const self = { rule: "self", param: "userId" } as const;
/** Whether a driver may use a location that has a list of chosen drivers. */
export const getWhitelist = route({
  method: "GET",
  path: "/api/ocpi/v1/whitelist/driver/:userId/location/:id",
  access: self,
  params: z.object({ userId: Id, id: Id }),
  response: ocpiData(
    z.object({
      location_id: Id,
      /** Only those on its list may use it. */
      restricted: z.boolean(),
      allowed: z.boolean(),
    }),
  ),
  errors: ["NOT_FOUND", "LOCATION_NOT_FOUND"],
});

export const getWishlist = route({
  method: "GET",
  path: "/api/ocpi/v1/wishlist/:userId",
  access: self,
  params: UserParams,
  query: z.object({ latitude: Latitude, longitude: Longitude }),
  response: ocpiData(z.object({ locations: z.array(Location) })),
  errors: ["NOT_FOUND"],
});
export const addToWishlist = route({
  method: "POST",
  path: "/api/ocpi/v1/wishlist/:userId",
  access: self,
  params: UserParams,
  body: z.object({ location_id: Id }),
  response: ocpiData(z.object({ location_id: Id })),
  errors: ["NOT_FOUND", "LOCATION_NOT_FOUND"],
});
export const removeFromWishlist = route({
  method: "DELETE",
  path: "/api/ocpi/v1/wishlist/:userId/:locationId",
  access: self,
  params: z.object({ userId: Id, locationId: Id }),
  response: ocpiData(z.object({ location_id: Id })),
  errors: ["NOT_FOUND"],
});

export const getTariff = route({
  method: "GET",
  path: "/api/ocpi/v1/tariffs/location/:locationId/:tariffId",
  access: { rule: "driver" },
  params: z.object({ locationId: Id, tariffId: Id }),
  response: ocpiData(Tariff),
  errors: ["TARIFF_NOT_FOUND"],
});
