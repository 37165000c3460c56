import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOutbound } from "../../platform/http/outbound.ts";
import { checkoutOf, createRazorpay, isPayment, isRefund, type Razorpay } from "./razorpay.ts";

// A provider that answers as the test says.
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };
let answer: (path: string) => Answer;
const asked: { method: string; path: string; headers: Record<string, unknown>; body: string }[] =
  [];
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => (body += part));
  request.on("end", () => {
    const { method = "", url: path = "", headers } = request;
    asked.push({ method, path, headers, body });
    const told = answer(path);
    response.writeHead(told.status ?? 200, told.headers);
    response.end(told.text ?? JSON.stringify(told.body ?? {}));
  });
});
let provider: Razorpay;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    baseUrl: `http://127.0.0.1:${port}`,
    keyId: "rzp_test_1",
    keySecret: "key-secret",
    webhookSecrets: ["new", "old"],
  };
  provider = createRazorpay(settings, createOutbound("DEV"));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void (asked.length = 0));

const refund = (n: number, more: object = {}) => ({
  id: `rfnd_${n}`,
  payment_id: "pay_1",
  amount: 100,
  status: "processed",
  receipt: null,
  ...more,
});
const payment = {
  id: "pay_1",
  order_id: "order_1",
  amount: 100,
  currency: "INR",
  status: "captured",
};

test("[B-1] a refund is asked for with its id as receipt and key, and what was made is told", async () => {
  answer = () => ({ body: refund(1) });
  expect(await provider.refund("rfd_0000000001", "pay_1", 12_345n)).toEqual({
    outcome: "MADE",
    refund: refund(1),
  });
  const [{ method, path, headers, body }] = asked as [(typeof asked)[number]];
  expect([method, path, JSON.parse(body)]).toEqual([
    "POST",
    "/v1/payments/pay_1/refund",
    { amount: 12_345, speed: "normal", receipt: "rfd_0000000001" },
  ]);
  expect(headers["x-refund-idempotency"]).toBe("rfd_0000000001");
  expect(headers["authorization"]).toBe(`Basic ${btoa("rzp_test_1:key-secret")}`);
});

test.each<[Answer, object]>([
  [
    { status: 400, body: { error: { description: "too old" } } },
    { outcome: "REFUSED", reason: "too old" },
  ],
  [
    { status: 400, text: "<html>" },
    { outcome: "REFUSED", reason: "the payment provider answered 400" },
  ],
  [
    { status: 409, body: { error: { description: "in flight" } } },
    { outcome: "LATER", reason: "in flight", afterSeconds: null },
  ],
  [
    { status: 429, headers: { "retry-after": "7" } },
    { outcome: "LATER", afterSeconds: 7 },
  ],
  [
    { status: 429, headers: { "retry-after": "soon" } },
    { outcome: "LATER", afterSeconds: null },
  ],
  [{ status: 401 }, { outcome: "LATER", afterSeconds: null }],
  [
    { status: 300, body: refund(1) },
    { outcome: "LATER", afterSeconds: null },
  ],
  [
    { status: 502, text: "Bad gateway" },
    { outcome: "LATER", reason: "the payment provider answered 502" },
  ],
  // Taken, but what was made is not said: it is looked for.
  [{ status: 200, body: { ok: true } }, { outcome: "LATER" }],
  [{ status: 200, text: "null" }, { outcome: "LATER" }],
])("[B-1] of all answers to a refund only 400 is final: %j", async (told, outcome) => {
  answer = () => told;
  expect(await provider.refund("rfd_0000000001", "pay_1", 100n)).toMatchObject(outcome);
});

