import type { FastifyInstance } from "fastify";
import { createReceiver } from "./receiver.ts";
import { OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";

/** Everything under /ocpi: raw bodies in, OCPI envelopes out, its own access rules. */
export async function roamingRoutes(app: FastifyInstance, deps: RoamingDeps): Promise<void> {
  const receiver = createReceiver(deps);
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: 5 * 1024 * 1024 },
      (_request, body, next) => next(null, body),
    );
    raw.all(`${OCPI_BASE}/*`, async (request, reply) => {
      const url = new URL(request.url, "http://localhost");
      const answer = await receiver.handle({
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: typeof request.body === "string" ? request.body : "",
      });
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  });
}
