import * as z from "zod/mini";
import { FileRecord, MOST_UPLOAD } from "./files.ts";
import { PersonalText } from "./personal.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list, queryInt } from "./shapes.ts";

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** As OCPI's regular hours: 1 is Monday; an end not after the begin is of the next day. */
export const SupportHours = z.object({
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  period_begin: TimeOfDay,
  period_end: TimeOfDay,
});
/** How a driver reaches the provider. */
export const SupportInformation = z.object({
  name: z.string(),
  email: z.string(),
  /** E.164. */
  phone: z.string(),
  whatsapp: z.nullable(z.string()),
  hours: z.string(),
  /** Two-letter codes of what is spoken. */
  languages: z.array(z.string()),
  /** The same hours by weekday, on India's clock; null: only the sentence is known. */
  opening: z.nullable(z.array(SupportHours)),
});
/** Sent with an empty authorization header. The app keeps `content[0]`; there always is one. */
export const findSupportInformation = route({
  method: "GET",
  path: "/api/user/v1/support-information/findAll",
  access: { rule: "public" },
  response: list(SupportInformation),
  errors: [],
});

export const TicketCategory = z.enum([
  "CHARGING",
  "PAYMENT",
  "BILL",
  "STATION",
  "ACCOUNT",
  "APP",
  "OTHER",
]);
/** OPEN: support's turn; ANSWERED: the driver's; CLOSED: nobody's, for ever. */
export const TicketState = z.enum(["OPEN", "ANSWERED", "CLOSED"]);
export const TicketMessage = z.object({
  id: Id,
  author: z.enum(["DRIVER", "SUPPORT"]),
  text: z.string(),
  /** Photos, to download as files. */
  file_ids: z.array(Id),
  created_at: Instant,
});
const TicketFields = {
  id: Id,
  /** Digits that can be said on the phone; the back office finds the ticket by them. */
  number: z.string(),
  category: TicketCategory,
  state: TicketState,
  /** The beginning of its first message. */
  subject: z.string(),
  /** The charge it is about. */
  session_id: z.nullable(Id),
  created_at: Instant,
  updated_at: Instant,
  /** By when support has to answer or to solve it; null: it is not support's turn. */
  due_at: z.nullable(Instant),
  /** Since when it is the grievance officer's. */
  escalated_at: z.nullable(Instant),
};
/** From its first message: an answer and a solution (E-Commerce Rules 2020), and the most there is (DPDP Act 2023). */
const TicketClocks = {
  answer_by: Instant,
  solve_by: Instant,
  latest_by: Instant,
  /** Support's first answer. */
  answered_at: z.nullable(Instant),
  /** CLOCK: the time of the clock that ran had passed. */
  escalated_by: z.nullable(z.enum(["DRIVER", "CLOCK"])),
};
export const TicketSummary = z.object(TicketFields);
/** Its states so far with their beginnings, the oldest first. */
const history = z.array(z.object({ state: TicketState, at: Instant }));
export const Ticket = z.object({
  ...TicketFields,
  ...TicketClocks,
  /** The driver may hand it to the grievance officer: support has answered, or its time is over. */
  may_escalate: z.boolean(),
  history,
  messages: z.array(TicketMessage),
});

const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(4000));
const FileIds = z._default(z.array(Id).check(z.maxLength(5)), []);
const Said = { text: Text, file_ids: FileIds };
const paging = {
  page_no: z._default(queryInt(0, 100_000), 0),
  page_size: z._default(queryInt(1, 100), 20),
};
const driver = { rule: "driver" } as const;

const Once = z.looseObject({
  "idempotency-key": z.optional(z.string().check(z.minLength(8), z.maxLength(128))),
});

/** Photos are uploaded first, with the category TICKET. The same Idempotency-Key makes one ticket. */
export const createTicket = route({
  method: "POST",
  path: "/api/user/v1/tickets",
  access: driver,
  budget: { perMinute: 10, burst: 20 },
  headers: Once,
  body: z.object({ category: TicketCategory, ...Said, session_id: z.optional(Id) }),
  response: data(Ticket),
  errors: ["NOT_FOUND", "SESSION_NOT_FOUND", "TOO_MANY_TICKETS"],
});
/** The last one spoken in first. */
export const listTickets = route({
  method: "GET",
  path: "/api/user/v1/tickets",
  access: driver,
  query: z.object({ ...paging, state: z.optional(TicketState) }),
  response: list(TicketSummary),
  errors: [],
});
export const getTicket = route({
  method: "GET",
  path: "/api/user/v1/tickets/:id",
  access: driver,
  params: IdParams,
  response: data(Ticket),
  errors: ["NOT_FOUND"],
});
/** The driver goes on: the ticket is open again. The same Idempotency-Key says it once. */
export const replyToTicket = route({
  method: "POST",
  path: "/api/user/v1/tickets/:id/messages",
  access: driver,
  budget: { perMinute: 20, burst: 20 },
  params: IdParams,
  headers: Once,
  body: z.object(Said),
  response: data(Ticket),
  errors: ["NOT_FOUND", "TICKET_CLOSED", "TOO_MANY_TICKETS"],
});
/** Closed twice is closed. */
export const closeTicket = route({
  method: "POST",
  path: "/api/user/v1/tickets/:id/close",
  access: driver,
  params: IdParams,
  response: data(Ticket),
  errors: ["NOT_FOUND"],
});