test("[B-1] all refunds of a payment are read, a hundred at a time, also from a server that ignores where to begin", async () => {
  const all = Array.from({ length: 250 }, (_, n) => refund(n));
  answer = (path) => {
    const query = new URL(path, "http://x").searchParams;
    const from = Number(query.get("skip"));
    return { body: { items: all.slice(from, from + Number(query.get("count"))) } };
  };
  expect((await provider.refundsOf("pay_1"))?.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(asked.map(({ path }) => path.split("skip=")[1])).toEqual(["0", "100", "200"]);
  asked.length = 0;
  answer = () => ({ body: { items: all.slice(0, 100) } });
  expect(await provider.refundsOf("pay_1")).toHaveLength(100);
  expect(asked).toHaveLength(2);
  asked.length = 0;
  // Exactly a page: there may be more.
  answer = (path) => ({ body: { items: path.endsWith("skip=0") ? all.slice(0, 100) : [] } });
  expect(await provider.refundsOf("pay_1")).toHaveLength(100);
  expect(asked).toHaveLength(2);
  answer = (path) =>
    path.endsWith("skip=0") ? { body: { items: all.slice(0, 100) } } : { status: 500 };
  expect(await provider.refundsOf("pay_1")).toBeNull();
});

test("[B-1] an id that the provider does not know is something else than a provider that cannot be asked", async () => {
  answer = () => ({ status: 400 });
  expect([await provider.payment("x"), await provider.refundNamed("x")]).toEqual(["NONE", "NONE"]);
  for (const told of [
    { status: 500 },
    { status: 404 },
    { text: "nonsense" },
    { body: { id: "x" } },
  ]) {
    answer = () => told;
    expect([await provider.payment("x"), await provider.refundNamed("x")]).toEqual([null, null]);
    expect(await provider.paymentsOf("order_1")).toBeNull();
  }
  answer = () => ({ body: payment });
  expect(await provider.payment("pay/1")).toEqual(payment);
  expect(asked.at(-1)!.path).toBe("/v1/payments/pay%2F1");
});

test("[B-1] of a list what is no payment is left out; an order without an id is none", async () => {
  answer = () => ({ body: { items: [payment, null, { id: "pay_2" }] } });
  expect(await provider.paymentsOf("order_1")).toEqual([payment]);
  answer = () => ({ body: { id: 7 } });
  expect(await provider.createOrder("top_1", 5_000n)).toBeNull();
  answer = () => ({ body: { id: "order_2", more: true } });
  expect(await provider.createOrder("top_1", 5_000n)).toEqual({ id: "order_2" });
  expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({
    amount: 5_000,
    currency: "INR",
    receipt: "top_1",
    payment: { capture: "automatic" },
  });
});

test("[B-1] a notice may be signed with either secret, checkout with the key's", () => {
  const sign = (secret: string, text: string) =>
    createHmac("sha256", secret).update(text).digest("hex");
  for (const [secret, holds] of [
    ["new", true],
    ["old", true],
    ["other", false],
  ] as const)
    expect(provider.webhookSigned("{}", sign(secret, "{}")), secret).toBe(holds);
  expect(provider.webhookSigned("{} ", sign("new", "{}"))).toBe(false);
  expect(provider.webhookSigned("{}", "")).toBe(false);
  const signed = sign("key-secret", "order_1|pay_1");
  expect(provider.checkoutSigned("order_1", "pay_1", signed)).toBe(true);
  expect(provider.checkoutSigned("order_2", "pay_1", signed)).toBe(false);
  expect(provider.checkoutSigned("order_1", "pay_2", signed)).toBe(false);
});

test("[B-1] what a notice or an answer has to say to be a payment or a refund", () => {
  expect(isPayment(payment)).toBe(true);
  for (const name of ["id", "amount", "currency", "status"])
    expect(isPayment({ ...payment, [name]: null }), name).toBe(false);
  expect(isPayment({ ...payment, amount: 1.5 })).toBe(false);
  expect(isRefund(refund(1))).toBe(true);
  for (const name of ["id", "payment_id", "amount"])
    expect(isRefund({ ...refund(1), [name]: null }), name).toBe(false);
  for (const nothing of [null, undefined, "x", 7]) {
    expect(isPayment(nothing)).toBe(false);
    expect(isRefund(nothing)).toBe(false);
  }
});

test("[B-1] the checkout page is the provider's own, a simulator's beside its API", () => {
  expect(checkoutOf("https://api.razorpay.com")).toBe("https://checkout.razorpay.com");
  expect(checkoutOf("http://127.0.0.1:1")).toBe("http://127.0.0.1:1");
});
