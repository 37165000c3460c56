import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A proxy to a service whose app is rebuilt while in use: after `build()` its service worker is a different
 * file. Everything else passes through unchanged.
 */
export async function startBuildingProxy(target: string) {
  let builds = 0;
  const { hostname, port } = new URL(target);
  const onward = (from: IncomingMessage, to: ServerResponse) => {
    const isWorker = from.url === "/sw.js" && builds > 0;
    const { "if-none-match": _tag, "if-modified-since": _since, ...others } = from.headers;
    // No cache has the new file yet, and a compressed one could not be appended to.
    const headers = isWorker ? { ...others, "accept-encoding": "identity" } : from.headers;
    const asked = request(
      { hostname, port, path: from.url, method: from.method, headers },
      (answer) => {
        const { "content-length": length, ...rest } = answer.headers;
        const more = isWorker ? `\n// build ${builds}\n` : "";
        const size = length === undefined ? {} : { "content-length": Number(length) + more.length };
        to.writeHead(answer.statusCode ?? 502, { ...rest, ...size });
        answer.on("data", (bytes) => to.write(bytes));
        answer.on("end", () => to.end(more));
      },
    );
    asked.on("error", () => to.destroy());
    to.on("close", () => asked.destroy());
    from.pipe(asked);
  };
  const server = createServer(onward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    build: () => (builds += 1),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
