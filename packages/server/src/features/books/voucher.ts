import { indianDayOf } from "@voltmarg/rules";
import type { TransferRow } from "./books.store.ts";
import { accountOf, CHART, SPLIT, type Account, type Names } from "./chart.ts";
import { taxOf, type Document } from "./document.ts";
import type { TransferKind } from "../wallet/index.ts";

/** Tally's own types. */
export type VoucherType =
  | "Sales"
  | "Credit Note"
  | "Receipt"
  | "Payment"
  | "Purchase"
  | "Debit Note"
  | "Journal";
/** Paise; a credit is negative. */
export type Entry = { account: Account; debit: bigint };
/** One entry of the books; its entries sum to zero. */
export type Voucher = {
  /** Unique, and the same each time. */
  id: string;
  type: VoucherType;
  number: string;
  /** Of India's calendar. */
  day: string;
  narration: string;
  entries: Entry[];
};

const SALES = CHART.sales.system!;
const GST = CHART.gst.system!;
const PURCHASES = CHART.purchases.system!;

/** What a transfer of the ledger is in the books; the document splits sales and tax. */
export function voucherOf(t: TransferRow, document: Document | null, names: Names): Voucher {
  const moved = t.amount.flatMap((amount, n): Entry[] => [
    { account: accountOf(t.source_owner[n]!, t.source_kind[n]!, names), debit: amount },
    { account: accountOf(t.destination_owner[n]!, t.destination_kind[n]!, names), debit: -amount },
  ]);
  const isOut = t.destination_owner[0] === "system" && t.destination_kind[0] === "bank";
  const split = document ? splitSale(document, moved) : t.kind === "COST" ? splitCost(t) : [];
  return {
    id: t.id,
    type: typeOf(t, isOut),
    number: document?.number ?? t.id,
    day: indianDayOf(t.at),
    narration: narrationOf(t, document),
    entries: added([...moved, ...split]),
  };
}

/** Entries by account, without those that come to nothing. */
export function added(entries: readonly Entry[]): Entry[] {
  const by = new Map<string, Entry>();
  for (const { account, debit } of entries) {
    const before = by.get(account.name)?.debit ?? 0n;
    by.set(account.name, { account, debit: before + debit });
  }
  return [...by.values()].filter(({ debit }) => debit !== 0n);
}

/** From the ledger's sales and tax to those of the document. What differs stays where the ledger has it. */
function splitSale({ kind, sold, sums, total }: Document, moved: readonly Entry[]): Entry[] {
  const tax = taxOf(sums);
  if (kind === "FINANCIAL") {
    // The ledger took the tax back with the sale: it stays due.
    const taken = moved.reduce(
      (sum, { account, debit }) => sum + (account === GST ? debit : 0n),
      0n,
    );
    return [
      { account: SPLIT.FINANCIAL, debit: -total },
      { account: SALES, debit: total + taken },
      { account: GST, debit: -taken },
    ];
  }
  const kinds = new Map<Account, bigint>();
  for (const [dimension, minor] of Object.entries(sold)) {
    const account = salesOf(dimension);
    kinds.set(account, (kinds.get(account) ?? 0n) + minor);
  }
  const lines = [...kinds.values()].reduce((sum, minor) => sum + minor, 0n);
  return [
    ...[...kinds].map(([account, minor]) => ({ account, debit: -minor })),
    { account: SPLIT.OTHER, debit: lines - sums.taxable },
    { account: SALES, debit: sums.taxable },
    { account: SPLIT.CGST, debit: -sums.cgst },
    { account: SPLIT.SGST, debit: -sums.sgst },
    { account: SPLIT.IGST, debit: -sums.igst },
    { account: GST, debit: tax },
  ];
}

function salesOf(dimension: string): Account {
  if (dimension.startsWith("RESERVATION_")) return SPLIT.RESERVATION;
  const own = { ENERGY: 1, TIME: 1, FLAT: 1, PARKING_TIME: 1 };
  return dimension in own ? SPLIT[dimension as keyof typeof own] : SPLIT.OTHER;
}

/** The operator's tax in what became payable, where its CDR states it; of what is disputed none is claimed. */
function splitCost({ total_cost: cost, ...t }: TransferRow): Entry[] {
  if (cost?.incl_vat === undefined) return [];
  const incl = paise(cost.incl_vat);
  const tax = incl - paise(cost.excl_vat);
  if (incl === 0n) return [];
  const payable = t.amount.reduce(
    (sum, amount, n) =>
      sum +
      (t.destination_kind[n] === "payable" ? amount : 0n) -
      (t.source_kind[n] === "payable" ? amount : 0n),
    0n,
  );
  const share = (payable * tax) / incl;
  return [
    { account: SPLIT.INPUT, debit: share },
    { account: PURCHASES, debit: -share },
  ];
}

const paise = (rupees: number) => BigInt(Math.round(rupees * 100));

function typeOf({ kind, source_kind: from }: TransferRow, isOut: boolean): VoucherType {
  if (kind === "CHARGE") return "Sales";
  if (kind === "REFUND") return "Credit Note";
  if (kind === "TOP_UP") return "Receipt";
  if (kind === "PAYMENT") return isOut ? "Payment" : "Receipt";
  if (kind === "PAYOUT") return "Payment";
  if (kind === "SETTLEMENT" && from.includes("bank")) return "Receipt";
  if (kind === "COST" && from.includes("purchases")) return "Purchase";
  return kind === "COST" && from.includes("payable") ? "Debit Note" : "Journal";
}

const SAID: Record<TransferKind, string> = {
  TOP_UP: "Advance of a customer",
  CHARGE: "Charging session",
  HOLD: "Advances held",
  RELEASE: "Advances no longer held",
  REFUND: "Bill taken back",
  CORRECTION: "Correction",
  WITHDRAWAL: "Refund of an advance, set aside",
  WITHDRAWAL_RETURNED: "Refund of an advance, not made",
  DISPUTE: "Payment disputed by its bank",
  DISPUTE_RETURNED: "Dispute of a payment, money returned",
  PAYOUT: "Refund of an advance, paid out",
  PAYMENT: "Payment",
  SETTLEMENT: "Settlement of the payment gateway",
  COST: "Operator's record",
};

/** Without what staff or drivers wrote: nothing of a driver is in the books. */
function narrationOf({ kind, reason }: TransferRow, document: Document | null): string {
  const said = SAID[kind as TransferKind];
  if (document?.kind === "FINANCIAL") return `${said}, too late to reduce tax`;
  return ["PAYMENT", "SETTLEMENT", "COST"].includes(kind) ? `${said} ${reason}` : said;
}
