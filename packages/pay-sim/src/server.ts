import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { refused, type ApiError } from "./api-error.ts";
import {
  checkoutPage,
  readCheckoutQuery,
  refusalPage,
  resultPage,
  type Page,
} from "./checkout-page.ts";
import { heldBack } from "./held-orders.ts";
import { settlementReport } from "./settlement-report.ts";
import { createOrder } from "./orders.ts";
import { answerTo, failed, json, notThere, withObject, type Answer } from "./answer.ts";
import { control } from "./control.ts";
import { captureLate, pay } from "./payments.ts";
import {
  findOrder,
  findPayment,
  findRefund,
  paymentsOf,
  refundScenarioOf,
  refundsOf,
  scenarioOf,
  type Provider,
} from "./provider.ts";
import { registrationPortal } from "./registration-portal.ts";
import { refundPayment, settleLate } from "./refunds.ts";

const LONGEST_BODY = 64 * 1024;
const SCRIPT = readFileSync(new URL("checkout.client.js", import.meta.url));

/** Answers one request; all changes are written before it answers. `tell` sends the webhooks that are due. */
export async function handle(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  tell: () => Promise<void>,
): Promise<void> {
  let answer: Answer;
  try {
    captureLate(provider);
    settleLate(provider);
    answer = await route(provider, request);
    if (scenarioOf(provider) === "before_answer") await tell();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    answer = failed(serverError);
  }
  response.writeHead(answer.status, {
    "content-type": answer.type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...answer.headers,
    ...(answer.policy === undefined ? {} : { "content-security-policy": answer.policy }),
    ...(answer.status === 401 ? { "www-authenticate": 'Basic realm="Razorpay"' } : {}),
  });
  response.end(answer.body);
}

const serverError: ApiError = {
  status: 500,
  error: {
    code: "SERVER_ERROR",
    description: "We are facing some trouble completing your request at the moment.",
    source: "NA",
    step: "NA",
    reason: "NA",
    metadata: {},
  },
};

function pageAnswer({ html, policy, status }: Page): Answer {
  return { status, type: "text/html; charset=utf-8", body: html, policy };
}

async function route(provider: Provider, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://provider.invalid");
  const path = `${request.method} ${url.pathname}`;
  if (path === "GET /v1/checkout.js") {
    return { status: 200, type: "text/javascript; charset=utf-8", body: SCRIPT };
  }
  if (path === "GET /v1/checkout") return pageAnswer(openCheckout(provider, url.searchParams));
  const body = await readBody(request);
  if (body === null) return failed(refused("The request is too large.", { status: 413 }).failure);
  if (path === "POST /v1/checkout") {
    return pageAnswer(submitCheckout(provider, new URLSearchParams(body)));
  }
  if (url.pathname.startsWith("/control/")) return control(provider, request, path, body);
  if (url.pathname.startsWith("/irp/")) return registrationPortal(provider, request, url, body);
  if (url.pathname.startsWith("/v1/")) return api(provider, request, url, body);
  return notThere();
}

