import { createHmac, timingSafeEqual } from "node:crypto";
import type { Outbound } from "../../platform/http/outbound.ts";

/** The fields of a Razorpay payment we rely on. Amounts in paise. */
export type Payment = {
  id: string;
  order_id: string | null;
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  method?: string;
};

export type Razorpay = {
  keyId: string;
  /** Makes the order of a top-up; the same receipt gives the same order. Null when the provider cannot be reached. */
  createOrder(receipt: string, amountMinor: bigint): Promise<{ id: string } | null>;
  /** Payments made for an order; null when the provider cannot be asked. */
  paymentsOf(orderId: string): Promise<Payment[] | null>;
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

function isPayment(value: unknown): value is Payment {
  const p = value as Partial<Payment> | null;
  return (
    typeof p === "object" && p !== null && typeof p.id === "string" && typeof p.amount === "number"
  );
}

/** Razorpay's orders API over the given outbound HTTP. */
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
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    try {
      const response = await outbound({
        method,
        url: `${settings.baseUrl}${path}`,
        headers: { authorization, "content-type": "application/json", accept: "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return response.status >= 200 && response.status < 300
        ? (JSON.parse(response.body) as unknown)
        : null;
    } catch {
      return null;
    }
  };

  return {
    keyId: settings.keyId,
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
    paymentsOf: async (orderId) => {
      const answer = (await call("GET", `/v1/orders/${encodeURIComponent(orderId)}/payments`)) as {
        items?: unknown;
      } | null;
      return answer && Array.isArray(answer.items) ? answer.items.filter(isPayment) : null;
    },
    checkoutSigned: (orderId, paymentId, signature) =>
      signatureHolds(settings.keySecret, `${orderId}|${paymentId}`, signature),
    webhookSigned: (rawBody, signature) =>
      settings.webhookSecrets.some((secret) => signatureHolds(secret, rawBody, signature)),
  };
}
