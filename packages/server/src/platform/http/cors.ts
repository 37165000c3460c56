import { below } from "@voltmarg/contract/app-pages";
import type { FastifyInstance } from "fastify";

/** Paths that pages of other origins may call. */
const OPEN = new RegExp(`${below("api", "auth", "logos", "pictures").source}|^/healthz(?:[?]|$)`);
const PICTURES = below("logos", "pictures");

const METHODS = "GET, POST, PUT, PATCH, DELETE";
/** Request headers of the app that are not CORS-safelisted. */
const ALLOWED_HEADERS =
  "authorization, content-type, idempotency-key, if-none-match, last-event-id, traceparent, x-request-id, x-xsrf-token";
/** Response headers the app may read that are not CORS-safelisted. */
const EXPOSED_HEADERS = "content-disposition, date, etag, retry-after, x-request-id";
const PREFLIGHT_SECONDS = 7_200;

/**
 * Allows exactly these origins to call the service: the native apps, and apps on other hosts. They authenticate only by
 * bearer token: no cookie is read from or set for another origin. Other origins get answers without CORS headers, which
 * browsers block.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  app.addHook("onRequest", async (request, reply) => {
    if (!OPEN.test(request.url)) return;
    // Pictures are public, so pages of other origins may show them.
    if (PICTURES.test(request.url))
      void reply.header("cross-origin-resource-policy", "cross-origin");
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    void reply.header("access-control-allow-origin", origin);
    void reply.header("access-control-expose-headers", EXPOSED_HEADERS);
    const asks = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || asks === undefined) return;
    return reply
      .headers({
        "access-control-allow-methods": METHODS,
        "access-control-allow-headers": ALLOWED_HEADERS,
        "access-control-max-age": String(PREFLIGHT_SECONDS),
      })
      .code(204)
      .send();
  });
  // A cache must not give one origin the answer for another.
  app.addHook("onSend", async (request, reply) => {
    if (!OPEN.test(request.url)) return;
    const vary = reply.getHeader("vary");
    void reply.header("vary", vary === undefined ? "origin" : `${String(vary)}, origin`);
  });
}
