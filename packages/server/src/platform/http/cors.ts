import type { FastifyInstance } from "fastify";

/** Where the app calls from elsewhere, and where its pictures lie. */
const OPEN = /^\/(?:api|auth|logos|pictures)\/|^\/healthz(?:[?]|$)/;
const PICTURES = /^\/(?:logos|pictures)\//;

const METHODS = "GET, POST, PUT, PATCH, DELETE";
/** What the app sends beyond what any page may. */
const TAKEN =
  "authorization, content-type, idempotency-key, if-none-match, last-event-id, traceparent, x-request-id, x-xsrf-token";
/** What the app may read of an answer beyond what any page may. */
const SHOWN = "content-disposition, etag, retry-after, x-request-id";
const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets pages of exactly these origins call the service: the native shells, and apps served elsewhere. They sign in by
 * bearer alone: no cookie is taken from or given to another origin, so that what no cookie proves is never believed.
 * Everybody else is answered as before, and their browser keeps the answer from them.
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
