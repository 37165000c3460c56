import { randomBytes } from "node:crypto";

export type Notes = Record<string, string>;

/** Amounts in paise, times in seconds, as on Razorpay's wire. */
export type Order = {
  id: string;
  entity: "order";
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: "INR";
  receipt: string | null;
  offer_id: null;
  status: "created" | "attempted" | "paid";
  attempts: number;
  notes: Notes;
  created_at: number;
};

export type Method = "upi" | "card";

export type Payment = {
  id: string;
  entity: "payment";
  amount: number;
  currency: string;
  status: "authorized" | "captured" | "refunded" | "failed";
  order_id: string;
  invoice_id: null;
  international: false;
  method: Method;
  amount_refunded: number;
  refund_status: null | "partial" | "full";
  captured: boolean;
  description: string | null;
  card_id: string | null;
  /** of a card payment */
  card?: { id: string; last4: string; network: string };
  bank: null;
  wallet: null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  notes: Notes;
  /** known once captured; `tax` is part of it */
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string>;
  created_at: number;
};

export type Refund = {
  id: string;
  entity: "refund";
  amount: number;
  currency: "INR";
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: null };
  created_at: number;
  batch_id: null;
  status: "pending" | "processed" | "failed";
  speed_processed: "normal";
  speed_requested: "normal" | "optimum";
};

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

type Prefix = "order" | "pay" | "rfnd" | "card" | "evt" | "disp" | "setl" | "adj";

/** `order_` and the like, with 14 letters and digits. */
export function newId(prefix: Prefix): string {
  const letters = [...randomBytes(14)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${prefix}_${letters.join("")}`;
}
