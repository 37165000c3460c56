import { createHmac, timingSafeEqual } from "node:crypto";
import type { Outbound, OutboundResponse } from "../../platform/http/outbound.ts";
import {
  isReportLine,
  isSettlement,
  type ReportLine,
  type Settlement,
} from "./settlement-report.ts";

/** The fields of a Razorpay payment that we use. Amounts in paise. */
export type Payment = {
  id: string;
  order_id: string | null;
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  method?: string;
  card?: { last4?: string } | null;
  /** The payer's UPI address. */
  vpa?: string | null;
  /** What was sent back of it so far, pending refunds included. */
  amount_refunded?: number;
};

/** The fields of a Razorpay refund we rely on. */
export type Refund = {
  id: string;
  payment_id: string;
  amount: number;
  status: "pending" | "processed" | "failed";
  /** Ours: the id of the part of a withdrawal. */
  receipt: string | null;
};

/** The fields of a Razorpay dispute we rely on. Amounts in paise. */
export type Dispute = {
  id: string;
  payment_id: string;
  amount: number;
  /** What the provider took from our settlement so far. */
  amount_deducted?: number | null;
  /** open, under_review, won, lost or closed */
  status: string;
  /** Until when evidence is wanted; epoch seconds. */
  respond_by?: number | null;
};

/** MADE: the provider has it. REFUSED: it will never make it. LATER: unknown or temporary; ask again. */
export type RefundAnswer =
  | { outcome: "MADE"; refund: Refund }
  | { outcome: "REFUSED"; reason: string }
  | { outcome: "LATER"; reason: string; afterSeconds: number | null };

/** The provider's answer to a request; null if it cannot be reached. */
export type Named<T> = T | "NONE" | null;

export type Razorpay = {
  keyId: string;
  /** The status with which the provider answers a request that changes nothing; 401: it refuses the key. */
  checkKey(): Promise<number>;
  /**
   * Makes an order of a top-up. The same receipt asked again may give the same order or another one. Null when the
   * provider cannot be reached.
   */
  createOrder(receipt: string, amountMinor: bigint): Promise<{ id: string } | null>;
  /** Payments made for an order; null when the provider cannot be asked. */
  paymentsOf(orderId: string): Promise<Payment[] | null>;
  payment(id: string): Promise<Named<Payment>>;
  /**
   * Sends part of a payment back. `id` is receipt and idempotency key: at least ten letters, digits, - or _. With the
   * same id it is the same refund, as long as the provider remembers the key.
   */
  refund(id: string, paymentId: string, amountMinor: bigint): Promise<RefundAnswer>;
  refundNamed(id: string): Promise<Named<Refund>>;
  dispute(id: string): Promise<Named<Dispute>>;
  /** All refunds made of a payment, page by page; null when the provider cannot be asked. */
  refundsOf(paymentId: string): Promise<Refund[] | null>;
  /** All lines of a day of India's calendar (`YYYY-MM-DD`); null when the provider cannot be asked, or one cannot be read. */
  settlementReport(day: string): Promise<ReportLine[] | null>;
  settlement(id: string): Promise<Named<Settlement>>;
  /** Whether checkout's signature covers this payment of our order. */
  checkoutSigned(orderId: string, paymentId: string, signature: string): boolean;
  /** Whether a notice's raw body was signed with one of our secrets (two during rotation). */
  webhookSigned(rawBody: string, signature: string): boolean;
};

function signatureHolds(secret: string, text: string, given: string): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(text).digest("hex"));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A payment in the provider's answer or notice. */
export function isPayment(value: unknown): value is Payment {
  const p = value as Partial<Payment> | null;
  return (
    typeof p === "object" &&
    p !== null &&
    typeof p.id === "string" &&
    Number.isSafeInteger(p.amount) &&
    typeof p.currency === "string" &&
    typeof p.status === "string"
  );
}

/** A refund in the provider's answer or notice. */
export function isRefund(value: unknown): value is Refund {
  const r = value as Partial<Refund> | null;
  return (
    typeof r === "object" &&
    r !== null &&
    typeof r.id === "string" &&
    typeof r.payment_id === "string" &&
    typeof r.amount === "number"
  );
}

/** A dispute in the provider's answer or notice. */
export function isDispute(value: unknown): value is Dispute {
  const d = value as Partial<Dispute> | null;
  return (
    typeof d === "object" &&
    d !== null &&
    typeof d.id === "string" &&
    typeof d.payment_id === "string" &&
    Number.isSafeInteger(d.amount) &&
    (d.amount_deducted == null || Number.isSafeInteger(d.amount_deducted)) &&
    (d.respond_by == null || Number.isSafeInteger(d.respond_by)) &&
    typeof d.status === "string"
  );
}

/** Razorpay: "By default, only the last 10 refunds are returned", and 100 at most. */
const REFUNDS_A_PAGE = 100;
/** Razorpay: 1000 at most. */
const LINES_A_PAGE = 1_000;

const isTaken = (status: number) => status >= 200 && status < 300;

