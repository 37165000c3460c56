import * as z from "zod/mini";
import { OperatorHealth } from "./partners.ts";
import { route } from "./route.ts";
import { data, Id, Instant, Minor } from "./shapes.ts";

/** How many there are and since when the first has waited; `list` is the address that lists them. */
const Figure = z.object({
  count: z.int(),
  since: z.nullable(Instant),
  list: z.string(),
});
const Amount = z.extend(Figure, { amount_minor: Minor });

/** What needs somebody now. */
export const Overview = z.object({
  at: Instant,
  charges_open: Figure,
  /** By what they wait for, as in the list of charges. */
  charges_stuck: z.array(z.extend(Figure, { waits_for: z.string() })),
  /** Starts of the last 24 hours that came to nothing, by operator and code; the most frequent first. */
  starts_failed: z.array(
    z.extend(Figure, { operator: z.object({ id: Id, name: z.string() }), code: z.string() }),
  ),
  /** Over for more than an hour, without a charge record. */
  bills_overdue: Figure,
  refunds_waiting: Amount,
  refunds_failed: Amount,
  /** What waits for a second member of finance. */
  approvals_waiting: Amount,
  tickets_open: Figure,
  /** Of them those that have waited for a day. */
  tickets_over_a_day: Figure,
  station_problems: Figure,
  quarantined_cdrs: Figure,
  disputes: Figure,
  /** The one heard longest ago first. `since`: when it last sent or answered something. */
  operators: z.array(
    z.object({ id: Id, name: z.string(), since: Instant, health: OperatorHealth }),
  ),
  /** The last check of the ledger; null: it was never checked. */
  books: z.nullable(
    z.object({ at: Instant, sound: z.boolean(), faults: z.record(z.string(), z.int()) }),
  ),
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), oldest_seconds: z.number() })),
  /** Days of the last month of which the bank's balance is not entered, or differs from customers' money. */
  customer_money: Figure,
  /** SMS and mail of the last 24 hours that no carrier delivered. */
  messages_failed: Figure,
});
export const getOverview = route({
  method: "GET",
  path: "/provider/v1/overview",
  access: { rule: "provider", effect: "READ" },
  response: data(Overview),
  errors: [],
});

/** What a search found, and where it is shown. */
export const Found = z.object({
  kind: z.enum([
    "DRIVER",
    "CHARGE",
    "BILL",
    "TICKET",
    "PAYMENT",
    "LOCATION",
    "OPERATOR",
    "COMPANY",
  ]),
  id: Id,
  /** Without a driver's whole name or number. */
  title: z.string(),
  at: z.nullable(Instant),
});
/** At most ten of each kind. */
export const searchConsole = route({
  method: "GET",
  path: "/provider/v1/search",
  access: { rule: "provider", effect: "READ" },
  // Enough to type in; too little to walk through all numbers.
  budget: { perMinute: 60, burst: 30 },
  query: z.object({ q: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)) }),
  response: data(z.object({ found: z.array(Found) })),
  errors: [],
});
