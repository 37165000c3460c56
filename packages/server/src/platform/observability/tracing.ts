import { AsyncLocalStorage } from "node:async_hooks";
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import type { TracingSettings } from "../config/config.ts";

/** A span. Its attributes name routes, tables and hosts, never a person. */
export type Work = {
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  attributes?: Attributes;
  /** The traceparent of the cause; absent: the current span. */
  parent?: string | null;
};

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const current = new AsyncLocalStorage<Span | undefined>();
let tracer: Tracer | null = null;

/** Starts to send traces to an OTLP receiver over HTTP, for the whole process; loaded only when used. */
export async function startTracing(settings: TracingSettings): Promise<{ stop(): Promise<void> }> {
  const [sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
  });
  // Sampled by the trace id only, so that all replicas decide alike and callers cannot influence it.
  const share = new sdk.TraceIdRatioBasedSampler(settings.share);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": settings.serviceName }),
    sampler: new sdk.ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      remoteParentNotSampled: share,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  tracer = provider.getTracer("voltmarg");
  return {
    stop: async () => {
      tracer = null;
      await provider.shutdown();
    },
  };
}

/** Starts a span, which must be ended; null when tracing is off. */
export function beginSpan({ name, kind, attributes, parent }: Work): Span | null {
  if (!tracer) return null;
  const remote = parent ? readTraceparent(parent) : null;
  const here = parent === undefined ? current.getStore() : undefined;
  const context = remote
    ? trace.setSpanContext(ROOT_CONTEXT, remote)
    : here
      ? trace.setSpan(ROOT_CONTEXT, here)
      : ROOT_CONTEXT;
  return tracer.startSpan(name, { kind: KINDS[kind], attributes: attributes ?? {} }, context);
}

/** Runs `work` with the span as the current one. */
export const runInSpan = <T>(span: Span | null, work: () => T): T =>
  span ? current.run(span, work) : work();

/** Runs `work` outside any trace, even if a traced request caused it. */
export const runOutsideTrace = <T>(work: () => T): T => current.run(undefined, work);

/** Runs `work` in a span and records its outcome; without tracing it just runs. */
export async function traced<T>(
  work: Work,
  run: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const span = beginSpan(work);
  if (!span) return run(() => {});
  try {
    return await runInSpan(span, () => run((attributes) => void span.setAttributes(attributes)));
  } catch (error) {
    // Not the error's message, which may contain personal data.
    const type = error instanceof Error ? error.name : typeof error;
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type);
    throw error;
  } finally {
    span.end();
  }
}

/** Whether the current code runs in a trace. */
export const isTraced = (): boolean => tracer !== null && current.getStore() !== undefined;

/** The current traceparent (W3C Trace Context); null when tracing is off. */
export function traceparent(): string | null {
  const span = tracer && current.getStore();
  if (!span) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0")}`;
}

// https://www.w3.org/TR/trace-context/#traceparent-header: ids of only zeros are invalid.
const TRACEPARENT =
  /^[0-9a-e][0-9a-f]-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;

function readTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return { traceId, spanId, traceFlags, isRemote: true };
}

const FIRST_TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)/i;

/** Records a query that just ended: its operation and table, never its values. */
export function noteQuery(sql: string, milliseconds: number, failed: boolean): void {
  if (!tracer || !isTraced()) return;
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "query";
  const table = FIRST_TABLE.exec(sql)?.[1];
  const end = Date.now();
  const span = tracer.startSpan(
    table ? `${operation} ${table}` : operation,
    {
      kind: SpanKind.CLIENT,
      startTime: end - milliseconds,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        ...(table ? { "db.collection.name": table } : {}),
      },
    },
    trace.setSpan(ROOT_CONTEXT, current.getStore()!),
  );
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}
