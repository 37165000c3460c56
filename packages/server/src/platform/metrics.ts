import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Prometheus metrics of one service instance. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new Histogram({
      name: "http_request_seconds",
      help: "Time to answer, by route and status",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    outboxDone: new Counter({
      name: "outbox_rows_total",
      help: "Outbox rows handled, by topic and outcome",
      labelNames: ["topic", "outcome"],
      registers: [registry],
    }),
    liveStreams: new Gauge({
      name: "live_streams",
      help: "Open live streams",
      registers: [registry],
    }),
    cdrs: new Counter({
      name: "charge_records_total",
      help: "Charge records by the outcome of their audit: agreed, disputed, unaudited, set_aside, credited, provisional",
      labelNames: ["outcome"],
      registers: [registry],
    }),
    indexedLocations: new Gauge({
      name: "indexed_locations",
      help: "Locations the search index answers from; 0 while SQL answers",
      registers: [registry],
    }),
    sessionSteps: new Counter({
      name: "session_steps_total",
      help: "Steps sessions have taken",
      labelNames: ["step"],
      registers: [registry],
    }),
  };
}
