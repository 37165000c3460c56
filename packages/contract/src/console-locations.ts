import { gstStateOf } from "@voltmarg/rules";
import * as z from "zod/mini";
import { OcpiMessageLine } from "./console-charges.ts";
import { PersonalText } from "./personal.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, queryInt, Reason } from "./shapes.ts";

const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** Who took a station out of the app, when and why. */
const Hidden = z.object({ at: Instant, by: z.string(), because: z.string() });

export const ConsoleLocation = z.object({
  id: Id,
  /** The operator's own id. */
  ocpi_id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  operator: z.object({ id: Id, name: z.string() }),
  /** How many EVSEs are in which state now. */
  evses: z.object({
    total: z.int(),
    free: z.int(),
    used: z.int(),
    down: z.int(),
    unknown: z.int(),
  }),
  /** By the operator's clock. */
  last_updated: Instant,
  /** False: the operator shows it to chosen drivers only. */
  publish: z.boolean(),
  /** Null: drivers find it. */
  hidden: z.nullable(Hidden),
});
/** Open stations of all operators, by name. */
export const listLocations = route({
  method: "GET",
  path: "/provider/v1/locations",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    /** An operator's id, name or party. */
    operator: z.optional(words(200)),
    /** As the operator writes it. */
    city: z.optional(words(100)),
    state: z.optional(words(100)),
    /** The beginning of the name, an id of ours or the operator's, or what is printed on a charger. */
    q: z.optional(words(100)),
    hidden: z.optional(z.enum(["YES", "NO"])),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    limit: z._default(queryInt(1, 100), 50),
  }),
  response: z.object({
    content: z.array(ConsoleLocation),
    next_cursor: z.nullable(z.string()),
  }),
  documents: ["text/csv"],
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});

const ConsoleConnector = z.object({
  id: z.string(),
  standard: z.string(),
  power_type: z.string(),
  format: z.string(),
  /** As drivers see it; what was sent is in the EVSE's `source`. */
  max_power_w: z.nullable(z.number()),
  /** The operator's ids of its tariffs. */
  tariff_ids: z.array(z.string()),
});
const ConsoleEvse = z.object({
  uid: z.string(),
  /** What is printed on it. */
  evse_id: z.nullable(z.string()),
  status: z.string(),
  status_since: Instant,
  last_updated: Instant,
  connectors: z.array(ConsoleConnector),
  /** What it was before, of the last 30 days, newest first. */
  history: z.array(
    z.object({ state: z.enum(["free", "used", "down"]), from: Instant, until: Instant }),
  ),
  /** As the operator sent it. */
  source: z.looseObject({}),
});
/** Everything that is known of a station, as the operator sent it and as drivers met it. */
export const ConsoleLocationDetails = z.extend(ConsoleLocation, {
  party: z.object({ country_code: z.string(), party_id: z.string() }),
  time_zone: z.nullable(z.string()),
  /** When a list or a push of the operator's last had it. */
  seen_at: Instant,
  /** The operator does not have it any more. */
  closed_at: z.nullable(Instant),
  /** Its GST state, which is the place of supply. `from` null: not known, and the seller's state counts. */
  gst_state: z.object({
    code: z.nullable(z.string()),
    name: z.nullable(z.string()),
    from: z.nullable(z.enum(["STAFF", "PIN_CODE", "OPERATOR"])),
  }),
  favourite_of: z.int(),
  plugs: z.array(ConsoleEvse),
  /** The operator's tariffs that its plugs name. `tariff` null: the operator never sent it. */
  tariffs: z.array(
    z.object({
      ocpi_id: z.string(),
      last_updated: z.nullable(Instant),
      removed_at: z.nullable(Instant),
      tariff: z.nullable(z.looseObject({})),
    }),
  ),
  open_charges: z.array(
    z.object({ id: Id, requested_at: Instant, step: z.string(), evse_uid: z.string() }),
  ),
  /** Starts of the last 30 days that came to nothing, newest first. */
  failed_starts: z.array(
    z.object({ id: Id, at: Instant, evse_uid: z.string(), code: z.nullable(z.string()) }),
  ),
  problems: z.array(
    z.object({
      id: Id,
      at: Instant,
      evse_uid: z.nullable(z.string()),
      kind: z.string(),
      text: PersonalText,
      closed_at: z.nullable(Instant),
    }),
  ),
  check_ins: z.array(
    z.object({
      id: Id,
      at: Instant,
      evse_uid: z.nullable(z.string()),
      worked: z.boolean(),
      reason: z.nullable(z.string()),
      text: PersonalText,
      hidden_at: z.nullable(Instant),
    }),
  ),
  /** What the operator sent of it last, as far as it is kept, newest first. */
  messages: z.array(
    z.extend(OcpiMessageLine, {
      /** Its body, as it was sent. */
      request: z.nullable(z.string()),
    }),
  ),
  /** What the staff did to it, newest first. */
  acts: z.array(
    z.object({ at: Instant, by: z.string(), act: z.string(), reason: z.nullable(z.string()) }),
  ),
  /** As the operator sent it, without its EVSEs. */
  source: z.looseObject({}),
});
export const getConsoleLocation = route({
  method: "GET",
  path: "/provider/v1/locations/:id",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  response: data(ConsoleLocationDetails),
  errors: ["LOCATION_NOT_FOUND"],
});

const Done = data(z.object({ id: Id, hidden: z.nullable(Hidden) }));
/** No driver finds it, and no charge starts there. CONFLICT: it is hidden already; the message says by whom and why. */
export const hideLocation = route({
  method: "POST",
  path: "/provider/v1/locations/:id/hide",
  access: { rule: "provider", effect: "PUBLISH" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: Done,
  errors: ["LOCATION_NOT_FOUND", "CONFLICT"],
});
/** Drivers find it again. CONFLICT: it is shown already. */
export const showLocation = route({
  method: "POST",
  path: "/provider/v1/locations/:id/show",
  access: { rule: "provider", effect: "PUBLISH" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: Done,
  errors: ["LOCATION_NOT_FOUND", "CONFLICT"],
});
/** Confirms in which state a station is, whatever its operator sends. Bills that are made from then on use it. */
export const confirmLocationState = route({
  method: "POST",
  path: "/provider/v1/locations/:id/gst-state",
  access: { rule: "provider", effect: "BOOKS" },
  params: IdParams,
  body: z.object({
    /** Its name, GST code or letters; null: as PIN code and operator say. */
    state: z.nullable(
      words(50).check(z.refine((text) => gstStateOf(text) !== null, "names no state of India")),
    ),
    reason: Reason,
  }),
  response: data(z.object({ id: Id, gst_state: z.nullable(z.string()) })),
  errors: ["LOCATION_NOT_FOUND"],
});
