import { createMetrics } from "../observability/metrics.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { envOfProd } from "@voltmarg/testkit/production-env";
import { readConfig } from "../config/config.ts";
import { createLogger } from "../observability/logger.ts";
import { listenForMetrics } from "./metrics-listener.ts";
import { createHttp, type HttpServer } from "./server.ts";
import { statusRoutes } from "./status.routes.ts";

const lines: { level: number; path: string; status: number }[] = [];
const logger = createLogger("debug", { write: (line) => lines.push(JSON.parse(line)) });
const metrics = createMetrics();
let ready = true;
const readiness = async () => ({ ready, body: {} });
const token = "4b1f6a90c27d835e6a90d14c";

let http: HttpServer;
let listener: Awaited<ReturnType<typeof listenForMetrics>>;
beforeAll(async () => {
  const config = readConfig(envOfProd);
  http = await createHttp({
    config,
    logger,
    metrics,
    xsrfKey: Buffer.alloc(32),
    checkAnswers: true,
  });
  http.get("/shared/:key", async () => ({}));
  statusRoutes(http, { readiness, metrics, metricsFor: { token } });
  listener = await listenForMetrics({ host: "127.0.0.1", port: 0 }, { readiness, metrics, logger });
});
afterAll(async () => {
  await listener.close();
  await http.close();
});

const publicPort = async (path: string, headers: Record<string, string> = {}) =>
  void (await http.inject({ url: path, headers }));
const metricsPort = async (path: string) =>
  void (await (await fetch(`http://127.0.0.1:${listener.port}${path}`)).text());

/** The lines of a request, as `path status`, at info and above. */
async function atInfo(ask: () => Promise<void>): Promise<string[]> {
  lines.length = 0;
  await ask();
  await expect.poll(() => lines.length).toBe(1);
  return lines.filter(({ level }) => level >= 30).map(({ path, status }) => `${path} ${status}`);
}

test("probes and scrapes that succeed are not in the log at info, on both ports", async () => {
  ready = true;
  const authorization = `Bearer ${token}`;
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    expect(await atInfo(() => publicPort(path, { authorization })), path).toEqual([]);
    expect(await atInfo(() => metricsPort(path)), path).toEqual([]);
  }
});

test("a probe or scrape that fails is in the log, on both ports", async () => {
  ready = false;
  expect(await atInfo(() => publicPort("/readyz"))).toEqual(["/readyz 503"]);
  expect(await atInfo(() => metricsPort("/readyz"))).toEqual(["/readyz 503"]);
  expect(await atInfo(() => publicPort("/metrics"))).toEqual(["/metrics 401"]);
  expect(await atInfo(() => metricsPort("/figures"))).toEqual(["/figures 404"]);
});

test("what a request's path holds is not in the log, whether a route knows it or not", async () => {
  expect(await atInfo(() => publicPort("/shared/kY3v"))).toEqual(["/shared/[redacted] 200"]);
  expect(await atInfo(() => publicPort("/trips/shared/kY3v"))).toEqual(["/trips/[redacted] 404"]);
});
