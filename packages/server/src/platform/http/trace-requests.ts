import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginSpan, within } from "../observability/tracing.ts";

type Begun = NonNullable<ReturnType<typeof beginSpan>>;

/** Has each request to a route that is mounted after this be one piece of work in the trace it names. */
export function traceRequests(app: FastifyInstance): void {
  const under = new WeakMap<FastifyRequest, Begun>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url;
    // A live stream is open for hours: what it tells belongs to those who caused it.
    const streams = request.headers.accept === "text/event-stream";
    const { traceparent } = request.headers;
    const span =
      route === undefined || streams
        ? null
        : beginSpan({
            name: `${request.method} ${route}`,
            kind: "server",
            parent: typeof traceparent === "string" ? traceparent : null,
            attributes: {
              "http.request.method": request.method,
              "http.route": route,
              "http.request.id": request.id,
            },
          });
    if (span) under.set(request, span);
    within(span, done);
  });
  // Reading a body goes on where the socket was opened, not where the request began.
  app.addHook("preValidation", (request, _reply, done) => {
    within(under.get(request) ?? null, done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const span = under.get(request);
    span?.setAttribute("http.response.status_code", reply.statusCode);
    span?.end();
  });
}
