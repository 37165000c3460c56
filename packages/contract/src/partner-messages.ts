import * as z from "zod/mini";
import { PastInstant } from "./partner-findings.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, queryInt } from "./shapes.ts";

/** A request over OCPI and its answer. */
const PartnerMessage = z.object({
  id: Id,
  /** When it came or left. */
  at: Instant,
  /** IN: the partner asked us; OUT: we asked it. */
  direction: z.enum(["IN", "OUT"]),
  method: z.string(),
  path: z.string(),
  module: z.nullable(z.string()),
  /** The object's id in OCPI; of commands our command's. */
  object_id: z.nullable(z.string()),
  /** What joins it to a charge: authorization_reference, session_id or reservation_id of the request. */
  reference: z.nullable(z.string()),
  http_status: z.nullable(z.int()),
  /** Why no answer came. */
  failure: z.nullable(z.string()),
  status_code: z.nullable(z.int()),
  milliseconds: z.int(),
  request_id: z.string(),
  correlation_id: z.string(),
  /** The bodies; null: left out. */
  request: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** A body was longer than what is kept of it. */
  cut: z.boolean(),
});
export const PartnerMessages = z.object({
  partner: z.object({ id: Id, name: z.string() }),
  messages: z.array(PartnerMessage),
});
/** What a partner and we said to each other, newest first, for as long as it is kept. */
export const listPartnerMessages = route({
  method: "GET",
  path: "/provider/v1/partners/:id/messages",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  query: z.object({
    since: z.optional(PastInstant),
    /** An object's id in OCPI, or the reference of a charge. */
    object: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    limit: z._default(queryInt(1, 500), 50),
  }),
  response: data(PartnerMessages),
  errors: ["NOT_FOUND"],
});
