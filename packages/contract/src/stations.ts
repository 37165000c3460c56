import * as z from "zod/mini";
import { route } from "./route.ts";
import {
  Id,
  Instant,
  list,
  ocpiData,
  QueryNumber,
  queryInt,
  queryNumber,
  UserParams,
  IdParams,
} from "./shapes.ts";

/** OCPI 2.2.1 mod_locations Status. */
export const EvseStatus = z.enum([
  "AVAILABLE",
  "BLOCKED",
  "CHARGING",
  "INOPERATIVE",
  "OUTOFORDER",
  "PLANNED",
  "REMOVED",
  "RESERVED",
  "UNKNOWN",
]);
export const PinState = z.enum(["restricted", "closed", "fault", "unknown", "busy", "available"]);
export const PowerClass = z.enum(["slow", "fast", "ultra"]);

/** OCPI 2.2.1 mod_tariffs, as the operator sent it except `id`, which is ours. Prices in rupees, excluding GST. */
export const Tariff = z.looseObject({
  id: Id,
  country_code: z.string(),
  party_id: z.string(),
  currency: z.string(),
  elements: z.array(
    z.looseObject({
      price_components: z.array(
        z.looseObject({
          type: z.enum(["FLAT", "ENERGY", "TIME", "PARKING_TIME"]),
          price: z.number(),
          vat: z.optional(z.nullable(z.number())),
          step_size: z.number(),
        }),
      ),
      restrictions: z.optional(z.nullable(z.looseObject({}))),
    }),
  ),
  last_updated: Instant,
});

/** The product's 60-minute estimate, net of GST. */
export const Estimation = z.object({
  /** kW */
  power: z.number(),
  /** minutes */
  time: z.number(),
  /** rupees, excluding GST; null when no element has a price for energy or time */
  price: z.nullable(z.number()),
  element: z.nullable(z.looseObject({})),
  maxBattery: z.nullable(z.number()),
  maxRange: z.nullable(z.number()),
  rangeHr: z.nullable(z.number()),
});

export const Connector = z.object({
  id: z.string(),
  standard: z.string(),
  format: z.string(),
  tariff_id: z.nullable(Id),
  power_type: z.string(),
  /** W */
  max_electric_power: z.nullable(z.number()),
  /** V, line to line for three phases */
  voltage: z.nullable(z.number()),
  /** A */
  amperage: z.nullable(z.number()),
  status: EvseStatus,
  /** kW to one decimal, limited by the driver's primary vehicle; null when not known */
  powerInKwh: z.nullable(z.number()),
  powerTypeName: z.string(),
  tariff: z.nullable(Tariff),
  estimation: z.nullable(Estimation),
});

export const Evse = z.object({
  uid: z.string(),
  evse_id: z.nullable(z.string()),
  physical_reference: z.nullable(z.string()),
  status: EvseStatus,
  /** Since when the EVSE has this status. */
  status_since: z.nullable(Instant),
  charging_info: z.nullable(z.object({ since: Instant })),
  connectors: z.array(Connector),
  /** In a location's details: what recent starts here say. `doubtful` when several failed of late and none went well since. */
  confidence: z.optional(
    z.object({
      level: z.enum(["ok", "doubtful"]),
      /** starts that failed by the charger's fault within seven days and after the last that went well */
      failed_starts: z.int(),
      last_failed_at: z.nullable(Instant),
    }),
  ),
});

const Hours = z.object({ weekday: z.int(), period_begin: z.string(), period_end: z.string() });
export const Location = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  /** km from the asked position; null when none was given */
  distance: z.nullable(z.number()),
  time_zone: z.string(),
  operator: z.object({
    id: Id,
    name: z.string(),
    party_id: z.string(),
    phone: z.nullable(z.string()),
  }),
  evses: z.array(Evse),
  totalConnectors: z.int(),
  availableConnectors: z.int(),
  opening_times: z.nullable(
    z.looseObject({
      twentyfourseven: z.boolean(),
      regular_hours: z.optional(z.nullable(z.array(Hours))),
    }),
  ),
  /** Whether a charge may run on after closing; OCPI's default is that it may. */
  charging_when_closed: z.boolean(),
  /** null: the operator does not say */
  isOpened: z.nullable(z.boolean()),
  openTime: z.nullable(z.string()),
  closeTime: z.nullable(z.string()),
  isWishListItem: z.boolean(),
  state_on_map: PinState,
  power_class: PowerClass,
  /** Only chosen drivers may use it, and this one is not among them. */
  restricted: z.boolean(),
  /** Last successful word from the operator. */
  updated_at: Instant,
  photo_url: z.nullable(z.string()),
  /**
   * In details asked for with `fresh=true`: `now` when the operator answered just now, `recent` when it was asked less
   * than 15 s ago, `failed` when it did not answer in time and this is what was known before.
   */
  checked: z.optional(z.enum(["now", "recent", "failed"])),
  /** Along a route: km from its start, and km off it. */
  route: z.optional(z.object({ along_km: z.number(), off_km: z.number() })),
});