/** Only 400 is final; 409 (in flight), 429, 5xx and all others leave the refund's outcome open. */
function readRefundAnswer({ status, headers, body }: OutboundResponse): RefundAnswer {
  let told: unknown = null;
  try {
    told = JSON.parse(body);
  } catch {
    // An error page of a gateway: the outcome is still unknown.
  }
  if (isTaken(status) && isRefund(told)) return { outcome: "MADE", refund: told };
  const { error } = (told ?? {}) as { error?: { description?: string } };
  const reason = error?.description ?? `the payment provider answered ${status}`;
  if (status === 400) return { outcome: "REFUSED", reason };
  const after = Number(headers["retry-after"]);
  return {
    outcome: "LATER",
    reason,
    afterSeconds: headers["retry-after"] && Number.isFinite(after) ? after : null,
  };
}

const API = "https://api.razorpay.com";

/** Where its checkout page is; a simulator has it beside its API. */
export const checkoutOf = (baseUrl: string) =>
  baseUrl === API ? "https://checkout.razorpay.com" : baseUrl;

/** Razorpay's orders and refunds over the given outbound HTTP. */
export function createRazorpay(
  settings: {
    baseUrl: string;
    keyId: string;
    keySecret: string;
    webhookSecrets: readonly string[];
  },
  outbound: Outbound,
): Razorpay {
  const authorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString("base64")}`;
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    outbound({
      to: "payments",
      method,
      url: `${settings.baseUrl}${path}`,
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json",
        ...more,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    try {
      const response = await send(method, path, body);
      return isTaken(response.status) ? (JSON.parse(response.body) as unknown) : null;
    } catch {
      return null;
    }
  };
  const lookFor = async <T>(path: string, fits: (value: unknown) => value is T) => {
    try {
      const { status, body } = await send("GET", path);
      // Razorpay answers 400 to an id it does not know.
      if (status === 400) return "NONE";
      const told: unknown = isTaken(status) ? JSON.parse(body) : null;
      return fits(told) ? told : null;
    } catch {
      return null;
    }
  };
  const listOf = async (path: string): Promise<unknown[] | null> => {
    const answer = (await call("GET", path)) as { items?: unknown } | null;
    return answer && Array.isArray(answer.items) ? answer.items : null;
  };
  /** Page by page, each entry once. */
  const allOf = async (path: string, perPage: number, keyOf: (entry: unknown) => string) => {
    const all = new Map<string, unknown>();
    for (let skip = 0; ; skip += perPage) {
      const page = await listOf(`${path}count=${perPage}&skip=${skip}`);
      if (!page) return null;
      const known = all.size;
      for (const entry of page) all.set(keyOf(entry), entry);
      // If a page has only entries that were read before, the server ignores `skip`.
      if (page.length < perPage || all.size === known) return [...all.values()];
    }
  };

  return {
    keyId: settings.keyId,
    checkKey: async () => (await send("GET", "/v1/payments?count=1")).status,
    createOrder: async (receipt, amountMinor) => {
      const order = (await call("POST", "/v1/orders", {
        amount: Number(amountMinor),
        currency: "INR",
        receipt,
        notes: { top_up: receipt },
        payment: {
          capture: "automatic",
          capture_options: { automatic_expiry_period: 30, refund_speed: "normal" },
        },
      })) as { id?: unknown } | null;
      return order && typeof order.id === "string" ? { id: order.id } : null;
    },
    paymentsOf: async (orderId) =>
      (await listOf(`/v1/orders/${encodeURIComponent(orderId)}/payments`))?.filter(isPayment) ??
      null,
    payment: (id) => lookFor(`/v1/payments/${encodeURIComponent(id)}`, isPayment),
    refundNamed: (id) => lookFor(`/v1/refunds/${encodeURIComponent(id)}`, isRefund),
    dispute: (id) => lookFor(`/v1/disputes/${encodeURIComponent(id)}`, isDispute),
    refund: async (id, paymentId, amountMinor) => {
      try {
        const response = await send(
          "POST",
          `/v1/payments/${encodeURIComponent(paymentId)}/refund`,
          { amount: Number(amountMinor), speed: "normal", receipt: id },
          { "x-refund-idempotency": id },
        );
        return readRefundAnswer(response);
      } catch (error) {
        return { outcome: "LATER", reason: String(error), afterSeconds: null };
      }
    },
    refundsOf: async (paymentId) => {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds?`;
      const all = await allOf(path, REFUNDS_A_PAGE, (each) => (isRefund(each) ? each.id : ""));
      return all?.filter(isRefund) ?? null;
    },
    settlementReport: async (day) => {
      const [year, month, date] = day.split("-");
      const path = `/v1/settlements/recon/combined?year=${year}&month=${month}&day=${date}&`;
      const all = await allOf(path, LINES_A_PAGE, (each) =>
        isReportLine(each) ? `${each.settlement_id} ${each.entity_id}` : JSON.stringify(each),
      );
      return all?.every(isReportLine) ? all : null;
    },
    settlement: (id) => lookFor(`/v1/settlements/${encodeURIComponent(id)}`, isSettlement),
    checkoutSigned: (orderId, paymentId, signature) =>
      signatureHolds(settings.keySecret, `${orderId}|${paymentId}`, signature),
    webhookSigned: (rawBody, signature) =>
      settings.webhookSecrets.some((secret) => signatureHolds(secret, rawBody, signature)),
  };
}