async function api(
  provider: Provider,
  request: IncomingMessage,
  { pathname, searchParams }: URL,
  body: string,
): Promise<Answer> {
  const path = `${request.method} ${pathname}`;
  provider.calls += 1;
  if (scenarioOf(provider) === "away") {
    return failed({ ...serverError, status: 503 });
  }
  if (!authorized(provider, request.headers.authorization)) {
    return failed(refused("Authentication failed", { status: 401 }).failure);
  }
  if (path === "POST /v1/orders") {
    let receipt: string | null = null;
    const answer = withObject(body, (value) => {
      const made = createOrder(provider, value);
      if (made.ok) ({ receipt } = made.value);
      return answerTo(made);
    });
    if (receipt !== null) await heldBack(provider, receipt);
    return answer;
  }
  if (path === "GET /v1/payments") {
    const items = pageOf(provider, provider.journal.all("payment"), searchParams);
    return json(200, { entity: "collection", count: items.length, items });
  }
  if (path === "GET /v1/settlements/recon/combined")
    return settlementReport(provider, searchParams);
  const [, method, collection, id, tail] =
    /^(GET|POST) \/v1\/(orders|payments|refunds|disputes|settlements)\/(\w+)(?:\/(payments|refunds?))?$/.exec(
      path,
    ) ?? [];
  if (id === undefined) return notThere();
  switch (`${method} ${collection} ${tail ?? ""}`.trim()) {
    case "GET orders":
      return found(findOrder(provider, id));
    case "GET orders payments": {
      if (findOrder(provider, id) === undefined) return found(undefined);
      const items = paymentsOf(provider, id);
      return json(200, { entity: "collection", count: items.length, items });
    }
    case "GET payments":
      return found(findPayment(provider, id));
    case "GET payments refunds": {
      if (findPayment(provider, id) === undefined) return found(undefined);
      const items = pageOf(provider, refundsOf(provider, id), searchParams);
      return json(200, { entity: "collection", count: items.length, items });
    }
    case "GET disputes":
      return found(provider.journal.get("dispute", id));
    case "GET settlements":
      return found(provider.journal.get("settlement", id));
    case "GET refunds":
      return found(findRefund(provider, id));
    case "POST payments refund": {
      const key = request.headers["x-refund-idempotency"];
      return withObject(body === "" ? "{}" : body, (value) =>
        answerTo(refundPayment(provider, id, value, typeof key === "string" ? key : null)),
      );
    }
    default:
      return notThere();
  }
}

function openCheckout(provider: Provider, fields: URLSearchParams): Page {
  const query = readCheckoutQuery(fields);
  const order = findOrder(provider, query.order_id);
  if (query.key_id !== provider.keyId || order === undefined) {
    return refusalPage(query, "This payment does not exist");
  }
  return order.status === "paid"
    ? refusalPage(query, "This order is already paid")
    : checkoutPage(query, order);
}

function submitCheckout(provider: Provider, fields: URLSearchParams): Page {
  const query = readCheckoutQuery(fields);
  const outcome = fields.get("outcome");
  if (outcome === "cancel") return resultPage(query, "dismissed", null);
  const order = findOrder(provider, query.order_id);
  if (query.key_id !== provider.keyId || order === undefined) {
    return refusalPage(query, "This payment does not exist");
  }
  if (outcome === null || !["upi", "phonepe", "card", "fail"].includes(outcome)) {
    return refusalPage(query, "This choice does not exist");
  }
  if (order.status === "paid") return refusalPage(query, "This order is already paid");
  const paid = pay(provider, {
    orderId: order.id,
    method: outcome === "card" ? "card" : "upi",
    ...(outcome === "phonepe" && { vpa: "driver@ybl" }),
    fail: outcome === "fail",
    description: query.description,
    email: query.email,
    contact: query.contact,
  });
  return paid.ok
    ? resultPage(query, "paid", paid.value)
    : checkoutPage(query, order, paid.failure.error);
}

/** `count` entries, ten by default and a hundred at most, after the first `skip`. */
function pageOf<T>(provider: Provider, all: readonly T[], query: URLSearchParams): T[] {
  const asked = refundScenarioOf(provider) === "last_ten_only" ? new URLSearchParams() : query;
  const count = Math.min(Number(asked.get("count") ?? 10), 100);
  const skip = Number(asked.get("skip") ?? 0);
  return all.slice(skip, skip + count);
}

function found(value: unknown): Answer {
  return value === undefined
    ? failed(refused("The id provided does not exist").failure)
    : json(200, value);
}

function authorized(provider: Provider, header: string | undefined): boolean {
  const given = Buffer.from(/^Basic\s+(\S+)$/i.exec(header ?? "")?.[1] ?? "", "base64");
  const wanted = Buffer.from(`${provider.keyId}:${provider.keySecret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LONGEST_BODY) chunks.push(chunk);
  }
  return size > LONGEST_BODY ? null : Buffer.concat(chunks).toString("utf8");
}
