import type { FastifyInstance } from "fastify";
import type { Shutdown } from "../shutdown.ts";

/**
 * During a shutdown every answer closes its connection, so that balancers and partners with persistent connections move
 * to another replica. Register it before any route.
 */
export function drainHttp(http: FastifyInstance, draining: Shutdown): void {
  http.addHook("onSend", async (_request, reply) => {
    if (draining.begun) void reply.header("connection", "close");
  });
}
