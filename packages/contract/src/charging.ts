import * as z from "zod/mini";
import { route } from "./route.ts";
import { Id, Instant, list, Minor, ocpiData, queryInt, UserParams, IdParams } from "./shapes.ts";
import { Tariff } from "./stations.ts";
import { Vehicle } from "./vehicles.ts";

/** The driver's choice, as it travels with a start. Rupees, minutes, km and kWh. */
export const EstimationInfo = z.object({
  isPrimaryVehicle: z._default(z.boolean(), true),
  selectedMoney: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(100_000)))),
  selectedTime: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(10_080)))),
  selectedRange: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(5000)))),
  /** Energy in kWh, not power. */
  selectedPower: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(2000)))),
  isCorporateCustomer: z._default(z.boolean(), false),
  /** Which of the four the driver chose; the others follow it. Absent: the first one given, in this order. */
  limitBy: z.optional(z.nullable(z.enum(["MONEY", "TIME", "RANGE", "ENERGY"]))),
});

/** PENDING: starting. Only ACTIVE counts as ongoing. FAILED: never became a charge. INVALID: the operator withdrew it, never billed. */
export const SessionStatus = z.enum(["PENDING", "ACTIVE", "COMPLETED", "INVALID", "FAILED"]);
export const SessionStep = z.enum([
  "SENT",
  "ACCEPTED",
  "STARTED",
  "FLOWING",
  "STOPPING",
  "ENDED",
  "BILLED",
  "REJECTED",
  "NOT_PLUGGED",
  "FAILED",
  "UNKNOWN",
  "EXPIRED",
]);

export const SessionFailure = z.object({
  code: z.enum([
    "REJECTED",
    "OCCUPIED",
    "OUT_OF_ORDER",
    "NOT_PLUGGED",
    "NO_ANSWER",
    "FAILED",
    "CANCELLED",
  ]),
  /** A sentence for the driver. */
  message: z.string(),
  /** True only when it is certain that nothing was and will be charged. */
  not_charged: z.boolean(),
});

export const Hold = z.object({
  amount_minor: Minor,
  status: z.enum(["HELD", "CAPTURED", "RELEASED", "EXPIRED"]),
});

export const Session = z.object({
  id: Id,
  status: SessionStatus,
  step: SessionStep,
  /** Rises with every change; the live stream resumes after it. */
  version: z.int(),
  timeline: z.array(z.object({ step: SessionStep, at: Instant })),
  failure: z.nullable(SessionFailure),
  location: z.object({
    id: Id,
    name: z.string(),
    address: z.string(),
    city: z.string(),
    time_zone: z.string(),
    operator_name: z.string(),
    operator_phone: z.nullable(z.string()),
  }),
  evse_uid: z.string(),
  evse_label: z.string(),
  connector: z.object({
    id: z.string(),
    standard: z.string(),
    power_type: z.string(),
    powerInKwh: z.nullable(z.number()),
  }),
  vehicle: z.nullable(Vehicle),
  estimation_info: EstimationInfo,
  tariff: z.nullable(Tariff),
  /** When the driver asked for it. */
  requested_at: Instant,
  /** From the operator, on the session's own clock. */
  start_date_time: z.nullable(Instant),
  end_date_time: z.nullable(Instant),
  /** How much faster than life the session's own clock runs: now = start + elapsed × speed. 1 outside demonstrations. */
  speed: z.number(),
  kwh: z.nullable(z.number()),
  /** kW, between the last two meter values; null when not known */
  power_kw: z.nullable(z.number()),
  /** % */
  state_of_charge: z.nullable(z.number()),
  /** Cost so far including GST, from our engine on the frozen tariff; null when the price is not known */
  cost_minor: z.nullable(Minor),
  /** Seconds on the session's own clock at the last news */
  duration_s: z.nullable(z.number()),
  /** km gained, about */
  range_km: z.nullable(z.number()),
  /** Last news from the operator, wall clock. */
  news_at: z.nullable(Instant),
  /** Power curve for the chart: session clock and kW. */
  curve: z.array(z.object({ at: Instant, kw: z.number() })),
  hold: z.nullable(Hold),
  cdr_id: z.nullable(Id),
});

export const startSession = route({
  method: "POST",
  path: "/api/ocpi/v1/commands/START_SESSION",
  access: { rule: "driver" },
  headers: z.looseObject({
    "idempotency-key": z.optional(z.string().check(z.minLength(8), z.maxLength(128))),
  }),
  body: z.object({
    location_id: Id,
    evse_uid: z.string().check(z.minLength(1), z.maxLength(64)),
    connector_id: z.string().check(z.minLength(1), z.maxLength(36)),
    estimation_info: z._default(EstimationInfo, {
      isPrimaryVehicle: true,
      isCorporateCustomer: false,
    }),
    /** Default: the primary vehicle. */
    vehicle_id: z.optional(Id),
  }),
  response: ocpiData(Session),
  errors: [
    "LOCATION_NOT_FOUND",
    "CONNECTOR_NOT_FOUND",
    "CONNECTOR_NOT_FREE",
    "LOCATION_CLOSED",
    "LOCATION_RESTRICTED",
    "COMPANY_SUSPENDED",
    "COMPANY_LIMIT_REACHED",
    "INSUFFICIENT_BALANCE",
    "SESSION_ALREADY_OPEN",
    "IDEMPOTENCY_KEY_REUSED",
    "OPERATOR_UNREACHABLE",
    "NOT_FOUND",
  ],
});

