import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The response status; 0 until there is one. */
  status: number;
};

/**
 * A proxy to a service that records requests and passes everything on unchanged; when told to, it delays some
 * of them.
 */
export async function startRecorder(target: string) {
  let slow: (path: string) => number = () => 0;
  const received: Received[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((from, to) => {
    const { method = "", url: path = "", headers } = from;
    const noted: Received = { method, path, headers, status: 0 };
    received.push(noted);
    const pass = () => from.pipe(onward);
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      noted.status = answer.statusCode ?? 0;
      to.writeHead(noted.status, answer.headers);
      answer.pipe(to);
    });
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    setTimeout(pass, slow(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    /** How long calls to a path wait before they go on, ms. */
    slowDown: (ms: (path: string) => number) => void (slow = ms),
    /** API calls, not the page and its files. */
    calls: () => received.filter(({ path }) => /^\/(api|auth)\//.test(path)),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
