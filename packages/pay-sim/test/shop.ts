import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { start, type PaySim, type StartOptions } from "../src/index.ts";

export const KEY_ID = "rzp_test_0123456789abcd";
export const KEY_SECRET = "key-secret";
export const WEBHOOK_SECRET = "webhook-secret";

export type Heard = { headers: IncomingHttpHeaders; body: string };
/** The fields that tests read; whole bodies are compared as received. */
export type Body = {
  id: string;
  status: string;
  amount: number;
  amount_refunded: number;
  razorpay_payment_id: string;
  items: { status: string }[];
  error: { description: string; field?: string; metadata: { payment_id: string } };
};
export type Answer = { status: number; body: Body };

/** A shop: it receives webhooks and calls the provider. */
export type Shop = {
  sim: PaySim;
  clock: { time: number; now(): number };
  heard: Heard[];
  /** event names in the order they came */
  events(): string[];
  /** how the shop answers the next webhooks; default 200 */
  onWebhook(answer: (response: ServerResponse, nth: number) => void): void;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  order(amount?: number, more?: Record<string, unknown>): Promise<Body>;
  pay(orderId: string, method?: string): Promise<Answer>;
  scenario(name: string): Promise<Answer>;
  restart(): Promise<void>;
  close(): Promise<void>;
};

export function hmac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

const BASIC = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString("base64")}`;

export async function openShop(options: Partial<StartOptions> = {}): Promise<Shop> {
  const heard: Heard[] = [];
  let answer: (response: ServerResponse, nth: number) => void = (response) => response.end();
  const receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      heard.push({ headers: request.headers, body });
      answer(response, heard.length);
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve);
  });
  const clock = { time: Date.UTC(2026, 0, 5, 6), now: () => clock.time };
  const settings: StartOptions = {
    port: 0,
    keyId: KEY_ID,
    keySecret: KEY_SECRET,
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    webhookSecret: WEBHOOK_SECRET,
    stateDir: null,
    clock,
    ...options,
  };
  const shop: Shop = {
    sim: await start(settings),
    clock,
    heard,
    events: () => heard.map(({ body }) => (JSON.parse(body) as { event: string }).event),
    onWebhook: (given) => {
      answer = given;
    },
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(`${shop.sim.url}${path}`, {
        method,
        headers: { authorization: BASIC, "content-type": "application/json", ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    },
    order: async (amount = 50_000, more = {}) =>
      (await shop.call("POST", "/v1/orders", { amount, currency: "INR", ...more })).body,
    pay: (order_id, method) => shop.call("POST", "/control/pay", { order_id, method }),
    scenario: (name) => shop.call("POST", "/control/scenario", { name }),
    restart: async () => {
      await shop.sim.close();
      shop.sim = await start(settings);
    },
    close: async () => {
      await shop.sim.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
  return shop;
}
