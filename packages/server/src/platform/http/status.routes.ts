import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { sql, type Database } from "../database.ts";
import type { Metrics } from "../metrics.ts";
import { overdueRows } from "../outbox.ts";

const OVERDUE_MS = 60_000;

/** For those who run the service: alive, ready, figures, the API's description. */
export function statusRoutes(
  http: FastifyInstance,
  deps: { database: Database; clock: Clock; metrics: Metrics; isConnected(): Promise<boolean> },
): void {
  http.get("/healthz", async (_request, reply) => reply.send({ status: "ok" }));

  http.get("/readyz", async (_request, reply) => {
    const checks = { database: false, operators: false, overdue_outbox_rows: -1 };
    try {
      await sql`select 1`.execute(deps.database.db);
      checks.database = true;
      checks.operators = await deps.isConnected();
      checks.overdue_outbox_rows = await overdueRows(
        deps.database,
        new Date(deps.clock.now().getTime() - OVERDUE_MS),
      );
    } catch {
      // Said by the checks themselves.
    }
    const ready = checks.database && checks.operators;
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", checks });
  });

  http.get("/metrics", async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  );

  http.get("/openapi.json", async (_request, reply) => reply.send(http.swagger()));
}
