import * as z from "zod/mini";
import { route } from "./route.ts";
import { Id, Instant, list, Minor, ocpiData, UserParams, IdParams } from "./shapes.ts";
import { Tariff } from "./locations.ts";
import { Vehicle } from "./vehicles.ts";

export * from "./bills.ts";

/** The driver's choice, as a start sends it. Rupees, minutes, km and kWh. */
export const EstimationInfo = z.object({
  isPrimaryVehicle: z._default(z.boolean(), true),
  selectedMoney: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(100_000)))),
  selectedTime: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(10_080)))),
  selectedRange: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(5000)))),
  /** Energy in kWh, not power. */
  selectedPower: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(2000)))),
  isCorporateCustomer: z._default(z.boolean(), false),
  /** Which limit the driver chose; the others are computed from it. Absent: the first one given, in this order. */
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
    "UNREACHABLE",
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
    operator_id: Id,
    operator_name: z.string(),
    /** Whom the driver may call: the station's help, else its operator. */
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
  /** The operator's meter went backwards during the session: `kwh` is its highest value, also for limit and cost. */
  meter_fell: z._default(z.boolean(), false),
  power_kw: z.nullable(z.number()),
  /** % */
  state_of_charge: z.nullable(z.number()),
  /** Cost so far including GST, from our engine on the frozen tariff; null when the price is not known */
  cost_minor: z.nullable(Minor),
  /** Seconds on the session's own clock at the last update */
  duration_s: z.nullable(z.number()),
  /** km gained, about */
  range_km: z.nullable(z.number()),
  /**
   * When a car that takes no power any more but stays plugged in begins to pay, or began to, on the session's own clock;
   * paise a minute, GST included. Null: it takes power, or nothing is asked for standing there within a day.
   */
  parking_fee: z.nullable(z.object({ starts_at: Instant, per_minute_minor: Minor })),
  /** When the operator last sent an update, in real time. */
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
  budget: { perMinute: 20, burst: 20 },
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
    "INVALID_INPUT",
    "LOCATION_NOT_FOUND",
    "CONNECTOR_NOT_FOUND",
    "CONNECTOR_NOT_FREE",
    "PRICE_IN_OTHER_CURRENCY",
    "LOCATION_CLOSED",
    "LOCATION_HIDDEN",
    "LOCATION_RESTRICTED",
    "COMPANY_SUSPENDED",
    "COMPANY_LIMIT_REACHED",
    "INSUFFICIENT_BALANCE",
    "AMOUNT_TOO_SMALL",
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
  budget: { perMinute: 60, burst: 60 },
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
 * Asks the operator for the charge now, and answers what is known after that. If the charge is over, or was asked for
 * less than 10 s ago, the operator is not asked, and the answer is what is known already.
 */
export const askForSession = route({
  method: "GET",
  path: "/api/ocpi/v1/sessions/endpoint/:endpoint/session/:id",
  access: { rule: "driver" },
  budget: { perMinute: 20, burst: 20 },
  /** `endpoint`: the operator's id, as locations and sessions name it. */
  params: z.object({ endpoint: Id, id: Id }),
  response: ocpiData(Session),
  errors: ["SESSION_NOT_FOUND", "OPERATOR_UNREACHABLE"],
});

/**
 * Server-sent events, read by fetch: `event: session`, `id: <version>`, `data: <Session>`; a comment every 25 s.
 * First the driver's open sessions (or, with Last-Event-ID, all that changed since), then `event: ready` with the id to
 * resume from, then every change. `retry:` before the end: this replica leaves, and another one goes on.
 */
export const liveSessions = {
  method: "GET",
  path: "/api/ocpi/v1/sessions/live",
  access: { rule: "driver" },
  budget: { perMinute: 30, burst: 30 },
} as const;
