import type { AccountKind } from "../wallet/index.ts";

/** Tally's own groups, and where each stands in a plain-text journal. */
export const GROUPS = {
  "Current Assets": "assets",
  "Bank Accounts": "assets",
  "Sundry Debtors": "assets",
  "Current Liabilities": "liabilities",
  "Sundry Creditors": "liabilities",
  Provisions: "liabilities",
  "Duties & Taxes": "liabilities",
  "Suspense A/c": "liabilities",
  "Sales Accounts": "income",
  "Purchase Accounts": "expenses",
  "Indirect Expenses": "expenses",
} as const;

export type Account = {
  name: string;
  group: keyof typeof GROUPS;
  /** One for each owner, with its name behind. */
  each?: true;
};
type Owner = "system" | "operator" | "customer";

/**
 * The chart of accounts: where each account of the ledger stands in the books of a company in India. A kind without a
 * place does not compile. A balance of the ledger is a credit: what comes from an account is its debit.
 */
export const CHART: Record<AccountKind, Partial<Record<Owner, Account>>> = {
  wallet: { customer: { name: "Customers' advances", group: "Current Liabilities" } },
  held: { customer: { name: "Customers' advances held", group: "Current Liabilities" } },
  withdrawing: { customer: { name: "Refunds on their way", group: "Current Liabilities" } },
  overdraft: { customer: { name: "Customers' debts", group: "Sundry Debtors" } },
  receivable: { customer: { name: "Receivable", group: "Sundry Debtors", each: true } },
  payable: { operator: { name: "Payable", group: "Sundry Creditors", each: true } },
  disputed: {
    system: { name: "Chargebacks not decided", group: "Current Liabilities" },
    operator: { name: "Disputed costs", group: "Provisions", each: true },
  },
  payments: { system: { name: "Payment gateway clearing", group: "Current Assets" } },
  bank: { system: { name: "Bank", group: "Bank Accounts" } },
  sales: { system: { name: "Sales without document", group: "Sales Accounts" } },
  gst: { system: { name: "Output GST without document", group: "Duties & Taxes" } },
  purchases: { system: { name: "Purchases of charging", group: "Purchase Accounts" } },
  goodwill: { system: { name: "Goodwill", group: "Indirect Expenses" } },
  bad_debts: { system: { name: "Bad debts", group: "Indirect Expenses" } },
  tds: { system: { name: "TDS receivable", group: "Current Assets" } },
  suspense: { system: { name: "Payments without order", group: "Suspense A/c" } },
  gateway_fees: { system: { name: "Payment gateway fees", group: "Indirect Expenses" } },
  gateway_gst: { system: { name: "Input GST on payment gateway fees", group: "Duties & Taxes" } },
  unmatched: { system: { name: "Settlements not matched", group: "Suspense A/c" } },
};

const sales = (what: string): Account => ({ name: `Sales of ${what}`, group: "Sales Accounts" });
const tax = (name: string): Account => ({ name, group: "Duties & Taxes" });

/** What the ledger has in one account and the documents split. */
export const SPLIT = {
  ENERGY: sales("energy"),
  TIME: sales("charging time"),
  FLAT: sales("starts"),
  PARKING_TIME: sales("parking"),
  RESERVATION: sales("reservations"),
  /** Limits of a tariff, corrections and paise of rounding. */
  OTHER: sales("charging, adjustments"),
  /** Credits after the day on which they reduce tax. */
  FINANCIAL: { name: "Credits without tax reduction", group: "Sales Accounts" },
  CGST: tax("Output CGST"),
  SGST: tax("Output SGST"),
  IGST: tax("Output IGST"),
  INPUT: tax("Input GST on operators' records"),
} as const satisfies Record<string, Account>;

/** Names of companies and operators by the owner of their accounts. */
export type Names = Readonly<Record<string, string>>;

const ownerOf = (owner: string): Owner =>
  owner === "system" ? "system" : owner.startsWith("operator:") ? "operator" : "customer";

/** The account of the books for one of the ledger. Throws for one without a place in the chart. */
export function accountOf(owner: string, kind: string, names: Names): Account {
  const place = (CHART as Partial<Record<string, (typeof CHART)[AccountKind]>>)[kind];
  const account = place?.[ownerOf(owner)];
  if (!account) throw new Error(`the chart of accounts has no place for ${kind} of ${owner}`);
  return account.each ? named(account, names[owner] ?? "others") : account;
}

const named = ({ name, group }: Account, of: string): Account => ({
  name: `${name}, ${of}`,
  group,
});

/** All accounts, those of each owner included, in the order of the chart. */
export function allAccounts(names: Names): Account[] {
  const ids = [...Object.keys(names).toSorted(), "others"];
  const places = Object.values(CHART).flatMap((place) => Object.entries(place));
  const ofLedger = places.flatMap(([owner, account]) => {
    if (!account.each) return [account];
    const own = ids.filter((id) => id === "others" || ownerOf(id) === owner);
    return own.map((id) => named(account, names[id] ?? id));
  });
  return [...ofLedger, ...Object.values(SPLIT)];
}
