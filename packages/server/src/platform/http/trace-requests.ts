import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginSpan, runInSpan } from "../observability/tracing.ts";

type Begun = NonNullable<ReturnType<typeof beginSpan>>;

/** Makes each request to a route mounted after this a span of the trace in its header. */
export function traceRequests(app: FastifyInstance): void {
  const under = new WeakMap<FastifyRequest, Begun>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url;
    // A live stream is open for hours, and its events belong to the traces that caused them.
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
    runInSpan(span, done);
  });
  // Reading a body continues in the async context of the socket, not of the request.
  app.addHook("preValidation", (request, _reply, done) => {
    runInSpan(under.get(request) ?? null, done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const span = under.get(request);
    span?.setAttribute("http.response.status_code", reply.statusCode);
    span?.end();
  });
}
