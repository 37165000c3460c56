import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchTransport, type Transport } from "@voltmarg/ocpi";

const maxBody = 5 * 1024 * 1024;
const answerWithinMs = 10_000;

/** `wire`: a fault of the connection for this answer; absent: it is delivered. */
export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body: string;
  /** A binary body instead of text. */
  bytes?: Buffer;
  wire?: "cut" | "drip" | "hang";
};
export type Handler = (request: IncomingMessage, url: URL, body: string) => Promise<Answer>;

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** Outgoing requests, with a timeout and an abort when the simulator closes. */
export const createTransport = (closing: AbortSignal): Transport =>
  fetchTransport({ timeoutMs: answerWithinMs, signal: closing });

export async function listen(
  host: string,
  port: number,
  handle: Handler,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void serve(request, response, handle);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${actual}`, server };
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: Handler) {
  let answer: Answer;
  try {
    const body = await readBody(request);
    answer =
      body === null
        ? json(413, { message: "the body is larger than 5 MB" })
        : await handle(request, new URL(request.url ?? "/", "http://sim"), body);
  } catch (error) {
    answer = json(500, { message: error instanceof Error ? error.message : "internal error" });
  }
  if (answer.wire === "cut") return void request.socket.destroy();
  if (answer.wire === "hang") return;
  response.writeHead(answer.status, answer.headers);
  if (answer.wire === "drip") drip(response, answer.body);
  else response.end(answer.bytes ?? answer.body);
}

function drip(response: ServerResponse, body: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < body.length) response.write(body.slice(sent, (sent += 1)));
    else response.end();
    if (sent >= body.length) clearInterval(timer);
  }, 500);
  response.on("close", () => clearInterval(timer));
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
