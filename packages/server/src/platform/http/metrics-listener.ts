import type { AddressInfo } from "node:net";
import { fastify, LogController, type FastifyBaseLogger } from "fastify";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { logRequests } from "./request-log.ts";
import { statusRoutes, type Readiness } from "./status.routes.ts";

/** Serves the routes for operations on their own port. Rejects when it cannot be opened. */
export async function listenForMetrics(
  at: { host: string; port: number },
  deps: { metrics: Metrics; readiness: Readiness; logger: Logger },
): Promise<{ port: number; close(): Promise<void> }> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const http = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  logRequests(http, deps.logger);
  statusRoutes(http, { ...deps, metricsFor: "everybody" });
  await http.listen(at);
  return { port: (http.server.address() as AddressInfo).port, close: () => http.close() };
}
