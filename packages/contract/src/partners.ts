import * as z from "zod/mini";
import { FindingOutcome } from "./partner-findings.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list, queryInt } from "./shapes.ts";

export { getPartnerFigures, PartnerFigures } from "./partner-figures.ts";
export { checkPartner, PartnerConformance } from "./partner-conformance.ts";
export { listPartnerFindings, PartnerFindings } from "./partner-findings.ts";
export { listPartnerMessages, PartnerMessages } from "./partner-messages.ts";

export const PartnerType = z.enum(["CPO", "HUB"]);

/** An operator as drivers see it. */
export const Partner = z.object({
  id: Id,
  name: z.string(),
  partner_type: PartnerType,
  country_code: z.nullable(z.string()),
  party_id: z.nullable(z.string()),
  /** Null: the operator gave none. */
  logo: z.nullable(z.object({ url: z.string(), thumbnail: z.nullable(z.string()) })),
  website: z.nullable(z.string()),
});
/** Operators whose chargers we show, by name. */
export const searchPartners = route({
  method: "GET",
  path: "/api/user/v1/partners/combined/search",
  access: { rule: "driver" },
  query: z.object({
    page: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 500), 100),
    partner_type: z._default(PartnerType, "CPO"),
  }),
  response: list(Partner),
  errors: [],
});
export const getPartner = route({
  method: "GET",
  path: "/api/user/v1/partners/:id",
  access: { rule: "driver" },
  params: IdParams,
  response: data(Partner),
  errors: ["NOT_FOUND"],
});

/**
 * REJECTED: it does not accept our token (HTTP 401, 403). FAILING: it does not answer, or with errors (HTTP 5xx), three times
 * in a row and since. SUSPENDED: a hub that can reach none of its operators. SILENT: no word for 15 minutes, so drivers see
 * the state of its plugs as unknown. Of several the first.
 */
const OperatorState = z.enum(["HEALTHY", "REJECTED", "FAILING", "SUSPENDED", "SILENT"]);
/** How a registered operator is, the same in every replica; `since`: null of a healthy one. */
export const OperatorHealth = z.object({ state: OperatorState, since: z.nullable(Instant) });

/** A partner as the back office sees it. */
export const PartnerRecord = z.object({
  id: Id,
  /** As drivers see it: its own, once that holds. */
  name: z.string(),
  /** What the back office called it when it was added; commands find it by either. Null: not kept. */
  desk_name: z.nullable(z.string()),
  partner_type: PartnerType,
  /** INVITED: it has our token and has not come; INTRODUCING: we have its token and it has not answered. */
  state: z.enum(["INVITED", "INTRODUCING", "REGISTERED", "LEFT", "REMOVED"]),
  versions_url: z.nullable(z.string()),
  /** Hosts it may name beyond the one of its versions URL. */
  hosts: z.array(z.string()),
  token_encoding: z.enum(["base64", "raw"]),
  /** Of OCPI, which it speaks with us. */
  ocpi_version: z.enum(["2.1.1", "2.2", "2.2.1", "2.3.0"]),
  roles: z.array(z.object({ role: z.string(), country_code: z.string(), party_id: z.string() })),
  /** For whom it may speak; `status` is what a hub says of its client. */
  parties: z.array(
    z.object({
      role: z.string(),
      country_code: z.string(),
      party_id: z.string(),
      name: z.nullable(z.string()),
      status: z.nullable(z.string()),
    }),
  ),
  /**
   * What it says of itself and the back office has not decided: parties it may not speak for yet, and a name it does not have
   * yet. Null: nothing.
   */
  waiting: z.nullable(
    z.object({
      parties: z.array(
        z.object({
          role: z.string(),
          country_code: z.string(),
          party_id: z.string(),
          name: z.string(),
        }),
      ),
      name: z.nullable(z.string()),
    }),
  ),
  endpoints: z.array(z.object({ identifier: z.string(), role: z.string(), url: z.string() })),
  created_at: Instant,
  registered_at: z.nullable(Instant),
  /** A rotation of ours has waited for its answer since then. */
  rotating_since: z.nullable(Instant),
  pulled_at: z.nullable(Instant),
  whole_pulled_at: z.nullable(Instant),
  /** Between whole pulls; null: none was counted yet. */
  whole: z.nullable(
    z.object({
      every_seconds: z.int(),
      /** Stations whose change only the last whole pull brought, of how many in how many pages. */
      healed: z.int(),
      of: z.int(),
      pages: z.int(),
      /** The least that the budget allows for so many stations and pages. */
      least_seconds: z.int(),
    }),
  ),
  health: z.object({
    /** As in `OperatorHealth`; null: it is not registered. */
    state: z.nullable(OperatorState),
    since: z.nullable(Instant),
    last_contact_at: z.nullable(Instant),
    /** Our last call that it answered as it should. */
    last_success_at: z.nullable(Instant),
    last_failure_at: z.nullable(Instant),
    last_failure: z.nullable(z.string()),
    /** Of the replica that answers. CLOSED: calls go out; OPEN: none do; HALF_OPEN: one is let through to look. */
    breaker: z.enum(["CLOSED", "OPEN", "HALF_OPEN"]),
    next_try_at: z.nullable(Instant),
    /** By urgency: a pause asked for in pulls (BULK) does not hold commands. PAUSED: the partner asked us to wait. */
    lanes: z.array(
      z.object({
        lane: z.enum(["BULK", "COMMAND", "STOP"]),
        state: z.enum(["CLOSED", "OPEN", "HALF_OPEN", "PAUSED"]),
        next_try_at: z.nullable(Instant),
      }),
    ),
    /** Within the last five minutes. */
    calls: z.int(),
    failures: z.int(),
    /** Share of calls that failed, 0 to 1; null: there were none. */
    error_rate: z.nullable(z.number()),
  }),
});