/**
 * Hands the ticket to the grievance officer, once; an answered one is open again. Refused with TICKET_NOT_DUE while support
 * still has time for its answer.
 */
export const escalateTicket = route({
  method: "POST",
  path: "/api/user/v1/tickets/:id/escalation",
  access: driver,
  params: IdParams,
  response: data(Ticket),
  errors: ["NOT_FOUND", "TICKET_CLOSED", "TICKET_NOT_DUE"],
});

/** A ticket as the staff write in it; whose it is says `getConsoleTicket`. */
export const BackofficeTicket = z.object({
  ...TicketFields,
  ...TicketClocks,
  subject: PersonalText,
  driver: z.object({ id: Id }),
  /** Who of the staff looks after it; null: nobody yet. */
  assignee: z.nullable(z.string()),
  history,
  messages: z.array(
    z.extend(TicketMessage, {
      text: PersonalText,
      /** Who of the back office wrote it. */
      credential: z.nullable(z.string()),
    }),
  ),
});
/** A photo that stands in the ticket. */
export const getTicketPhoto = route({
  method: "GET",
  path: "/provider/v1/tickets/:id/photos/:fileId",
  access: { rule: "provider", effect: "LOOK" },
  params: z.object({ id: Id, fileId: Id }),
  response: z.never(),
  documents: ["image/jpeg"],
  errors: ["NOT_FOUND"],
});
/**
 * A photo for an answer, as a form (multipart/form-data) with one `file`, like the upload of drivers. The answer names it
 * in `file_ids`.
 */
export const addTicketPhoto = route({
  method: "POST",
  path: "/provider/v1/tickets/:id/photos",
  access: { rule: "provider", effect: "CARE" },
  budget: { perMinute: 20, burst: 40 },
  params: IdParams,
  mostBody: MOST_UPLOAD,
  response: data(FileRecord),
  errors: [
    "NOT_FOUND",
    "TICKET_CLOSED",
    "FILE_MISSING",
    "FILE_TOO_LARGE",
    "FILE_NOT_AN_IMAGE",
    "TOO_MANY_FILES",
    "UNAVAILABLE",
  ],
});
/** The last message that the caller has read: a newer one refuses the act with CONFLICT, by whom it is and its text. */
const seen = z.optional(Id);
/** What a template leaves to be filled in; an answer that still has one is not sent. */
const PLACEHOLDER = /\{(ticket|station|me)\}/;
const isFilledIn = z.refine<string>((text) => !PLACEHOLDER.test(text), {
  error: "still has a placeholder to fill in",
});
/** Answers the driver, who is told of it. `id` may be the ticket's number. */
export const answerTicket = route({
  method: "POST",
  path: "/provider/v1/tickets/:id/messages",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  body: z.object({ text: Text.check(isFilledIn), file_ids: FileIds, seen }),
  response: data(BackofficeTicket),
  errors: ["NOT_FOUND", "TICKET_CLOSED", "CONFLICT"],
});
export const closeBackofficeTicket = route({
  method: "POST",
  path: "/provider/v1/tickets/:id/close",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  query: z.object({ seen }),
  response: data(BackofficeTicket),
  errors: ["NOT_FOUND", "CONFLICT"],
});
/** Sets what is named of the first item. */
export const updateSupportInformation = route({
  method: "PATCH",
  path: "/provider/v1/support-information",
  access: { rule: "provider", effect: "PUBLISH" },
  body: z.object({
    name: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(120))),
    email: z.optional(z.email().check(z.maxLength(254))),
    phone: z.optional(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))),
    whatsapp: z.optional(z.nullable(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)))),
    hours: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(120))),
    languages: z.optional(
      z.array(z.string().check(z.regex(/^[a-z]{2}$/))).check(z.minLength(1), z.maxLength(20)),
    ),
    opening: z.optional(z.nullable(z.array(SupportHours).check(z.maxLength(28)))),
  }),
  response: data(SupportInformation),
  errors: [],
});
