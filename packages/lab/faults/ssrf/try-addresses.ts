import { createServer, type Server } from "node:net";
import { createServer as createHttp } from "node:http";
import { partnerCallers } from "@voltmarg/testkit/test-bed";
import { hostileUrls, NAMES } from "./addresses.ts";

export type SsrfEnd = {
  ok: boolean;
  forms: number;
  callers: number;
  tried: number;
  connections: number;
  answered: number;
};

type Resolve = Parameters<typeof partnerCallers>[0];
const AT_ONCE = 16;
const MOST_TOLD = 10;

/**
 * Everything that calls URLs of others calls each hostile one, while a listener runs on every address of this
 * machine; then a partner's answer redirects there. No call may arrive. `broken`: without the check, as outside
 * PROD.
 */
export async function tryAddresses(
  { broken }: { broken: boolean },
  say: (line: string) => void,
): Promise<SsrfEnd> {
  let connections = 0;
  const listener = await listen("::", () => connections++);
  const { port } = listener.address() as { port: number };
  const urls = hostileUrls(port);
  const callers = partnerCallers(resolve, broken);
  let tried = 0;
  let answered = 0;
  try {
    const work = callers.flatMap(({ name, call }) => urls.map((url) => ({ name, call, url })));
    const next = work.values();
    const lane = async () => {
      for (const { name, call, url } of next) {
        tried++;
        if (!(await isAnswered(call(url)))) continue;
        answered++;
        if (answered <= MOST_TOLD) say(`  ${name} was answered by ${JSON.stringify(url)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const followed = await redirected(port);
    tried += followed.tried;
    // A listener that receives nothing at all would prove nothing.
    const heard = connections;
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (connections === heard) throw new Error("nobody listens");
    connections = heard;
    const ok = connections === 0 && answered === 0 && urls.length >= 60;
    const end = { ok, forms: urls.length, callers: callers.length, tried, connections, answered };
    say(
      `ssrf forms=${end.forms} callers=${end.callers} tried=${tried} redirects=${followed.tried} connections=${connections} answered=${answered}`,
    );
    return end;
  } finally {
    listener.close();
  }
}

/** A partner at an allowed address redirects to these; no redirect may be followed. */
async function redirected(port: number): Promise<{ tried: number }> {
  const to = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`];
  let tried = 0;
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of to) {
      const server = createHttp((_request, response) =>
        response.writeHead(status, { location }).end(),
      );
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
      const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
      for (const { call } of partnerCallers(resolve, true)) {
        tried++;
        await call(url).catch(() => undefined);
      }
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  }
  return { tried };
}

/** Whether the result shows that the listener answered. */
async function isAnswered(work: Promise<unknown>): Promise<boolean> {
  const given = await work.catch(() => null);
  if (given === null || given === undefined || typeof given !== "object") return false;
  if ("is" in given) return given.is === "sent";
  return "ok" in given ? given.ok === true : "status" in given;
}

const resolve = ((host: string, _options: object, callback: (...args: unknown[]) => void) => {
  const addresses = NAMES[host.toLowerCase()] ?? ["127.0.0.1"];
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  );
}) as unknown as Resolve;

function listen(host: string, onConnection: () => void): Promise<Server> {
  const server = createServer((socket) => {
    onConnection();
    socket.on("error", () => undefined);
    socket.resume();
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
  });
  return new Promise((ready) => server.listen(0, host, () => ready(server)));
}
