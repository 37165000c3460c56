import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, Instant, Reason } from "./shapes.ts";

const Sentences = z.string().check(z.trim(), z.minLength(10), z.maxLength(400));

/** What the DPDP Rules, 2025, rule 7 have each driver told, in the driver's language: five parts in three languages. */
const BreachTexts = {
  /** What happened: its nature, extent, time and place. */
  happened_en: Sentences,
  happened_hi: Sentences,
  happened_ur: Sentences,
  /** The consequences that are likely for the driver. */
  consequences_en: Sentences,
  consequences_hi: Sentences,
  consequences_ur: Sentences,
  /** What was done against it. */
  done_en: Sentences,
  done_hi: Sentences,
  done_ur: Sentences,
  /** What the driver should do. */
  advice_en: Sentences,
  advice_hi: Sentences,
  advice_ur: Sentences,
  /** Who answers questions. */
  contact_en: Sentences,
  contact_hi: Sentences,
  contact_ur: Sentences,
};

/** ALL: every driver, closed accounts included. LISTED: `drivers`. ACTIVE: who signed in, charged or paid between two times. */
export const BreachExtent = z.enum(["ALL", "LISTED", "ACTIVE"]);

/** A breach that drivers were told of. */
export const Breach = z.object({
  id: Id,
  reference: z.string(),
  reason: z.string(),
  who: BreachExtent,
  from: z.nullable(Instant),
  until: z.nullable(Instant),
  told_by: z.string(),
  at: Instant,
  /** When the last driver was told; null: it goes on. */
  finished_at: z.nullable(Instant),
  /** Drivers who were told so far; of them: */
  told: z.int(),
  /** Those of whom an SMS or mail was accepted by its carrier, or who read the notice in the app. */
  reached: z.int(),
  /** Those whose messages are on their way. */
  waiting: z.int(),
  not_reached: z.int(),
  text_en: z.string(),
});

/** Most characters of a list of drivers: some 5,000 numbers. */
const MOST_LISTED = 70_000;

/**
 * Tells each affected driver of a breach, by a notification, by SMS and by mail where an address is known, in the
 * driver's language. Always by two members. The same reference is the same breach: it is told once.
 */
export const tellBreach = route({
  method: "POST",
  path: "/provider/v1/breaches",
  access: { rule: "provider", effect: "TELL_ALL" },
  body: z.object({
    reason: Reason,
    reference: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)),
    who: BreachExtent,
    /** For LISTED: numbers or account ids, one a line or with commas between. */
    drivers: z.optional(z.string().check(z.maxLength(MOST_LISTED))),
    /** For ACTIVE. */
    from: z.optional(z.iso.datetime({ offset: true })),
    until: z.optional(z.iso.datetime({ offset: true })),
    /** The number to call, which the SMS names. */
    phone: z.string().check(z.trim(), z.regex(/^\+?\d{6,15}$/)),
    ...BreachTexts,
  }),
  mostBody: 160 * 1024,
  response: data(Breach),
  errors: ["INVALID_INPUT", "REFERENCE_REUSED", "SECOND_MEMBER_NEEDED"],
});

/** Newest first, all of them. */
export const listBreaches = route({
  method: "GET",
  path: "/provider/v1/breaches",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ breaches: z.array(Breach) })),
  errors: [],
});
