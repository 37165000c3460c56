import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { sql, type Database } from "../database/database.ts";
import type { Shutdown } from "../shutdown.ts";
import type { Metrics } from "../observability/metrics.ts";
import { overdueRows } from "../outbox/queue-metrics.ts";
import { constantTimeEqual } from "../database/service-key.ts";
import { bearerOf } from "./admit.ts";
import { sendProblem } from "./problem.ts";

const OVERDUE_MS = 60_000;

/** Whether the service is ready, and the state of each dependency. */
export type Readiness = () => Promise<{ ready: boolean; body: object }>;

export function createReadiness(deps: {
  database: Database;
  clock: Clock;
  draining: Shutdown;
  required: Record<string, () => Promise<boolean>>;
  /** Reported, but does not make the replica unready: it can only recover by receiving requests. */
  optional: Record<string, () => Promise<boolean>>;
}): Readiness {
  return async () => {
    // Checked first: a replica that is shutting down is not ready, even if all else is healthy.
    if (deps.draining.begun) return { ready: false, body: { status: "draining", checks: {} } };
    const asked = { ...deps.required, ...deps.optional };
    const required = Object.keys(deps.required);
    const met: Record<string, boolean> = Object.fromEntries(
      Object.keys(asked).map((name) => [name, false]),
    );
    let [database, overdue] = [false, -1];
    try {
      await sql`select 1`.execute(deps.database.db);
      database = true;
      for (const [name, isMet] of Object.entries(asked)) met[name] = await isMet();
      overdue = await overdueRows(deps.database, new Date(deps.clock.now().getTime() - OVERDUE_MS));
    } catch {
      // The failed checks are still false.
    }
    const ready = database && required.every((name) => met[name]);
    const checks = { database, ...met, overdue_outbox_rows: overdue };
    return { ready, body: { status: ready ? "ready" : "not ready", checks } };
  };
}

/** Routes for operations: liveness, readiness, metrics. */
export function statusRoutes(
  http: FastifyInstance,
  deps: {
    readiness: Readiness;
    metrics: Metrics;
    /** Who may read the metrics: `everybody`, `nobody`, or callers with the token. */
    metricsFor: "everybody" | "nobody" | { token: string };
  },
): void {
  const quiet = { config: { quiet: true } };
  http.get("/healthz", quiet, async (_request, reply) => reply.send({ status: "ok" }));

  http.get("/readyz", quiet, async (_request, reply) => {
    const { ready, body } = await deps.readiness();
    return reply.code(ready ? 200 : 503).send(body);
  });

  const { metricsFor } = deps;
  if (metricsFor !== "nobody") {
    http.get("/metrics", quiet, async (request, reply) => {
      if (typeof metricsFor === "object" && !constantTimeEqual(bearerOf(request), metricsFor.token))
        return sendProblem(reply, "UNAUTHENTICATED");
      return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.text());
    });
  }
}
