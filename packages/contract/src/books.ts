import * as z from "zod/mini";
import { IsoDate } from "./bills.ts";
import { Month } from "./companies.ts";
import { route } from "./route.ts";
import { data, Instant, ListOrder, Minor, queryInt } from "./shapes.ts";

/** The exports of a month. */
export const BooksFile = z.enum([
  "sales-register.csv",
  "gstr-1.json",
  "gstr-1.csv",
  "tally.xml",
  "ledger.journal",
]);

/** The provider's books of a calendar month in India. */
export const Books = z.object({
  month: Month,
  /** FILED: its exports never change, and nothing is booked into it. */
  state: z.enum(["OPEN", "FILED"]),
  filed_at: z.nullable(Instant),
  filed_by: z.nullable(z.string()),
  documents: z.object({
    invoices: z.int(),
    credit_notes: z.int(),
    /** Credit notes too late to reduce tax (section 34 CGST Act). */
    financial_credit_notes: z.int(),
  }),
  /** Of all documents; credit notes reduce them. */
  sums: z.object({
    taxable_minor: Minor,
    cgst_minor: Minor,
    sgst_minor: Minor,
    igst_minor: Minor,
    total_minor: Minor,
  }),
  /** What moved on each account. */
  accounts: z.array(
    z.object({
      name: z.string(),
      /** Tally's group. */
      group: z.string(),
      debit_minor: Minor,
      credit_minor: Minor,
    }),
  ),
  /** What the ledger has of sales and tax without a document of the same amount: zero where both agree. */
  difference_minor: Minor,
  files: z.array(
    z.object({
      file: BooksFile,
      /** Of the file as it was filed, in hex; null: the month is open. */
      sha256: z.nullable(z.string()),
    }),
  ),
});
const params = z.object({ month: Month });
/** Adds the month up now. */
export const getBooks = route({
  method: "GET",
  path: "/provider/v1/books/:month",
  access: { rule: "provider", effect: "SEE_BOOKS" },
  params,
  response: data(Books),
  errors: [],
});
/** One export; nothing of a driver without GSTIN is in it. */
export const exportBooks = route({
  method: "GET",
  path: "/provider/v1/books/:month/:file",
  access: { rule: "provider", effect: "SEE_BOOKS" },
  params: z.object({ month: Month, file: BooksFile }),
  response: z.never(),
  documents: ["text/csv", "application/json", "application/xml", "text/plain"],
  errors: [],
});
/** Marks a month as filed, for good. CONFLICT: it ended less than a day ago. Again changes nothing. */
export const fileBooks = route({
  method: "POST",
  path: "/provider/v1/books/:month/filed",
  access: { rule: "provider", effect: "BOOKS" },
  params,
  response: data(Books),
  errors: ["CONFLICT"],
});

const paging = {
  order: z._default(ListOrder, "NEWEST"),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: z._default(queryInt(1, 100), 50),
};
/** What the payment provider paid out to the provider's bank account at once. */
export const GatewaySettlement = z.object({
  /** The payment provider's. */
  id: z.string(),
  /** The bank's reference; null: not said. */
  utr: z.nullable(z.string()),
  settled_at: Instant,
  /** What reached the bank, as the payment provider says; below zero: nothing did. */
  amount_minor: Minor,
  /** Of its lines: credits less debits, the fees without tax, and their GST. */
  lines_minor: Minor,
  fees_minor: Minor,
  tax_minor: Minor,
  lines: z.int(),
  /** Lines that match nothing of ours. */
  unmatched: z.int(),
});
/** Newest first. */
export const listGatewaySettlements = route({
  method: "GET",
  path: "/provider/v1/gateway-settlements",
  access: { rule: "provider", effect: "SEE_BOOKS" },
  query: z.object(paging),
  response: z.object({ content: z.array(GatewaySettlement), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});

/** What does not fit between the payment provider's settlements and our books. */
export const SettlementMismatch = z.object({
  /** When it was settled; of NOT_SETTLED when the payment was credited. */
  at: Instant,
  /**
   * UNKNOWN: no payment, refund or dispute of ours. OTHER_AMOUNT, OTHER_CURRENCY: ours has another one. SETTLED_TWICE: it is
   * in an earlier settlement. SUM_DIFFERS: what reached the bank is not the sum of the lines. NEGATIVE: less than nothing
   * was to be paid out. NOT_SETTLED: a payment of ours that no settlement has after seven days.
   */
  reason: z.enum([
    "UNKNOWN",
    "OTHER_AMOUNT",
    "OTHER_CURRENCY",
    "SETTLED_TWICE",
    "SUM_DIFFERS",
    "NEGATIVE",
    "NOT_SETTLED",
  ]),
  settlement_id: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  /** The payment provider's id of the payment, refund, adjustment or settlement. */
  entity_id: z.string(),
  /** Of a line what it pays out; of SUM_DIFFERS what reached the bank beyond the lines. */
  amount_minor: Minor,
  currency: z.string(),
});
/** Newest first; what matches meanwhile is no longer in it. */
export const listSettlementMismatches = route({
  method: "GET",
  path: "/provider/v1/settlement-mismatches",
  access: { rule: "provider", effect: "SEE_BOOKS" },
  query: z.object({ reason: z.optional(SettlementMismatch.shape.reason), ...paging }),
  response: z.object({ content: z.array(SettlementMismatch), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});

/** Customers' money at the end of a day of India's calendar, against the bank account it should lie in. */
export const CustomerMoneyDay = z.object({
  day: IsoDate,
  /** Free in wallets, goodwill included. */
  wallets_minor: Minor,
  /** For charging that had no bill then. */
  held_minor: Minor,
  /** On its way back to drivers. */
  returning_minor: Minor,
  /** Set aside for banks' disputes of payments. */
  disputed_minor: Minor,
  /** Paid without an order that it fits. */
  unassigned_minor: Minor,
  /** Of wallets and holds: given by the provider, and nobody's money. */
  goodwill_minor: Minor,
  /** The sum of the amounts above, less goodwill. */
  owed_minor: Minor,
  /** What the payment provider had of it and had not paid out. */
  at_provider_minor: Minor,
  /** The balance that the bank account should have: the amount owed less the amount that the payment provider has. */
  expected_minor: Minor,
  /** What the statement says; null: nobody has entered it. */
  bank_minor: z.nullable(Minor),
  /** The bank account's less what should lie there: below zero, customers' money is missing. */
  difference_minor: z.nullable(Minor),
  entered_by: z.nullable(z.string()),
  entered_at: z.nullable(Instant),
});
/** Newest first. A day is there an hour after its end. OPEN: without a statement, or with a difference. */
export const listCustomerMoney = route({
  method: "GET",
  path: "/provider/v1/customer-money",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ state: z.optional(z.enum(["OPEN"])), ...paging }),
  response: z.object({ content: z.array(CustomerMoneyDay), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});
/** Enters the balance at the end of a day from the bank's statement; again replaces it. */
export const enterBankBalance = route({
  method: "POST",
  path: "/provider/v1/customer-money/:day/bank-balance",
  access: { rule: "provider", effect: "BOOKS" },
  params: z.object({ day: IsoDate }),
  body: z.object({ balance_minor: Minor }),
  response: data(CustomerMoneyDay),
  errors: ["NOT_FOUND"],
});