const Latitude = z.optional(queryNumber(-90, 90));
const Longitude = z.optional(queryNumber(-180, 180));
const csv = z.optional(z.string().check(z.maxLength(400)));
export const LocationSort = z.enum(["distance", "price", "power", "free"]);
export const searchLocations = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/search",
  access: { rule: "driver" },
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
    /** kW as `30-60`; the app turns ' < kW > = ' into '-' */
    power_range: csv,
    /** `true`: tariffs only as far as their times, days and dates hold now */
    apply_tariff_restrictions: csv,
    /**
     * Default: by distance, and with a search text each less exact word counts as 2 km more. `price` for the driver's car,
     * `power` with it, `free` plugs; stations where that is not known come last, equals by distance.
     */
    sort: z.optional(LocationSort),
    /** `false`: not counted, which is faster; total_elements then only says that there are at least so many */
    total: csv,
  }),
  response: list(Location),
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
  power: PowerClass,
  favourite: z.boolean(),
});
export const listPins = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/pins",
  access: { rule: "driver" },
  query: z.object({ west: QueryNumber, south: QueryNumber, east: QueryNumber, north: QueryNumber }),
  response: ocpiData(z.object({ pins: z.array(Pin), truncated: z.boolean() })),
  errors: [],
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
  errors: ["LOCATION_NOT_FOUND"],
});

/** By the EVSE id on the charger, with or without separators. The location comes back with that one EVSE. */
export const getLocationByEvseId = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/evseid/:id",
  access: { rule: "driver" },
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND"],
});

const QrCode = z.string().check(z.minLength(1), z.maxLength(2000));
/** What a QR code says: a link of ours, an EVSE id, or any address that carries one. No address is ever opened. */
export const getLocationByQrCode = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/evse/connector/qr_code/:code",
  access: { rule: "driver" },
  params: z.object({ code: QrCode }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND"],
});
export const findLocationByQrCode = route({
  method: "POST",
  path: "/api/ocpi/v1/locations/evse/connector/qr_code",
  access: { rule: "driver" },
  body: z.object({ qr_code: QrCode }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND"],
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
  errors: [],
});

const Point = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
});
/** Stations along a route, in the order in which it passes them. A POST: a route does not fit in an address. */
export const findAlongRoute = route({
  method: "POST",
  path: "/api/ocpi/v1/locations/along-route",
  access: { rule: "driver" },
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
    power_range: csv,
  }),
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
  errors: ["LOCATION_NOT_FOUND", "CONNECTOR_NOT_FOUND"],
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

/** A wish to hear when a plug turns free; it is answered once, or expires. */
export const StationWatch = z.object({
  id: Id,
  location_id: Id,
  location_name: z.string(),
  /** null: any plug there */
  evse_uid: z.nullable(z.string()),
  created_at: Instant,
  expires_at: Instant,
});
export const listWatches = route({
  method: "GET",
  path: "/api/ocpi/v1/watches/:userId",
  access: self,
  params: UserParams,
  response: ocpiData(z.object({ watches: z.array(StationWatch) })),
  errors: ["NOT_FOUND"],
});
export const watchStation = route({
  method: "POST",
  path: "/api/ocpi/v1/watches/:userId",
  access: self,
  params: UserParams,
  body: z.object({
    location_id: Id,
    evse_uid: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
    /** how long to wait; two hours when not said, a day at most */
    minutes: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  }),
  response: ocpiData(StationWatch),
  errors: [
    "NOT_FOUND",
    "LOCATION_NOT_FOUND",
    "CONNECTOR_NOT_FOUND",
    "ALREADY_FREE",
    "TOO_MANY_WATCHES",
  ],
});
export const unwatchStation = route({
  method: "DELETE",
  path: "/api/ocpi/v1/watches/:userId/:id",
  access: self,
  params: z.object({ userId: Id, id: Id }),
  response: ocpiData(z.object({ id: Id })),
  errors: ["NOT_FOUND", "WATCH_NOT_FOUND"],
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
