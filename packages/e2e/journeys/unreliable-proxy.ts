import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A proxy to a service that can break: the page and its files still load, API calls fail. Journeys have no service
 * worker, which does this for a phone without network.
 */
export async function startWeakNetwork(target: string) {
  let broken = false;
  let busy: RegExp | null = null;
  let slow: RegExp | null = null;
  let held: (() => void)[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((from, to) => {
    if (broken && /^\/(api|auth)\//.test(from.url ?? "")) {
      from.socket.destroy();
      return;
    }
    if (busy?.test(from.url ?? "")) {
      from.resume();
      to.writeHead(503).end();
      return;
    }
    const onward = request(
      { hostname, port, path: from.url, method: from.method, headers: from.headers },
      (answer) => {
        const bring = () => {
          to.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(to);
        };
        if (slow?.test(from.url ?? "")) held.push(bring);
        else bring();
      },
    );
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    breaks: () => {
      broken = true;
      server.closeAllConnections();
    },
    /** Calls to matching paths are answered with an error by the proxy; null: none any more. */
    isBusyAt: (paths: RegExp | null) => (busy = paths),
    /** Answers to matching paths are held back until `release`. */
    holds: (paths: RegExp) => (slow = paths),
    release: () => {
      slow = null;
      for (const bring of held) bring();
      held = [];
    },
    heals: () => (broken = false),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
