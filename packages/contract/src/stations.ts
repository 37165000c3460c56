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
  /** A published location only its operator's chosen drivers may use. */
  restricted: z.boolean(),
  /** Last successful word from the operator. */
  updated_at: Instant,
  photo_url: z.nullable(z.string()),
});

const Latitude = z.optional(queryNumber(-90, 90));
const Longitude = z.optional(queryNumber(-180, 180));
const csv = z.optional(z.string().check(z.maxLength(400)));
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
    apply_tariff_restrictions: csv,
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
  query: z.object({ longitude: Longitude, latitude: Latitude }),
  response: ocpiData(Location),
  errors: ["LOCATION_NOT_FOUND"],
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
