import type { PaidWith } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import type { Payment } from "./razorpay.ts";
import { newestPayment } from "./withdrawal.store.ts";

type App = NonNullable<PaidWith["app"]>;

/** The handles that NPCI gave to these apps alone; those of banks are used in many apps. */
const HANDLES: Record<App, readonly string[]> = {
  PHONEPE: ["ybl", "ibl", "axl"],
  GOOGLE_PAY: ["okaxis", "okhdfcbank", "okicici", "oksbi"],
  PAYTM: ["paytm", "ptaxis", "pthdfc", "ptsbi", "ptyes"],
  BHIM: ["upi"],
};

/** The app of a UPI payment; null: its address does not tell. */
export function upiAppOf({ method, vpa }: Payment): App | null {
  if (method !== "upi" || typeof vpa !== "string") return null;
  const handle = vpa.slice(vpa.lastIndexOf("@") + 1).toLowerCase();
  const [app] = Object.entries(HANDLES).find(([, handles]) => handles.includes(handle)) ?? [];
  return (app as App | undefined) ?? null;
}

/** How the newest credited payment was made; null: there is none, or nothing is known of it. */
export async function lastPaidWith(on: Queryable, userId: string): Promise<PaidWith | null> {
  const row = await newestPayment(on, userId);
  if (!row) return null;
  if (row.source === "UPI") return { method: "UPI", app: row.upi_app as App | null, last4: null };
  if (row.source === "net banking") return { method: "NETBANKING", app: null, last4: null };
  const [card, last4] = /^card(?: ••(\d{4}))?$/.exec(row.source) ?? [];
  return card === undefined ? null : { method: "CARD", app: null, last4: last4 ?? null };
}

const METHODS = { UPI: "upi", CARD: "card", NETBANKING: "netbanking" } as const;
const APPS = {
  PHONEPE: "phonepe",
  GOOGLE_PAY: "google_pay",
  PAYTM: "paytm",
  BHIM: "bhim",
} as const;
const valueIn = <T extends object>(of: T, key: string | null): T[keyof T] | undefined =>
  key !== null && Object.hasOwn(of, key) ? of[key as keyof T] : undefined;

/**
 * Checkout's `config.display` that shows one way first, under this name, and the others below it; empty: in its own
 * order. Razorpay: "Understand the Configuration"; an app can be opened on phones only, elsewhere its block is left out.
 */
export function shownFirst(query: URLSearchParams, name: string): object {
  const method = valueIn(METHODS, query.get("method"));
  if (!method) return {};
  const app = method === "upi" ? valueIn(APPS, query.get("app")) : undefined;
  const instrument = { method, ...(app && { flows: ["intent"], apps: [app] }) };
  return {
    blocks: { first: { name, instruments: [instrument] } },
    sequence: ["block.first"],
    preferences: { show_default_blocks: true },
  };
}
