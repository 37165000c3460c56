import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

/** A real HTTP server that answers as the test says and remembers what it was asked. */
export async function startService(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: "" };
    seen.push(one);
    request.setEncoding("utf8").on("data", (part: string) => (one.body += part));
    request.on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    seen,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
