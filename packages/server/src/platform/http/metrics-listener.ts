import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "../observability/metrics.ts";
import type { Readiness } from "./status.routes.ts";

/** Serves `/metrics`, `/healthz` and `/readyz` on their own port. Rejects when it cannot be opened. */
export async function listenForMetrics(
  at: { host: string; port: number },
  deps: { metrics: Metrics; readiness: Readiness },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<[status: number, type: string, body: string]> => {
      if (request.method !== "GET") return [405, "text/plain", ""];
      switch (request.url?.split("?")[0]) {
        case "/metrics":
          return [200, deps.metrics.registry.contentType, await deps.metrics.text()];
        case "/healthz":
          return [200, "application/json", '{"status":"ok"}'];
        case "/readyz": {
          const { ready, body } = await deps.readiness();
          return [ready ? 200 : 503, "application/json", JSON.stringify(body)];
        }
        default:
          return [404, "text/plain", ""];
      }
    };
    answer().then(
      ([status, type, body]) => response.writeHead(status, { "content-type": type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(at.port, at.host, listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