/** What the partner needs to introduce itself to us. The token is in this answer and nowhere else. */
export const Introduction = z.object({
  token: z.string(),
  versions_url: z.string(),
});

const Name = z.string().check(z.trim(), z.minLength(2), z.maxLength(100));
const Host = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9.-]+(:\d{1,5})?$/), z.maxLength(255));

export const listPartnerRecords = route({
  method: "GET",
  path: "/provider/v1/partners",
  access: { rule: "provider", effect: "READ" },
  /** `yes`: also those that were removed. */
  query: z.object({ removed: z._default(z.enum(["yes", "no"]), "no") }),
  response: data(z.object({ partners: z.array(PartnerRecord) })),
  documents: ["text/csv"],
  errors: [],
});
/**
 * With the partner's versions URL and first token we introduce ourselves at once; without them the partner is invited:
 * the answer holds what to send to it.
 */
export const addPartner = route({
  method: "POST",
  path: "/provider/v1/partners",
  access: { rule: "provider", effect: "ACCESS" },
  body: z.object({
    name: Name,
    partner_type: z._default(PartnerType, "CPO"),
    versions_url: z.optional(z.string().check(z.trim(), z.maxLength(255), z.regex(/^https?:\/\//))),
    token: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))),
    hosts: z.optional(z.array(Host).check(z.maxLength(10))),
    /** How the partner wants to read tokens; `raw` for those of before OCPI 2.2. */
    token_encoding: z._default(z.enum(["base64", "raw"]), "base64"),
  }),
  response: data(z.object({ partner: PartnerRecord, introduction: z.nullable(Introduction) })),
  errors: ["CONFLICT", "OPERATOR_UNREACHABLE"],
});
/** By id, name or OCPI party. */
export const getPartnerRecord = route({
  method: "GET",
  path: "/provider/v1/partners/:id",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  response: data(PartnerRecord),
  errors: ["NOT_FOUND"],
});
/** Renews the tokens of both sides. */
export const rotatePartner = route({
  method: "POST",
  path: "/provider/v1/partners/:id/rotate",
  access: { rule: "provider", effect: "ACCESS" },
  params: IdParams,
  response: data(PartnerRecord),
  errors: ["NOT_FOUND", "CONFLICT", "OPERATOR_UNREACHABLE"],
});
/** Brings everything of the partner into step now. */
export const syncPartner = route({
  method: "POST",
  path: "/provider/v1/partners/:id/sync",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  body: z.object({ whole: z._default(z.boolean(), false) }),
  response: data(
    z.object({
      partner: PartnerRecord,
      locations: z.int(),
      tariffs: z.int(),
      /** Locations that are gone. */
      closed: z.int(),
      /** What became of the objects of each list. */
      read: z.array(
        z.object({
          module: z.string(),
          listed: z.int(),
          taken: z.int(),
          /** Taken without some of their fields, and with another value in a field's place. */
          left_out: z.int(),
          read_as: z.int(),
          refused: z.int(),
        }),
      ),
      /** Of so many kinds of findings the first five, each in how many objects, and one of them. */
      kinds: z.int(),
      reasons: z.array(
        z.object({
          module: z.string(),
          path: z.string(),
          message: z.string(),
          outcome: FindingOutcome,
          objects: z.int(),
          object: z.string(),
        }),
      ),
    }),
  ),
  errors: ["NOT_FOUND", "CONFLICT", "OPERATOR_UNREACHABLE"],
});
/**
 * Accepts parties and the name that wait. Each party comes with the locations that stand under it, whoever had them.
 * CONFLICT: it does not wait, or it is the party of a partner that is registered.
 */
export const acceptPartner = route({
  method: "POST",
  path: "/provider/v1/partners/:id/accept",
  access: { rule: "provider", effect: "ACCESS" },
  params: IdParams,
  body: z.object({
    parties: z._default(
      z
        .array(
          z.object({
            country_code: z.string().check(z.minLength(1), z.maxLength(255)),
            party_id: z.string().check(z.minLength(1), z.maxLength(255)),
          }),
        )
        .check(z.maxLength(100)),
      [],
    ),
    name: z._default(z.boolean(), false),
  }),
  response: data(PartnerRecord),
  errors: ["NOT_FOUND", "CONFLICT"],
});
/**
 * Ends the registration at both sides and closes the partner's locations. CONFLICT while charges are under way at it or
 * wait for their records; with `force` those are stopped, and billed a day later by what was told of them.
 */
export const removePartner = route({
  method: "DELETE",
  path: "/provider/v1/partners/:id",
  access: { rule: "provider", effect: "ACCESS" },
  params: IdParams,
  query: z.object({ force: z._default(z.enum(["yes", "no"]), "no") }),
  response: data(
    z.object({
      partner: PartnerRecord,
      /** Whether the partner took note; if not, its token opens nothing here all the same. */
      told: z.boolean(),
    }),
  ),
  errors: ["NOT_FOUND", "CONFLICT"],
});
