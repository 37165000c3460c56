import * as z from "zod/mini";
import { AccountAct } from "./audit.ts";
import { DeviceType, OtpType } from "./accounts.ts";
import { Cdr, Hold, Session } from "./charging.ts";
import { NoticeLanguage } from "./given-consent.ts";
import { FileCategory } from "./files.ts";
import { NotificationKind, NotificationSubject } from "./notifications.ts";
import { RatingTag } from "./ratings.ts";
import { Id, Instant, Minor } from "./shapes.ts";
import { CheckInComplaint, CheckInReason } from "./check-ins.ts";
import { StationProblemKind } from "./station-problems.ts";
import { Ticket, TicketMessage } from "./support.ts";
import { DrivingStyle, TripPlan } from "./trips.ts";
import { Vehicle } from "./vehicles.ts";
import { HoldStatus, MovementKind, TopUp, Withdrawal, WithdrawalPart } from "./wallet.ts";

/** kWh, kW and percent of a charge at a moment, as its operator told them. */
const MeterValue = z.object({
  session_id: Id,
  at: Instant,
  until: z.nullable(Instant),
  kwh: z.string(),
  charging: z.boolean(),
  power_kw: z.nullable(z.number()),
  state_of_charge: z.nullable(z.number()),
});
const Device = {
  device_type: DeviceType,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
};

