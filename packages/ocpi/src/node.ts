import type { IncomingMessage, ServerResponse as NodeResponse } from "node:http";
import type { ServerRequest, ServerResponse } from "./server/server.ts";
import type { Transport } from "./transport.ts";

/** Five times as much as a location of a thousand EVSEs. */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * A transport over `fetch`, without redirects. It calls every address that a peer names: where peers are strangers, a
 * transport of your own must refuse addresses of your network. `timeoutMs`: for the whole answer.
 */
export function fetchTransport({
  timeoutMs = 30_000,
  signal,
}: { timeoutMs?: number; signal?: AbortSignal } = {}): Transport {
  return async ({ method, url, headers, body }) => {
    const late = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method,
      headers,
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(body === undefined ? {} : { body }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

/**
 * A listener for `http.createServer` that answers with a server of `createOcpiServer`. A body over 5 MB is answered with
 * HTTP 413.
 */
export function nodeListener(server: {
  handle(request: ServerRequest): Promise<ServerResponse>;
}): (request: IncomingMessage, response: NodeResponse) => void {
  return (request, response) => {
    void answer(request, server)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      // The connection is gone.
      .catch(() => response.destroy());
  };
}

async function answer(
  request: IncomingMessage,
  server: { handle(request: ServerRequest): Promise<ServerResponse> },
): Promise<ServerResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return { status: 413, headers: { connection: "close" }, body: "" };
    chunks.push(chunk);
  }
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  return server.handle({
    method: request.method ?? "GET",
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  });
}
