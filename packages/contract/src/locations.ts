import * as z from "zod/mini";
import { Id, Instant } from "./shapes.ts";

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
  /** ISO 4217, only where the price is in a currency that cannot be paid here: `tariff` is null then. */
  foreign_currency: z.optional(z.string()),
  /**
   * The next change by the clock of the price per kWh or per minute, where one comes within eight hours: paise including
   * GST, below 0: less. Also there when `tariff` has only what holds now.
   */
  price_turn: z.optional(
    z.object({ at: Instant, unit: z.enum(["KWH", "MINUTE"]), difference_minor: z.int() }),
  ),
  estimation: z.nullable(Estimation),
});

/** What charges of this service's drivers say: in details, and in lists where there is something to say. */
const Proof = z.object({
  /** The last charge that delivered energy: its end, to the quarter of an hour, and its highest power in whole kW. */
  last_charged: z.nullable(z.object({ at: Instant, power_kw: z.nullable(z.int()) })),
  /** Starts of the last 30 days that worked, or failed by the charger's or its operator's fault; null: fewer than ten. */
  starts: z.nullable(z.object({ tried: z.int(), worked: z.int() })),
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
  proof: z.optional(Proof),
});

/** A bay as its operator describes it (OCPI 2.3.0 Parking): only what it says. */
export const Parking = z.object({
  /** The EVSEs that can be used from it; none: the operator does not say which. */
  evse_uids: z.array(z.string()),
  /** OCPI VehicleType, for which it is made; unknown values are included too. DISABLED: with a permit. */
  vehicle_types: z.array(z.string()),
  /** Other vehicles must not park there. */
  restricted_to_type: z.optional(z.boolean()),
  max_vehicle_height_cm: z.optional(z.number()),
  max_vehicle_length_cm: z.optional(z.number()),
  max_vehicle_width_cm: z.optional(z.number()),
  max_vehicle_weight_kg: z.optional(z.number()),
  /** How long a vehicle may stay */
  time_limit_min: z.optional(z.number()),
  reservation_required: z.optional(z.boolean()),
  drive_through: z.optional(z.boolean()),
  roofed: z.optional(z.boolean()),
  lighting: z.optional(z.boolean()),
});

const Hours = z.object({ weekday: z.int(), period_begin: z.string(), period_end: z.string() });
const Exception = z.object({ period_begin: Instant, period_end: Instant });
export const Location = z.object({
  id: Id,
  name: z.string(),
  /** This and the city: empty, where the operator names none. */
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
      exceptional_openings: z.optional(z.nullable(z.array(Exception))),
      exceptional_closings: z.optional(z.nullable(z.array(Exception))),
    }),
  ),
  /** Whether a charge may run on after closing; OCPI's default is that it may. */
  charging_when_closed: z.boolean(),
  /** null: not sent by the operator */
  isOpened: z.nullable(z.boolean()),
  openTime: z.nullable(z.string()),
  closeTime: z.nullable(z.string()),
  isWishListItem: z.boolean(),
  state_on_map: PinState,
  /**
   * In lists: which of its plugs, all connectors counted through from 0, the order and the filters speak of; null: none of
   * them passes.
   */
  chosen_plug: z.optional(z.nullable(z.int())),
  /** Of the strongest plug; null: the power of none is known */
  power_class: z.nullable(PowerClass),
  /** Only chosen drivers may use it, and this one is not among them. */
  restricted: z.boolean(),
  /** Only among favourites: the provider does not offer it at present, so no search has it and no charge starts there. */
  hidden: z.optional(z.literal(true)),
  /** Last successful word from the operator. */
  updated_at: Instant,
  photo_url: z.nullable(z.string()),
  proof: z.optional(Proof),
  /** What only details say of the place. */
  site: z.optional(
    z.object({
      /** The operator's pictures of it, at addresses of ours. */
      images: z.array(z.string()),
      /** OCPI Facility; unknown values are included too. */
      facilities: z.array(z.string()),
      /** How to find the chargers, in the operator's words: in the asked language, else in English, else in its first. */
      directions: z.nullable(z.string()),
      /** The operator's, at an address of ours. */
      logo_url: z.nullable(z.string()),
      /** The operator's, https only. */
      website: z.nullable(z.string()),
      /** Whom a driver at this location may call, where its operator says so: mostly the operator's service. */
      help_phone: z.optional(z.string()),
      /** Only where the operator describes bays. */
      parking: z.optional(z.array(Parking)),
    }),
  ),
  /**
   * In details asked for with `fresh=true`: `now` when the operator answered just now, `recent` when it was asked less
   * than 15 s ago, `failed` when it did not answer in time and this is what was known before.
   */
  checked: z.optional(z.enum(["now", "recent", "failed"])),
  /** Along a route: km from its start, and km off it. */
  route: z.optional(z.object({ along_km: z.number(), off_km: z.number() })),
});