/** The rows of each kind, oldest first. */
export const ExportedRows = {
  consents: z.object({
    version: z.int(),
    language: NoticeLanguage,
    given_at: Instant,
    withdrawn_at: z.nullable(Instant),
  }),
  nominees: z.object({ name: z.string(), contact: z.string(), named_at: Instant }),
  sign_ins: z.object({
    ...Device,
    signed_in_at: Instant,
    last_seen_at: z.nullable(Instant),
    ends_at: Instant,
    signed_out_at: z.nullable(Instant),
  }),
  passkeys: z.object({
    browser: Device.browser,
    system: Device.system,
    created_at: Instant,
    last_used_at: z.nullable(Instant),
  }),
  /** Accounts at other providers. */
  identities: z.object({ provider: z.string(), subject: z.string(), linked_at: Instant }),
  /** That codes were asked for, never the codes. */
  codes_asked_for: z.object({
    type: OtpType,
    device_type: z.string(),
    address: z.string(),
    created_at: Instant,
    used_at: z.nullable(Instant),
  }),
  wrong_codes: z.object({ at: Instant, address: z.nullable(z.string()) }),
  vehicles: z.extend(Vehicle, {
    inlets: z.nullable(Vehicle.shape.inlets),
    seen_dc_kw: z.nullable(z.number()),
    seen_ac_kw: z.nullable(z.number()),
    /** kW of DC by the battery's percent, as its own sessions showed it; null: too little is known. */
    seen_curve: z.nullable(z.array(z.object({ percent: z.number(), kw: z.number() }))),
    created_at: Instant,
  }),
  vehicle_readings: z.object({
    vehicle_id: Id,
    at: Instant,
    odometer_km: z.int(),
    charge_percent: z.int(),
  }),
  trips: z.object({
    id: Id,
    name: z.nullable(z.string()),
    plan: TripPlan,
    /** A link shows it. */
    shared: z.boolean(),
    created_at: Instant,
    vehicle_id: z.nullable(Id),
    /** What the driver said for the plan; null: planned by an earlier release. */
    charge_percent: z.nullable(z.int()),
    style: z.nullable(DrivingStyle),
    begun_at: z.nullable(Instant),
  }),
  /** Links to trips, with what the driver called start and destination for them. */
  trip_links: z.object({
    trip_id: Id,
    start_name: z.nullable(z.string()),
    end_name: z.nullable(z.string()),
    created_at: Instant,
  }),
  /** Where trips with a link start and end, and what links show instead. */
  trip_places: z.object({
    latitude: z.number(),
    longitude: z.number(),
    shown_latitude: z.number(),
    shown_longitude: z.number(),
    created_at: Instant,
  }),
  favourites: z.object({ location_id: Id, location_name: z.string(), created_at: Instant }),
  watches: z.object({
    location_id: Id,
    location_name: z.string(),
    evse_uid: z.nullable(z.string()),
    created_at: Instant,
    expires_at: Instant,
    told_at: z.nullable(Instant),
  }),
  /** Stations and operators that are open to this driver in particular. */
  whitelist: z.object({
    location_id: z.nullable(Id),
    operator_id: z.nullable(Id),
    created_at: Instant,
  }),
  sessions: z.extend(
    z.pick(Session, {
      id: true,
      status: true,
      step: true,
      timeline: true,
      failure: true,
      location: true,
      evse_uid: true,
      evse_label: true,
      connector: true,
      vehicle: true,
      estimation_info: true,
      tariff: true,
      requested_at: true,
      start_date_time: true,
      end_date_time: true,
      kwh: true,
      state_of_charge: true,
      cost_minor: true,
      duration_s: true,
      cdr_id: true,
    }),
    { stop_reason: z.nullable(z.string()), hold: z.nullable(Hold) },
  ),
  meter_values: MeterValue,
  /** Meter values on which a bill of ours is based, stored as long as the bill. */
  meter_evidence: MeterValue,
  /** With their invoices; a credit note is one with negative amounts. */
  bills: Cdr,
  /** Charges a company pays for. */
  company_charges: z.object({
    session_id: Id,
    company_name: z.string(),
    started_at: Instant,
    amount_minor: z.nullable(Minor),
    billed_at: z.nullable(Instant),
  }),
  /** Operators' requests about the driver's token, and our answers. */
  token_checks: z.object({
    operator_id: Id,
    location_id: z.string(),
    evse_uids: z.array(z.string()),
    allowed: z.string(),
    created_at: Instant,
  }),
  /** Each paisa leaves one account and reaches another; `wallet`, `held`, `withdrawing` and `overdraft` are the driver's. */
  movements: z.object({
    id: Id,
    at: Instant,
    kind: z.union([MovementKind, z.literal("PAYOUT")]),
    reason: z.string(),
    session_id: z.nullable(Id),
    cdr_id: z.nullable(Id),
    balance_minor: z.nullable(Minor),
    postings: z.array(z.object({ from: z.string(), to: z.string(), amount_minor: Minor })),
  }),
  holds: z.object({
    session_id: Id,
    amount_minor: Minor,
    captured_minor: Minor,
    status: HoldStatus,
    created_at: Instant,
    settled_at: z.nullable(Instant),
  }),
  top_ups: z.object({
    id: Id,
    amount_minor: Minor,
    status: TopUp.shape.status,
    order_id: z.nullable(z.string()),
    payment_id: z.nullable(z.string()),
    created_at: Instant,
    settled_at: z.nullable(Instant),
  }),
  payments: z.object({
    payment_id: z.string(),
    amount_minor: Minor,
    /** `UPI`, `card ••1234`. */
    source: z.string(),
    upi_app: z.nullable(z.string()),
    credited_at: Instant,
  }),
  payment_disputes: z.object({
    payment_id: z.string(),
    amount_minor: Minor,
    status: z.string(),
    received_at: Instant,
  }),
  withdrawals: z.object({
    id: Id,
    amount_minor: Minor,
    cause: Withdrawal.shape.cause,
    created_at: Instant,
    refunds: z.array(
      z.object({
        payment_id: z.string(),
        amount_minor: Minor,
        status: z.enum(["REQUESTED", "SENT", "DONE", "FAILED"]),
        reference: WithdrawalPart.shape.reference,
      }),
    ),
  }),
  tickets: z.object({
    id: Id,
    number: Ticket.shape.number,
    category: Ticket.shape.category,
    state: Ticket.shape.state,
    session_id: z.nullable(Id),
    created_at: Instant,
    updated_at: Instant,
  }),
  ticket_messages: z.extend(TicketMessage, { ticket_id: Id }),
  ratings: z.object({
    session_id: Id,
    location_id: Id,
    stars: z.int(),
    tags: z.array(RatingTag),
    text: z.nullable(z.string()),
    created_at: Instant,
    updated_at: Instant,
  }),
  station_problems: z.object({
    location_id: Id,
    evse_uid: z.nullable(z.string()),
    kind: StationProblemKind,
    text: z.string(),
    created_at: Instant,
    closed_at: z.nullable(Instant),
  }),
  check_ins: z.object({
    id: Id,
    location_id: Id,
    evse_uid: z.nullable(z.string()),
    worked: z.boolean(),
    reason: z.nullable(CheckInReason),
    text: z.string(),
    photo_id: z.nullable(Id),
    vehicle: z.nullable(z.string()),
    created_at: Instant,
  }),
  check_in_reports: z.object({ check_in_id: Id, reason: CheckInComplaint, created_at: Instant }),
  /** The bytes are downloaded as files, while the driver is signed in. */
  files: z.object({
    id: Id,
    category: FileCategory,
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    created_at: Instant,
  }),
  notifications: z.object({
    kind: NotificationKind,
    title: z.string(),
    text: z.string(),
    subject: NotificationSubject,
    created_at: Instant,
    read_at: z.nullable(Instant),
  }),
  /** Where the wish differs from how it is without one. */
  preferences: z.object({ kind: z.string(), channel: z.string(), wanted: z.boolean() }),
  /** SMS and mail to the number and the e-mail address of now: that they went, never what stood in them. */
  messages: z.object({
    channel: z.enum(["sms", "mail"]),
    kind: z.string(),
    state: z.string(),
    created_at: Instant,
  }),
  /** Where pushes go: the kind, never the token. */
  device_tokens: z.object({ transport: z.enum(["NATIVE", "OTHER"]), registered_at: Instant }),
  account_audit: z.object({ at: Instant, act: AccountAct, details: z.looseObject({}) }),
};