export const stopSession = route({
  method: "POST",
  path: "/api/ocpi/v1/commands/STOP_SESSION",
  access: { rule: "driver" },
  body: z.object({ session_id: Id }),
  response: ocpiData(Session),
  errors: ["SESSION_NOT_FOUND", "SESSION_NOT_ACTIVE"],
});

const self = { rule: "self", param: "userId" } as const;
export const latestSession = route({
  method: "GET",
  path: "/api/ocpi/v1/sessions/:userId/latest",
  access: self,
  params: UserParams,
  response: ocpiData(z.nullable(Session)),
  errors: ["NOT_FOUND"],
});
/** ACTIVE and starting ones. */
export const activeSessions = route({
  method: "GET",
  path: "/api/ocpi/v1/sessions/:userId/active",
  access: self,
  params: UserParams,
  response: list(Session),
  errors: ["NOT_FOUND"],
});
export const getSession = route({
  method: "GET",
  path: "/api/ocpi/v1/sessions/:id",
  access: { rule: "driver" },
  params: IdParams,
  response: ocpiData(Session),
  errors: ["SESSION_NOT_FOUND"],
});

/**
 * Server-sent events, read by fetch: `event: session`, `id: <version>`, `data: <Session>`; a comment every 25 s.
 * First the driver's open sessions (or, with Last-Event-ID, all that changed since), then every change.
 */
export const liveSessions = {
  method: "GET",
  path: "/api/ocpi/v1/sessions/live",
  access: { rule: "driver" },
} as const;

/**
 * What makes the price: ENERGY, TIME, PARKING_TIME, FLAT and their RESERVATION_ forms from the tariff; MIN_PRICE and
 * MAX_PRICE, what the tariff's limit added or took (signed); OPERATOR_LESS, what the operator asked less than our check
 * found (negative). The lines add up to the net, each within its own rounding to a paisa.
 */
export const CdrLine = z.object({
  dimension: z.string(),
  quantity: z.string(),
  unit: z.string(),
  /** rupees, excluding GST */
  price: z.string(),
  /** percent; null: no GST, or a line that has no rate of its own */
  vat: z.nullable(z.string()),
  excl_vat_minor: Minor,
  incl_vat_minor: Minor,
  /** The stretch in which this price was used; the whole charge where a line has none of its own. */
  from: Instant,
  until: Instant,
  /** The tariff element the price comes from, counted from 0; null: none, or not recorded. */
  element_index: z.nullable(z.int()),
  /** That element's conditions, as in the tariff (OCPI 2.2.1 mod_tariffs). */
  restrictions: z.nullable(z.looseObject({})),
  /** What the operator's steps added to the quantity; decimal text in Wh or seconds. */
  rounding: z.nullable(
    z.object({ added: z.string(), step: z.string(), unit: z.enum(["Wh", "s"]) }),
  ),
  reason: z.string(),
});

/** A charge record, which is the driver's bill. */
export const Cdr = z.object({
  id: Id,
  session_id: z.nullable(Id),
  start_date_time: Instant,
  end_date_time: Instant,
  time_zone: z.string(),
  location: z.object({
    id: z.nullable(Id),
    name: z.string(),
    address: z.string(),
    city: z.string(),
  }),
  evse_label: z.string(),
  connector: z.object({ id: z.string(), standard: z.string(), power_type: z.string() }),
  operator_name: z.string(),
  currency: z.string(),
  /** kWh */
  total_energy: z.number(),
  /** seconds */
  total_time_s: z.int(),
  total_parking_time_s: z.int(),
  /** kW over the charging time */
  average_kw: z.nullable(z.number()),
  range_km: z.nullable(z.number()),
  lines: z.array(CdrLine),
  net_minor: Minor,
  gst_minor: Minor,
  cgst_minor: Minor,
  sgst_minor: Minor,
  /** What the driver pays, including GST. */
  amount_minor: Minor,
  /**
   * Set when the operator's total and our check of it differ by more than rounding: both including GST, both on the
   * operator's own tariff. The driver pays what was promised, never more.
   */
  dispute: z.nullable(z.object({ asked_minor: Minor, checked_minor: Minor })),
  paid_by: z.enum(["WALLET", "COMPANY"]),
  /** The wallet right after this bill; null for a company. */
  balance_after_minor: z.nullable(Minor),
  stop_reason: z.enum(["DRIVER", "LIMIT", "BALANCE", "CAR", "UNKNOWN"]),
  created_at: Instant,
});

export const getCdr = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/:id",
  access: { rule: "driver" },
  params: IdParams,
  response: ocpiData(Cdr),
  errors: ["CDR_NOT_FOUND"],
});
export const getCdrOfSession = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/session/:id",
  access: { rule: "driver" },
  params: IdParams,
  response: ocpiData(Cdr),
  errors: ["CDR_NOT_FOUND"],
});
/** Newest first. */
export const searchCdrs = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/:userId/search",
  access: self,
  params: UserParams,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 10),
  }),
  response: list(Cdr),
  errors: ["NOT_FOUND"],
});
