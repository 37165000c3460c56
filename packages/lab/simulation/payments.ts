import { createHmac } from "node:crypto";
import type { OutboundRequest, OutboundResponse, Service } from "@voltmarg/testkit/service-parts";

type Payment = {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: string;
  method: string;
};
type Refund = {
  id: string;
  payment_id: string;
  amount: number;
  status: string;
  receipt: string;
};
/** A webhook as sent: raw body, signature, event id. */
export type Notice = { body: string; signature: string; eventId: string };

export type Payments = {
  /** Answers as the provider's HTTP API would. */
  answer(request: OutboundRequest): OutboundResponse;
  /** Pays an open order. */
  pay(pick: <T>(list: readonly T[]) => T): void;
  /** All webhooks ever sent. */
  notices: Notice[];
  /** Paise captured and refunded. */
  captured(): number;
  refunded(): number;
};

export const PROVIDER = "https://pay.example";
export const SECRET = "webhook-secret-of-simulation";

/** A payment provider that creates orders, captures payments and refunds them; `name` makes its ids unique. */
export function simulatePayments(name: string): Payments {
  const orders = new Map<string, { id: string; amount: number; receipt: string }>();
  const payments: Payment[] = [];
  const refunds = new Map<string, Refund>();
  const notices: Notice[] = [];
  const tell = (event: string, payload: object) => {
    const body = JSON.stringify({ event, payload });
    const signature = createHmac("sha256", SECRET).update(body).digest("hex");
    notices.push({ body, signature, eventId: `evt_${name}${notices.length + 1}` });
  };
  const answered = (data: unknown, status = 200): OutboundResponse => ({
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  return {
    notices,
    captured: () => payments.reduce((sum, { amount }) => sum + amount, 0),
    refunded: () => [...refunds.values()].reduce((sum, { amount }) => sum + amount, 0),
    pay: (pick) => {
      const paid = new Set(payments.map(({ order_id }) => order_id));
      const open = [...orders.values()].filter(({ id }) => !paid.has(id));
      if (open.length === 0) return;
      const order = pick(open);
      const payment = {
        id: `pay_${name}${payments.length + 1}`,
        order_id: order.id,
        amount: order.amount,
        currency: "INR",
        status: "captured",
        method: "upi",
      };
      payments.push(payment);
      tell("payment.captured", { payment: { entity: payment } });
    },
    answer: ({ method, url, body }) => {
      const { pathname } = new URL(url);
      const asked = (typeof body === "string" ? JSON.parse(body) : {}) as {
        amount: number;
        receipt: string;
      };
      if (method === "POST" && pathname === "/v1/orders") {
        const known = [...orders.values()].find(({ receipt }) => receipt === asked.receipt);
        const order = known ?? {
          id: `order_${name}${orders.size + 1}`,
          ...asked,
        };
        orders.set(order.id, order);
        return answered({ id: order.id });
      }
      const [, , kind, id, part] = pathname.split("/");
      if (kind === "orders")
        return answered({ items: payments.filter(({ order_id }) => order_id === id) });
      const named = kind === "payments" ? payments : [...refunds.values()];
      if (method === "GET" && part === undefined) {
        const found = named.find((each) => each.id === id);
        return found ? answered(found) : answered({}, 400);
      }
      if (part === "refunds")
        return answered({ items: [...refunds.values()].filter((r) => r.payment_id === id) });
      if (method !== "POST" || part !== "refund") return answered({}, 404);
      const refund = refunds.get(asked.receipt) ?? {
        id: `rfnd_${name}${refunds.size + 1}`,
        payment_id: id!,
        amount: asked.amount,
        status: "processed",
        receipt: asked.receipt,
      };
      if (!refunds.has(asked.receipt)) {
        refunds.set(asked.receipt, refund);
        tell("refund.processed", { refund: { entity: refund } });
      }
      return answered(refund);
    },
  };
}

/** Sends a webhook to the service. */
export async function tellNotice({ http }: Service, notice: Notice): Promise<number> {
  const answer = await http.inject({
    method: "POST",
    url: "/webhooks/razorpay",
    headers: {
      "x-razorpay-signature": notice.signature,
      "x-razorpay-event-id": notice.eventId,
      "content-type": "application/json",
    },
    payload: notice.body,
  });
  return answer.statusCode;
}
