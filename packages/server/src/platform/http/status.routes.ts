import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { sql, type Database } from "../database.ts";
import type { Metrics } from "../metrics.ts";
import { overdueRows } from "../outbox.ts";

const OVERDUE_MS = 60_000;

/** For those who run the service: alive, ready (what each need says), figures, the API's description. */
export function statusRoutes(
  http: FastifyInstance,
  deps: {
    database: Database;
    clock: Clock;
    metrics: Metrics;
    needs: Record<string, () => Promise<boolean>>;
  },
): void {
  http.get("/healthz", async (_request, reply) => reply.send({ status: "ok" }));

  http.get("/readyz", async (_request, reply) => {
    const needs = Object.keys(deps.needs);
    const met: Record<string, boolean> = Object.fromEntries(needs.map((name) => [name, false]));
    let [database, overdue] = [false, -1];
    try {
      await sql`select 1`.execute(deps.database.db);
      database = true;
      for (const [name, isMet] of Object.entries(deps.needs)) met[name] = await isMet();
      overdue = await overdueRows(deps.database, new Date(deps.clock.now().getTime() - OVERDUE_MS));
    } catch {
      // Said by the checks themselves.
    }
    const ready = database && needs.every((name) => met[name]);
    const checks = { database, ...met, overdue_outbox_rows: overdue };
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", checks });
  });

  http.get("/metrics", async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  );

  http.get("/openapi.json", async (_request, reply) => reply.send(http.swagger()));
}
