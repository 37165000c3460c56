import * as z from "zod/mini";
import { ConsoleCharge } from "./console-charges.ts";
import { PersonalText } from "./personal.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, Minor, queryInt } from "./shapes.ts";
import { BackofficeTicket, TicketCategory, TicketState, TicketSummary } from "./support.ts";

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

const Driver = z.object({
  id: Id,
  /** The last five digits of the number. */
  mobile_masked: z.nullable(z.string()),
  name_masked: z.nullable(z.string()),
});
export const ConsoleTicketSummary = z.extend(TicketSummary, {
  subject: PersonalText,
  driver: Driver,
  /** Who of the staff looks after it; null: nobody yet. */
  assignee: z.nullable(z.string()),
});
/** At most a thousand each: then there are that many or more. */
export const TicketCounts = z.object({
  open: z.int(),
  open_nobody: z.int(),
  open_mine: z.int(),
  answered: z.int(),
  /** Of the open ones: the time of their clock has passed; the grievance officer's. */
  overdue: z.int(),
  escalated: z.int(),
});
/** The last message is older than an hour, four hours, a day, a week. */
export const TicketAge = z.enum(["HOUR", "FOUR_HOURS", "DAY", "WEEK"]);
/** By the time of the last message; DUE: what waits for support, by when it is due. */
export const listConsoleTickets = route({
  method: "GET",
  path: "/provider/v1/tickets",
  access: { rule: "provider", effect: "READ" },
  budget: { perMinute: 120, burst: 60 },
  query: z.object({
    state: z.optional(TicketState),
    /** A name, `me`, or `nobody`. */
    assignee: z.optional(text(40)),
    age: z.optional(TicketAge),
    category: z.optional(TicketCategory),
    /** OVERDUE: the time of the clock that runs has passed; ESCALATED: the grievance officer's. */
    clock: z.optional(z.enum(["OVERDUE", "ESCALATED"])),
    /** A ticket's number or id, a charge's id, a driver's id or whole mobile number. */
    q: z.optional(text(100)),
    order: z._default(z.enum(["OLDEST", "NEWEST", "DUE"]), "OLDEST"),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    limit: z._default(queryInt(1, 100), 50),
  }),
  response: z.object({
    content: z.array(ConsoleTicketSummary),
    next_cursor: z.nullable(z.string()),
    counts: TicketCounts,
  }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});

/** A ticket with what belongs to it. */
export const ConsoleTicket = z.extend(BackofficeTicket, {
  driver: z.extend(Driver, {
    /** Null: never chosen. */
    language: z.nullable(z.string()),
  }),
  /** Null: it is about none. */
  charge: z.nullable(ConsoleCharge),
  /** What the driver was given as goodwill, newest first. */
  goodwill: z.array(z.object({ at: Instant, amount_minor: Minor, reason: z.string() })),
  /** Which others of the staff have read it within the last minute. */
  looking: z.array(z.string()),
  /** To whom it may be assigned. */
  may_be_assigned: z.array(z.string()),
  /** What the placeholders of answer templates stand for here; null: not known. */
  placeholders: z.record(z.string(), z.nullable(z.string())),
});
/** Here and below, `id` may be the ticket's number. */
export const getConsoleTicket = route({
  method: "GET",
  path: "/provider/v1/tickets/:id",
  access: { rule: "provider", effect: "LOOK" },
  params: IdParams,
  response: data(ConsoleTicket),
  errors: ["NOT_FOUND"],
});
/** `instead_of`: whose it was when the caller looked. Another one meanwhile refuses it with CONFLICT. */
export const assignTicket = route({
  method: "PUT",
  path: "/provider/v1/tickets/:id/assignee",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  body: z.object({
    /** A member of the staff who may answer, or the caller; null: nobody. */
    assignee: z.nullable(text(40)),
    instead_of: z.optional(z.nullable(text(40))),
  }),
  response: data(BackofficeTicket),
  errors: ["NOT_FOUND", "TICKET_CLOSED", "CONFLICT"],
});
