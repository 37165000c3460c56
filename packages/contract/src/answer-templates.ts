import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Instant, queryInt } from "./shapes.ts";
import { TicketCategory } from "./support.ts";

const KNOWN = /\{(ticket|station|me)\}/g;
/** Plain text. {ticket}, {station} and {me} are filled in when the template is used; there are no others. */
const Text = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2000),
  z.refine<string>((text) => !/[{}]/.test(text.replaceAll(KNOWN, "")), {
    error: "may have the placeholders {ticket}, {station} and {me}, and no other braces",
  }),
);
const Key = z.string().check(z.trim(), z.regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/));
const Params = z.object({ key: Key });

/** An answer that staff send often, in the drivers' languages. */
export const AnswerTemplate = z.object({
  key: z.string(),
  /** What the staff find it by. */
  title: z.string(),
  /** Null: for tickets of all kinds. */
  category: z.nullable(TicketCategory),
  en: z.string(),
  hi: z.nullable(z.string()),
  ur: z.nullable(z.string()),
  /** Of the last change: a save names the one it was made from. */
  version: z.int(),
  updated_at: Instant,
  updated_by: z.string(),
});
export const listAnswerTemplates = route({
  method: "GET",
  path: "/provider/v1/answer-templates",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ templates: z.array(AnswerTemplate) })),
  documents: ["text/csv"],
  errors: [],
});
/** CONFLICT: somebody changed the template in the meantime; the answer says who and when. */
export const saveAnswerTemplate = route({
  method: "PUT",
  path: "/provider/v1/answer-templates/:key",
  access: { rule: "provider", effect: "CARE" },
  params: Params,
  body: z.object({
    title: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)),
    category: z._default(z.nullable(TicketCategory), null),
    en: Text,
    hi: z._default(z.nullable(Text), null),
    ur: z._default(z.nullable(Text), null),
    /** The one that was changed; 0: a new template. */
    version: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
  }),
  // Three texts of 2,000 characters, each character up to three bytes.
  mostBody: 20 * 1024,
  response: data(AnswerTemplate),
  errors: ["CONFLICT"],
});
export const removeAnswerTemplate = route({
  method: "DELETE",
  path: "/provider/v1/answer-templates/:key",
  access: { rule: "provider", effect: "CARE" },
  params: Params,
  query: z.object({ version: queryInt(1, 1_000_000_000) }),
  response: data(z.object({ removed: z.literal(true) })),
  errors: ["NOT_FOUND", "CONFLICT"],
});
