import * as z from "zod/mini";
import { CdrLine, IsoDate } from "./bills.ts";
import { ConsoleCharge, OcpiMessageLine } from "./console-charges.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, ListOrder, Minor, queryInt, Reason } from "./shapes.ts";

const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** Where the next page begins, as the page before said; null: there is none. */
const Cursor = z.string().check(z.minLength(1), z.maxLength(200));
const paging = {
  cursor: z.optional(Cursor),
  limit: z._default(queryInt(1, 100), 50),
};
/** A part of a list that may be long: newest first, without a count. */
const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ content: z.array(item), next_cursor: z.nullable(z.string()) });

export const ChargeFilter = z.enum(["RUNNING", "STUCK", "FAILED", "UNBILLED", "BILLED"]);

/** Newest first, or oldest, by the time of the request. */
export const listCharges = route({
  method: "GET",
  path: "/provider/v1/charges",
  access: { rule: "provider", effect: "READ" },
  budget: { perMinute: 120, burst: 60 },
  query: z.object({
    state: z.optional(ChargeFilter),
    order: z._default(ListOrder, "NEWEST"),
    /** An operator's id, name or party. */
    operator: z.optional(words(200)),
    /** Days in India, both included. */
    from: z.optional(IsoDate),
    until: z.optional(IsoDate),
    /** The id of a charge, of a bill or of a driver, or a whole mobile number. */
    q: z.optional(words(100)),
    ...paging,
  }),
  response: pageOf(ConsoleCharge),
  documents: ["text/csv"],
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});

const Posting = z.object({ from: z.string(), to: z.string(), amount_minor: Minor });
/** One thing that happened to a charge. `what`: in capitals what kind, `text`: in words. */
export const ChargeStep = z.object({
  at: Instant,
  what: z.enum([
    "STEP",
    "COMMAND",
    "RESULT",
    "LEDGER",
    "BILL",
    "SET_ASIDE",
    "MESSAGE",
    "STAFF",
    "TICKET",
  ]),
  text: z.string(),
  amount_minor: z.nullable(Minor),
});
/** Everything known of one charge. */
export const ConsoleChargeDetails = z.extend(ConsoleCharge, {
  customer_type: z.nullable(z.string()),
  evse_uid: z.string(),
  evse_label: z.string(),
  connector: z.object({ id: z.string(), standard: z.string(), power_type: z.string() }),
  vehicle: z.nullable(z.string()),
  /** What the driver chose as the end of the charge. */
  limit: z.looseObject({}),
  /** Set aside; null for a company. */
  hold_minor: z.nullable(Minor),
  /** What it may cost beyond its limit until a stop takes effect. */
  bound_minor: Minor,
  ocpi_session_id: z.nullable(z.string()),
  /** The operator told less energy than before; `kwh` is the highest value. */
  meter_fell: z.boolean(),
  start_date_time: z.nullable(Instant),
  end_date_time: z.nullable(Instant),
  stop: z.nullable(
    z.object({
      reason: z.nullable(z.string()),
      asked_at: z.nullable(Instant),
      sent_at: z.nullable(Instant),
    }),
  ),
  /** What happened, in the order of time. */
  steps: z.array(ChargeStep),
  meter: z.array(
    z.object({
      at: Instant,
      until: z.nullable(Instant),
      kwh: z.number(),
      charging: z.boolean(),
      power_kw: z.nullable(z.number()),
      state_of_charge: z.nullable(z.number()),
    }),
  ),
  /** The newest bill's lines, and its parts beside what the operator asks for the same, in rupees without GST. */
  price: z.nullable(
    z.object({
      lines: z.array(CdrLine),
      parts: z.array(
        z.object({
          part: z.enum(["ENERGY", "TIME", "PARKING_TIME", "FLAT", "TOTAL"]),
          billed_excl_minor: Minor,
          asked_excl: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  bills: z.array(
    z.object({
      id: Id,
      number: z.nullable(z.string()),
      amount_minor: Minor,
      created_at: Instant,
      /** The bill that it takes back. */
      credit_of: z.nullable(Id),
      provisional: z.boolean(),
    }),
  ),
  ledger: z.array(
    z.object({
      id: Id,
      at: Instant,
      kind: z.string(),
      reason: z.string(),
      postings: z.array(Posting),
    }),
  ),
  /** What was said with the operator about it, without bodies. */
  messages: z.array(z.extend(OcpiMessageLine, { milliseconds: z.int() })),
  tickets: z.array(
    z.object({ id: Id, number: z.string(), state: z.string(), created_at: Instant }),
  ),
  /** What may be done now, whoever asks. */
  may: z.object({ stop: z.boolean(), ask_again: z.boolean(), close_unbilled: z.boolean() }),
});
export const getCharge = route({
  method: "GET",
  path: "/provider/v1/charges/:id",
  access: { rule: "provider", effect: "LOOK" },
  params: IdParams,
  response: data(ConsoleChargeDetails),
  errors: ["SESSION_NOT_FOUND"],
});

const Done = data(z.object({ step: z.string() }));
/** As if the driver had pressed Stop. */
export const stopCharge = route({
  method: "POST",
  path: "/provider/v1/charges/:id/stop",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: Done,
  errors: ["SESSION_NOT_FOUND", "SESSION_NOT_ACTIVE"],
});
/** Has the operator asked about it now. */
export const askAboutCharge = route({
  method: "POST",
  path: "/provider/v1/charges/:id/ask-again",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: Done,
  errors: ["SESSION_NOT_FOUND", "SESSION_NOT_ACTIVE"],
});
/** A charge that is over and has no bill: what is held goes back, and a record that comes later waits for a decision. */
export const closeChargeUnbilled = route({
  method: "POST",
  path: "/provider/v1/charges/:id/close-unbilled",
  access: { rule: "provider", effect: "DRIVER_MONEY" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: Done,
  errors: ["SESSION_NOT_FOUND", "CONFLICT"],
});

export * from "./answer-templates.ts";
export * from "./console-charges.ts";
export * from "./console-approvals.ts";
export * from "./console-driver.ts";
export * from "./console-locations.ts";
export * from "./console-overview.ts";
export * from "./console-payments.ts";
export * from "./console-tickets.ts";
