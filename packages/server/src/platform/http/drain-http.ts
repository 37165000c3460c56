import type { FastifyInstance } from "fastify";
import type { Draining } from "../shutdown.ts";

/**
 * While this replica leaves, every answer closes its connection: a balancer or a partner that keeps connections open
 * makes the next one to a replica that stays. Before any route is mounted.
 */
export function drainHttp(http: FastifyInstance, draining: Draining): void {
  http.addHook("onSend", async (_request, reply) => {
    if (draining.begun) void reply.header("connection", "close");
  });
}
