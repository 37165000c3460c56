import type { FastifyReply } from "fastify";

const HEARTBEAT_MS = 25_000;
const MOST_WAITING_BYTES = 256 * 1024;

export type EventStream = {
  /** An event of server-sent events; without an id it does not move the client's Last-Event-ID. */
  send(event: string, id: string | null, data: unknown): void;
  end(): void;
  onEnd(listener: () => void): void;
};

/** Takes a reply over as a stream of server-sent events. A client too slow to follow is cut off and resumes. */
export function openStream(reply: FastifyReply, gauge: { inc(): void; dec(): void }): EventStream {
  reply.hijack();
  const { raw } = reply;
  const listeners: (() => void)[] = [];
  const headers = reply.getHeaders();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  raw.write(": here\n\n");
  gauge.inc();
  const heartbeat = setInterval(() => raw.write(": still here\n\n"), HEARTBEAT_MS);
  raw.on("close", () => {
    clearInterval(heartbeat);
    gauge.dec();
    for (const listener of listeners) listener();
  });
  return {
    send: (event, id, data) => {
      if (raw.writableLength > MOST_WAITING_BYTES) {
        raw.destroy();
        return;
      }
      raw.write(
        `event: ${event}\n${id === null ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`,
      );
    },
    end: () => raw.end(),
    onEnd: (listener) => void listeners.push(listener),
  };
}
