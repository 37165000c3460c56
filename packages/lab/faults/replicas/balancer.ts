// A load balancer before replicas: round robin over those whose readiness check passes.
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { Say } from "../../report.ts";

export type Balancer = {
  url: string;
  /** How many requests a draining replica broke off while its process was alive. */
  readonly brokenByDrains: number;
  /** How many replicas receive requests now. */
  readonly ready: number;
  /** From now on broken requests at this replica count as its fault: it was asked to drain, not killed. */
  leaving(port: number, isLeaving: boolean): void;
  close(): Promise<void>;
};

type Upstream = {
  port: number;
  ready: boolean;
  /** When it was asked to drain, by `performance.now()`; null: it was not. */
  leavingSince: number | null;
  looking: boolean;
  /** Requests that are not answered yet. */
  underWay: number;
  agent: Agent;
};

const LOOK_EVERY_MS = 250;
/** As `maxconn` in `deploy/haproxy`. */
const PARTNERS_AT_ONCE = 64;
const MOST_BODY = 8 * 1024 * 1024;

/**
 * Listens on `port` and forwards to the replicas on `ports` of this machine, round robin. `partnersFirst`: messages of
 * operators go to the first replica that has a place free, as with `deploy/haproxy`.
 */
export async function startBalancer(
  port: number,
  ports: readonly number[],
  say: Say,
  partnersFirst = false,
): Promise<Balancer> {
  const upstreams = ports.map((each): Upstream => ({
    port: each,
    ready: false,
    leavingSince: null,
    looking: false,
    underWay: 0,
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  }));
  let turn = 0;
  let brokenByDrains = 0;

  const next = ({ url }: IncomingMessage, tried: ReadonlySet<Upstream>): Upstream | undefined => {
    if (partnersFirst && url?.startsWith("/ocpi/")) {
      const able = upstreams.filter((each) => each.ready && !tried.has(each));
      return able.find((each) => each.underWay < PARTNERS_AT_ONCE) ?? able[0];
    }
    for (let n = 0; n < upstreams.length; n += 1) {
      const candidate = upstreams[(turn += 1) % upstreams.length]!;
      if (candidate.ready && !tried.has(candidate)) return candidate;
    }
    return undefined;
  };

  const handOn = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    tried: Set<Upstream>,
  ): void => {
    const upstream = next(incoming, tried);
    if (!upstream) {
      response
        .writeHead(503, { "retry-after": "1", "content-type": "application/problem+json" })
        .end(JSON.stringify({ code: "UNAVAILABLE", message: "no replica is ready" }));
      return;
    }
    tried.add(upstream);
    const outgoing = request({
      agent: upstream.agent,
      host: "127.0.0.1",
      port: upstream.port,
      method: incoming.method,
      path: incoming.url,
      // Without X-Forwarded-For: the list of codes is shown to this machine only, and not through a proxy.
      headers: incoming.headers,
    });
    let sent = false;
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) sent = true;
      else socket.once("connect", () => (sent = true));
    });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // The first bytes of a stream must not wait for the next ones.
      response.flushHeaders();
      answer.pipe(response);
      answer.on("error", () => response.destroy());
      answer.on("aborted", () => response.destroy());
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy();
      if (upstream.leavingSince !== null && sent) {
        brokenByDrains += 1;
        const seconds = ((performance.now() - upstream.leavingSince) / 1_000).toFixed(1);
        const how = `${error.code ?? error.message}${outgoing.reusedSocket ? ", connection used before" : ""}`;
        say(
          `  broken ${seconds} s after a drain began: ${incoming.method} ${incoming.url} (${how})`,
        );
      }
      // A request that may have taken effect is not repeated: that is the caller's decision.
      if (!sent || incoming.method === "GET") return handOn(incoming, body, response, tried);
      response.writeHead(502).end();
    });
    upstream.underWay += 1;
    outgoing.on("close", () => (upstream.underWay -= 1));
    response.on("close", () => outgoing.destroy());
    outgoing.end(body);
  };

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BODY) incoming.destroy();
      else chunks.push(chunk);
    });
    incoming.on("error", () => response.destroy());
    incoming.on("end", () => handOn(incoming, Buffer.concat(chunks), response, new Set()));
  });
  const look = async (upstream: Upstream) => {
    // One check after another: an older result must not overwrite a newer one.
    if (upstream.looking) return;
    upstream.looking = true;
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${upstream.port}/readyz`, { signal }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer().catch(() => {});
    upstream.ready = answer?.ok ?? false;
    upstream.looking = false;
  };
  const timer = setInterval(() => {
    for (const upstream of upstreams) void look(upstream);
  }, LOOK_EVERY_MS);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    get brokenByDrains() {
      return brokenByDrains;
    },
    get ready() {
      return upstreams.filter(({ ready }) => ready).length;
    },
    leaving: (at, isLeaving) => {
      for (const upstream of upstreams)
        if (upstream.port === at) upstream.leavingSince = isLeaving ? performance.now() : null;
    },
    close: async () => {
      clearInterval(timer);
      for (const { agent } of upstreams) agent.destroy();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
