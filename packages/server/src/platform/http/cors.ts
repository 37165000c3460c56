import type { FastifyInstance } from "fastify";

/** Origins the app calls from, and the origin of its pictures. */
const OPEN = /^\/(?:api|auth|logos|pictures)\/|^\/healthz(?:[?]|$)/;
const PICTURES = /^\/(?:logos|pictures)\//;

const METHODS = "GET, POST, PUT, PATCH, DELETE";
/** Request headers of the app that are not CORS-safelisted. */
const TAKEN =
  "authorization, content-type, idempotency-key, if-none-match, last-event-id, traceparent, x-request-id, x-xsrf-token";
/** Response headers the app may read that are not CORS-safelisted. */
const SHOWN = "content-disposition, etag, retry-after, x-request-id";
const PREFLIGHT_SECONDS = 7_200;

/**
 * Allows exactly these origins to call the service: the native shells, and apps served elsewhere. They authenticate by
 * bearer token only: no cookie is read from or set for another origin. Other origins are answered without CORS headers,
 * so that browsers block the answer.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  app.addHook("onRequest", async (request, reply) => {
    if (!OPEN.test(request.url)) return;
    // A picture in a page of another origin: it is public, and says so.
    if (PICTURES.test(request.url))
      void reply.header("cross-origin-resource-policy", "cross-origin");
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    void reply.header("access-control-allow-origin", origin);
    void reply.header("access-control-expose-headers", SHOWN);
    const asks = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || asks === undefined) return;
    return reply
      .headers({
        "access-control-allow-methods": METHODS,
        "access-control-allow-headers": TAKEN,
        "access-control-max-age": String(PREFLIGHT_SECONDS),
      })
      .code(204)
      .send();
  });
  // What a cache keeps for one origin is nothing for another.
  app.addHook("onSend", async (request, reply) => {
    if (!OPEN.test(request.url)) return;
    const vary = reply.getHeader("vary");
    void reply.header("vary", vary === undefined ? "origin" : `${String(vary)}, origin`);
  });
}
