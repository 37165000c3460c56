import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { deleteOld, type Age } from "../platform/database/delete-old.ts";
import type { Logger } from "../platform/observability/logger.ts";

/** What goes by age, and why it is kept until then; docs/operations/retention.md is written from here. */
export const AGES: readonly (Age & { why: string })[] = [
  {
    table: "refresh_token",
    column: "expires_at",
    days: 30,
    why: "a second use reveals a stolen token; an expired one is refused",
  },
  {
    table: "otp_challenge",
    column: "created_at",
    days: 100,
    why: "limits distinguish addresses that used a code in the last 90 days",
  },
  {
    table: "social_attempt",
    column: "expires_at",
    days: 1,
    why: "a sign-in with another provider takes minutes; one that was not finished names a person",
  },
  { table: "otp_failure", column: "at", days: 30, why: "limits count wrong codes within a day" },
  {
    table: "message",
    column: "created_at",
    days: 400,
    why: "a year of counts by carrier; their attempts go with them",
  },
  { table: "message_count", column: "day", days: 400, why: "a year of counts" },
  {
    table: "notification",
    column: "created_at",
    days: 400,
    why: "the notification centre shows a year",
  },
  {
    table: "token_authorization",
    column: "created_at",
    days: 400,
    why: "disputes about a session come within a year",
  },
  {
    table: "operator_command",
    column: "created_at",
    days: 400,
    why: "disputes about a session come within a year",
  },
  {
    table: "account_audit",
    column: "at",
    days: 365,
    strips: "address",
    why: "a year of logs from where an account was used (DPDP Rules, 2025, rule 6)",
  },
  {
    table: "staff_invitation",
    column: "expires_at",
    days: 400,
    why: "who was invited a year ago; what was done stays in `desk_audit`",
  },
  {
    table: "staff_session",
    column: "created_at",
    days: 400,
    why: "who was signed in a year ago; what was done stays in `desk_audit`",
  },
  {
    table: "desk_read",
    column: "day",
    days: 400,
    why: "how often each list was read; who looked at a driver is in `desk_audit`",
  },
  {
    table: "operator_silence",
    column: "ended",
    days: 180,
    why: "[decision 0016](../decisions/0016-states-of-chargers-and-check-ins.md)",
  },
  {
    table: "evse_hour_day",
    column: "day",
    days: 180,
    why: "[decision 0016](../decisions/0016-states-of-chargers-and-check-ins.md)",
  },
  {
    table: "evse_start_day",
    column: "day",
    days: 31,
    why: "[decision 0016](../decisions/0016-states-of-chargers-and-check-ins.md)",
  },
  {
    table: "check_in_report",
    column: "created_at",
    days: 400,
    why: "a check-in is shown for a year",
  },
  {
    table: "trip_stop_watch",
    column: "until_at",
    days: 2,
    why: "stops that lie ahead are watched",
  },
  {
    table: "inbox",
    column: "received_at",
    days: 2_930,
    why: "a repeated CDR is recognised for as long as its bill is stored: eight years",
  },
];

/** Both books of what was done: to accounts, and by staff. */
const BOOKS = ["account_audit", "desk_audit"];

/** What goes otherwise: which tables, when and why. */
const ELSEWHERE = [
  [BOOKS, "after `STAFF_AUDIT_DAYS` (2,930)", "as long as the books"],
  [["outbox"], "finished days after a week, each day as a whole", "to examine what was done"],
  [
    ["ocpi_log"],
    "whole months after `OCPI_LOG_MONTHS`",
    "[decision 0021](../decisions/0021-pulls-and-the-message-log.md)",
  ],
  [
    ["evse_state_interval"],
    "whole months, all of them after 180 days",
    "[decision 0016](../decisions/0016-states-of-chargers-and-check-ins.md)",
  ],
  [
    ["meter_value"],
    "whole months after `METER_MONTHS`, except what a bill needs",
    "[decision 0007](../decisions/0007-sessions-and-cdrs.md)",
  ],
  [
    ["operator_finding"],
    "90 days after it was last found",
    "what is not found any more has been corrected",
  ],
  [["driver_token"], "with the account", "operators send the same token with later records"],
  [["check_in"], "with its driver's wish or account", "older than a year it is not shown any more"],
  [
    ["trip", "trip_share"],
    "with its driver's wish or account; without a name when ten newer ones are there",
    "a driver looks at the last trips again",
  ],
  [
    ["trip_place"],
    "with its driver's account",
    "a place that was moved anew would give a second sample of it",
  ],
  [
    ["vehicle_reading"],
    "with its vehicle or account; when 50 newer ones are there",
    "what a vehicle uses is learned from them",
  ],
  [
    ["restricted_row"],
    "`CLOSED_ACCOUNT_DAYS` (365) after the account was closed, or when staff erase it",
    "a year of what was processed (DPDP Rules, 2025, rule 8)",
  ],
  [
    ["session", "cdr", "invoice"],
    "never, nor ledger, payments and costs",
    "tax law: at least 72 months after the annual return of their year",
  ],
] as const;

/** The table of docs/operations/retention.md: table, when it is deleted, reason. */
export const retentionRows = (): string[][] => [
  ...AGES.map(({ table, days, strips, why }) => [
    `\`${table}\`${strips ? `: ${strips}` : ""}`,
    `after ${days.toLocaleString("en-IN")} ${days === 1 ? "day" : "days"}`,
    why,
  ]),
  ...ELSEWHERE.map(([tables, when, why]) => [
    tables.map((table) => `\`${table}\``).join(", "),
    when,
    why,
  ]),
];

/** Deletes the rows of every table that have reached their age. */
export async function forgetOldRows(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Days that the logs of what was done to accounts and by staff are kept. */
  auditDays: number;
}): Promise<void> {
  const gone: Record<string, number> = {};
  const books = BOOKS.map((table) => ({ table, column: "at", days: deps.auditDays }));
  for (const age of [...AGES, ...books]) {
    const count = await deleteOld(deps.database, age, deps.clock.now());
    if (count > 0) gone[age.table] = (gone[age.table] ?? 0) + count;
  }
  if (Object.keys(gone).length > 0) deps.logger.info({ gone }, "rows that reached their age");
}
