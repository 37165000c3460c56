import type { Access } from "@voltmarg/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Shutdown } from "../shutdown.ts";
import type { Budgeted } from "./driver-budgets.ts";
import { createDriverStreams, type SignIns } from "./driver-streams.ts";
import { admit, type Caller, type Gate } from "./admit.ts";
import { sendProblem } from "./problem.ts";

const HEARTBEAT_MS = 25_000;
const MOST_WAITING_BYTES = 256 * 1024;
/** After its end a client that does not read has so long to take what waits. */
const LINGER_MS = 10_000;
/** Maximum random delay before a reconnect, so that clients do not all come back at once. */
const COME_BACK_MS = 1_000;
/** Delay before reconnecting for a client replaced by a newer one of the same driver. */
const DISPLACED_MS = 30_000;

export type EventStream = {
  /** A server-sent event; without an id it does not change the client's Last-Event-ID. */
  send(event: string, id: string | null, data: unknown): void;
  end(): void;
  onEnd(listener: () => void): void;
};

export type StreamRoute = Budgeted & {
  access: Exclude<Access, { rule: "provider" }>;
  /** `lastEventId`: the client's Last-Event-ID header, if it sent one. */
  open(caller: Caller, lastEventId: number | null, stream: EventStream): Promise<void>;
};

/**
 * Mounts a route of server-sent events for a signed-in driver. The number of streams is limited, and a stream ends with
 * its sign-in.
 */
export function mountStream(
  app: FastifyInstance,
  gate: Gate,
  signIns: SignIns,
  gauge: { inc(): void; dec(): void },
  draining: Shutdown,
  route: StreamRoute,
): void {
  const streams = createDriverStreams(signIns);
  const open = new Set<() => void>();
  draining.onBegin(() => {
    for (const endWithRetry of open) endWithRetry();
  });
  // A stream does not end, so HEAD makes no sense.
  app.get(route.path, { exposeHeadRoute: false }, async (request, reply) => {
    const admitted = await admit(route, request, reply, gate);
    if (!admitted.ok) return reply;
    if (!admitted.caller) return sendProblem(reply, "UNAUTHENTICATED");
    if (draining.begun) {
      void reply.header("retry-after", "1");
      return sendProblem(reply, "UNAVAILABLE");
    }
    const last = Number(request.headers["last-event-id"] ?? NaN);
    const stream = openStream(reply, gauge);
    const endWithRetry = () => stream.endWithRetry(Math.ceil(Math.random() * COME_BACK_MS));
    open.add(endWithRetry);
    stream.onEnd(() => open.delete(endWithRetry));
    streams.add(admitted.caller, {
      displace: () => stream.endWithRetry(DISPLACED_MS),
      end: () => stream.end(),
      onEnd: (listener) => stream.onEnd(listener),
    });
    try {
      await route.open(
        admitted.caller,
        Number.isSafeInteger(last) && last >= 0 ? last : null,
        stream,
      );
    } catch (error) {
      // The answer has begun: end it, and the client reconnects.
      request.log.error({ err: error }, "live stream could not be opened");
      stream.end();
    }
    return reply;
  });
}

/** Takes over the reply. A client that reads too slowly is disconnected and can resume. */
function openStream(
  reply: FastifyReply,
  gauge: { inc(): void; dec(): void },
): EventStream & { endWithRetry(comeBackMs: number): void } {
  reply.hijack();
  const { raw } = reply;
  const listeners: (() => void)[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  raw.write(": here\n\n");
  gauge.inc();
  // One that has ended stays until its client has read what waits. A write to it would end the process.
  const write = (text: string) => {
    if (!raw.writableEnded) raw.write(text);
  };
  const heartbeat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
  let lingering: NodeJS.Timeout | undefined;
  const end = (last = "") => {
    if (raw.writableEnded) return;
    raw.end(last);
    lingering = setTimeout(() => raw.destroy(), LINGER_MS);
  };
  raw.on("close", () => {
    clearInterval(heartbeat);
    clearTimeout(lingering);
    gauge.dec();
    for (const listener of listeners) listener();
  });
  return {
    send: (event, id, data) => {
      if (raw.writableLength > MOST_WAITING_BYTES) {
        raw.destroy();
        return;
      }
      write(
        `event: ${event}\n${id === null ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`,
      );
    },
    end: () => end(),
    // WHATWG HTML, 9.2.6: `retry` is how long the client waits before it reconnects.
    endWithRetry: (comeBackMs) => end(`retry: ${comeBackMs}\n\n`),
    onEnd: (listener) => void listeners.push(listener),
  };
}
