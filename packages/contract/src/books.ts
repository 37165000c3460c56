import * as z from "zod/mini";
import { Month } from "./companies.ts";
import { route } from "./route.ts";
import { data, Instant, Minor } from "./shapes.ts";

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
