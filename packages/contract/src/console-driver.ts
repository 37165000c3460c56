import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, Minor, queryInt, Reason } from "./shapes.ts";

/** A driver without number and name, which `show` gives for a reason. */
export const ConsoleDriver = z.object({
  id: Id,
  mobile_masked: z.nullable(z.string()),
  name_masked: z.nullable(z.string()),
  customer_type: z.string(),
  company: z.nullable(z.object({ id: Id, name: z.string() })),
  allow_multi_charging: z.boolean(),
  created_at: Instant,
  closed_at: z.nullable(Instant),
  erased_at: z.nullable(Instant),
  language: z.nullable(z.string()),
  /** Null: a company pays. */
  wallet: z.nullable(
    z.object({
      balance_minor: Minor,
      held_minor: Minor,
      goodwill_minor: Minor,
      withdrawing_minor: Minor,
    }),
  ),
  charges: z.int(),
  open_charges: z.int(),
  open_tickets: z.int(),
  vehicles: z.array(z.string()),
  /** Where the driver is signed in, the one seen last first. */
  devices: z.array(
    z.object({
      device_type: z.string(),
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      signed_in_at: Instant,
      last_seen_at: Instant,
    }),
  ),
});
export const getConsoleDriver = route({
  method: "GET",
  path: "/provider/v1/accounts/:id",
  access: { rule: "provider", effect: "LOOK" },
  params: IdParams,
  response: data(ConsoleDriver),
  errors: ["NOT_FOUND"],
});

/** Number, name and address, for a reason that is in the audit log. */
export const showDriver = route({
  method: "POST",
  path: "/provider/v1/accounts/:id/show",
  access: { rule: "provider", effect: "SHOW" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: data(
    z.object({
      mobile: z.string(),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
  ),
  errors: ["NOT_FOUND"],
});

/** Something that happened to a driver. */
export const TimelineEntry = z.object({
  at: Instant,
  kind: z.enum(["ACCOUNT", "CHARGE", "BILL", "MOVEMENT", "PAYMENT", "REFUND", "TICKET", "MESSAGE"]),
  id: z.string(),
  /** What kind of it: an act, a step, a state. */
  what: z.string(),
  text: z.nullable(z.string()),
  /** Of a movement: the change of the wallet's balance. */
  amount_minor: z.nullable(Minor),
});
/** Everything that happened to a driver, newest first. */
export const getDriverTimeline = route({
  method: "GET",
  path: "/provider/v1/accounts/:id/timeline",
  access: { rule: "provider", effect: "LOOK" },
  params: IdParams,
  query: z.object({
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    limit: z._default(queryInt(1, 100), 50),
  }),
  response: z.object({
    content: z.array(TimelineEntry),
    next_cursor: z.nullable(z.string()),
  }),
  documents: ["text/csv"],
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});
