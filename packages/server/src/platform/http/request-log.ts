import type { FastifyInstance } from "fastify";
import { loggablePath, type Logger } from "../observability/logger.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Machines ask every few seconds: a request that succeeds is a line of the debug log. */
    quiet?: boolean;
  }
}

/** One line for each answered request, without codes and numbers. */
export function logRequests(http: FastifyInstance, logger: Logger): void {
  http.addHook("onResponse", async (request, reply) => {
    const succeeded = reply.statusCode >= 200 && reply.statusCode < 300;
    const level = request.routeOptions.config.quiet && succeeded ? "debug" : "info";
    logger[level](
      {
        request_id: request.id,
        method: request.method,
        path: loggablePath(request.url, request.routeOptions.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.userId ?? request.backoffice?.name,
      },
      "request",
    );
  });
}
