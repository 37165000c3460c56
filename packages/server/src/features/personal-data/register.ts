import type { Entry } from "./register-entry.ts";

const TAX = "books and bills: tax law, 72 months after the annual return of their year";
const RECORD = "what a bill rests on, by the account's id: as long as the bill";
const ROAMING = "what was said with operators, where a driver is a token's id";

const SECRET = { not: "a secret's hash" };
const ELSEWHERE = { not: "only ids; the rows they refer to are shown" };
const PARTNERS = {
  not: "data between us and the operator, with a token's id; the session is shown",
};

/**
 * Every table with rows of a driver: what an erasure does to them, why rows stay, and where the export shows them. A
 * test fails for a table that is neither here nor in the list of tables without personal data.
 */
export const register = {
  app_user: {
    notice: "account",
    shown: "account",
    erased: "fields",
    why: "the row that bills and books name: an id, when it began and when it ended",
  },
  consent: {
    notice: "consent",
    shown: "consents",
    erased: "rows",
    whenClosed: "shows what was agreed to, and when it ended",
  },
  nominee: { notice: "consent", shown: "nominees", erased: "rows" },
  sign_in: {
    notice: "sign_in",
    shown: "sign_ins",
    erased: "rows",
    whenClosed: "a bank that disputes a payment is shown who used the account",
  },
  refresh_token: { notice: "sign_in", shown: SECRET, erased: "rows" },
  passkey: { notice: "sign_in", shown: "passkeys", erased: "rows" },
  social_identity: { notice: "sign_in", shown: "identities", erased: "rows" },
  social_attempt: {
    notice: "sign_in",
    shown: { not: "a sign-in with another provider under way, deleted after a day" },
    erased: "rows",
    whenClosed: "a day at most",
  },
  otp_challenge: {
    notice: "sign_in",
    shown: "codes_asked_for",
    erased: "rows",
    whenClosed: "limits of codes for a number, whoever asks; 100 days at most",
  },
  otp_failure: {
    notice: "sign_in",
    shown: "wrong_codes",
    erased: "rows",
    whenClosed: "limits of codes for a number, whoever asks; 30 days at most",
  },
  driver_language: {
    notice: "account",
    shown: "account",
    erased: "rows",
    whenClosed: "news of money that is still to come are in it",
  },
  vehicle: { notice: "vehicles", shown: "vehicles", erased: "rows" },
  vehicle_reading: { notice: "vehicles", shown: "vehicle_readings", erased: "rows" },
  trip: { notice: "places", shown: "trips", erased: "rows" },
  trip_share: { notice: "places", shown: "trip_links", erased: "rows" },
  trip_place: { notice: "places", shown: "trip_places", erased: "rows" },
  trip_stop_watch: {
    notice: "places",
    shown: { not: "which stops of the trips shown are watched while one is under way" },
    erased: "rows",
  },
  favourite: { notice: "places", shown: "favourites", erased: "rows" },
  station_watch: { notice: "places", shown: "watches", erased: "rows" },
  whitelist_entry: { notice: "charging", shown: "whitelist", erased: "rows" },
  company_number: {
    notice: "company",
    shown: "account",
    erased: "rows",
    whenClosed: "a company's list of whom it pays for, which the company ends",
  },
  company_number_limit: {
    notice: "company",
    shown: { not: "what a company lets a number spend, shown to the company" },
    erased: "rows",
    whenClosed: "a company's list of whom it pays for, which the company ends",
  },
  file_record: {
    notice: "account",
    shown: "files",
    erased: "rows",
    whenClosed:
      "names the images that an erasure deletes; their driver alone opens them, and support those of open tickets",
  },
  file_try: {
    notice: "account",
    shown: { not: "how many images were uploaded in a day, by ids" },
    erased: "rows",
  },
  ticket: {
    notice: "support",
    shown: "tickets",
    erased: "rows",
    whenClosed: "open ones, until support has closed them",
  },
  ticket_message: {
    notice: "support",
    shown: "ticket_messages",
    erased: "rows",
    whenClosed: "those of open tickets, until support has closed them",
  },
  notification: { notice: "messages", shown: "notifications", erased: "rows" },
  notification_preference: { notice: "messages", shown: "preferences", erased: "rows" },
  quiet_hours: { notice: "messages", shown: "account", erased: "rows" },
  device_token: { notice: "messages", shown: "device_tokens", erased: "rows" },
  sent_message: {
    notice: "messages",
    shown: { not: "messages stored in demonstrations; the messages are shown" },
    erased: "rows",
    whenClosed: "messages to a number, also of money that is still to come",
  },
  message_count: {
    notice: "messages",
    shown: { not: "how many of the messages shown were sent on a day" },
    erased: "rows",
    whenClosed: "limits of messages to a number",
  },
  driver_token: {
    notice: "charging",
    shown: { not: "what operators call the driver, at random" },
    erased: "rows",
    whenClosed: "operators send it with records that are still to come",
  },
  token_authorization: {
    notice: "charging",
    shown: "token_checks",
    erased: "rows",
    whenClosed: "disputes with operators about a session; 400 days at most",
  },
  message: {
    notice: "messages",
    shown: "messages",
    erased: "fields",
    why: "how many messages went and what became of them, to nobody and without words",
  },
  message_attempt: {
    notice: "messages",
    shown: { not: "the carriers' results for the messages shown" },
    erased: "fields",
    why: "what carriers made of messages, without their words",
  },
  session_rating: {
    notice: "reports",
    shown: "ratings",
    erased: "fields",
    why: "stars and tags count for their station, without words",
  },
  station_problem: {
    notice: "reports",
    shown: "station_problems",
    erased: "fields",
    why: "what was wrong at a station, without the driver's words",
  },
  check_in: { notice: "reports", shown: "check_ins", erased: "rows" },
  check_in_report: {
    notice: "reports",
    shown: "check_in_reports",
    erased: "rows",
    whenClosed: "a complaint about another driver's check-in; 400 days at most",
  },
  session: { notice: "charging", shown: "sessions", erased: "fields", why: RECORD },
  outbox: {
    notice: "messages",
    shown: { not: "jobs, by ids" },
    erased: "fields",
    why: "work done and to do, by ids; notices of payments, older ones of which name a payer, go",
  },
  session_reference: { notice: "charging", shown: ELSEWHERE, erased: "nothing", why: RECORD },
  meter_value: {
    notice: "charging",
    shown: "meter_values",
    erased: "nothing",
    why: `${RECORD}, METER_MONTHS at most`,
  },
  meter_evidence: { notice: "charging", shown: "meter_evidence", erased: "nothing", why: RECORD },
  cdr: {
    notice: "money",
    shown: "bills",
    erased: "nothing",
    why: `${TAX}; an invoice names its buyer as it was issued`,
    contains: ["name", "mobile", "email"],
  },
  invoice: { notice: "money", shown: "bills", erased: "nothing", why: TAX },
  gst_document: { notice: "money", shown: "bills", erased: "nothing", why: TAX },
  provisional_bill: { notice: "money", shown: "bills", erased: "nothing", why: TAX },
  cdr_dispute: { notice: "money", shown: PARTNERS, erased: "nothing", why: TAX },
  operator_cost: { notice: "money", shown: PARTNERS, erased: "nothing", why: TAX },
  company_charge: { notice: "money", shown: "company_charges", erased: "nothing", why: TAX },
  company_month: { notice: "money", shown: ELSEWHERE, erased: "nothing", why: TAX },
  ledger_wallet: { notice: "money", shown: "account", erased: "nothing", why: TAX },
  ledger_account: {
    notice: "money",
    shown: { not: "accounts of companies and of the system" },
    erased: "nothing",
    why: TAX,
  },
  ledger_transfer: { notice: "money", shown: "movements", erased: "nothing", why: TAX },
  ledger_hold: { notice: "money", shown: "holds", erased: "nothing", why: TAX },
  top_up: { notice: "money", shown: "top_ups", erased: "nothing", why: TAX },
  payment_order: { notice: "money", shown: ELSEWHERE, erased: "nothing", why: TAX },
  wallet_payment: { notice: "money", shown: "payments", erased: "nothing", why: TAX },
  payment_dispute: { notice: "money", shown: "payment_disputes", erased: "nothing", why: TAX },
  withdrawal: { notice: "money", shown: "withdrawals", erased: "nothing", why: TAX },
  withdrawal_refund: { notice: "money", shown: "withdrawals", erased: "nothing", why: TAX },
  wallet_closure: {
    notice: "money",
    shown: "account",
    erased: "nothing",
    why: "money that still comes in goes back by itself",
  },
  operator_command: { notice: "charging", shown: PARTNERS, erased: "nothing", why: ROAMING },
  partner_session: { notice: "charging", shown: PARTNERS, erased: "nothing", why: ROAMING },
  quarantined_cdr: { notice: "charging", shown: PARTNERS, erased: "nothing", why: ROAMING },
  parked_credit: { notice: "money", shown: PARTNERS, erased: "nothing", why: ROAMING },
  ocpi_log: {
    notice: "charging",
    shown: PARTNERS,
    erased: "nothing",
    why: `${ROAMING}, OCPI_LOG_MONTHS at most`,
  },
  operator_finding: {
    notice: "charging",
    shown: PARTNERS,
    erased: "nothing",
    why: `${ROAMING}: an excerpt may name a token; 90 days at most`,
  },
  account_audit: {
    notice: "audit",
    shown: "account_audit",
    erased: "nothing",
    why: "the book of what accounts went through is never changed; it has the account's id and addresses, no name",
  },
  desk_audit: {
    notice: "audit",
    shown: { not: "the back office's own audit log; its changes to the account are shown" },
    erased: "nothing",
    why: "the book of the back office's calls is never changed; it has the number as it was typed",
    contains: ["mobile"],
  },
  desk_read: {
    notice: "audit",
    shown: { not: "how often the staff looked; that they did is in their audit log" },
    erased: "rows",
    whenClosed: "of the staff; 400 days at most",
  },
  restricted_row: {
    notice: "account",
    shown: { not: "where rows of a closed account are; each is shown where it came from" },
    erased: "rows",
    whenClosed: "it is where the rows of closed accounts are moved",
  },
  desk_approval: {
    notice: "audit",
    shown: { not: "what the staff decided; the money itself is among the movements" },
    erased: "nothing",
    why: TAX,
  },
  breach: {
    notice: "audit",
    shown: { not: "what all affected drivers were told; the notice and messages are shown" },
    erased: "nothing",
    why: "that the law was kept: what was told of a breach, to whom by ids",
  },
  breach_person: {
    notice: "audit",
    shown: { not: "that a driver was told; the notice and messages are shown" },
    erased: "nothing",
    why: "that the law was kept: who was told of a breach, by ids",
  },
  erasure: {
    notice: "audit",
    shown: { not: "nothing is left to show" },
    erased: "nothing",
    why: "that it was done, when and on whose case",
  },
} as const satisfies Record<string, Entry>;

/** Tables of which some rows stay when the account is closed: those that are still needed. */
const partly = ["ticket", "ticket_message"] as const;

/** Tables whose rows leave the features' sight when the account is closed, some of them or all. */
export const movedWhenClosed = Object.entries(register as Record<string, Entry>).flatMap(
  ([table, entry]) =>
    entry.erased === "rows" && (!entry.whenClosed || partly.some((name) => name === table))
      ? [table as keyof typeof register]
      : [],
);
