import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant } from "./shapes.ts";

export const PastInstant = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);

/** LEFT_OUT: read without it; READ_AS: something else was read, as the message says; REFUSED: the object was not taken. */
export const FindingOutcome = z.enum(["LEFT_OUT", "READ_AS", "REFUSED"]);

/** A kind of thing an operator sends otherwise than it is read. */
const PartnerFinding = z.object({
  /** OCPI's name; empty, with the message `others`: kinds beyond the 500 that are kept. */
  module: z.string(),
  /** Where in the object, with `*` for every place of a list: `evses.*.connectors.*.max_voltage`; empty: all of it. */
  path: z.string(),
  message: z.string(),
  outcome: FindingOutcome,
  count: z.int(),
  first_at: Instant,
  last_at: Instant,
  /** A late example: its ids, and what stood there. */
  object: z.string(),
  raw: z.string(),
  /** The last whole pull did not find it any more. */
  mended: z.boolean(),
});
/** Counts are of places, not of objects. */
export const PartnerFindings = z.object({
  partner: z.object({
    id: Id,
    name: z.string(),
    country_code: z.nullable(z.string()),
    party_id: z.nullable(z.string()),
  }),
  refused: z.int(),
  left_out: z.int(),
  read_as: z.int(),
  findings: z.array(PartnerFinding),
});
/** What a partner sends otherwise than it is read, or what was dropped of it: refused first, kept for ninety days. */
export const listPartnerFindings = route({
  method: "GET",
  path: "/provider/v1/partners/:id/findings",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  query: z.object({
    since: z.optional(PastInstant),
    module: z.optional(z.string().check(z.minLength(1), z.maxLength(50))),
  }),
  response: data(PartnerFindings),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});
