import { createServer as createHttp } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import { partnerCallers } from "@voltmarg/testkit/partner-callers";
import { afterAll, beforeAll, expect, test } from "vitest";

type Resolve = Parameters<typeof partnerCallers>[0];

/** Every notation of an address that leads to this machine, its network or the cloud's metadata services. */
const LITERALS =
  `127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001 0x7f.0.0.1 0177.0.0.1
  0x7F.0x0.0x0.0x1 127.0x0.0.1 0.0.0.0 0 127.0.0.1. [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::127.0.0.1] [0:0:0:0:0:ffff:7f00:0001] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [2002:7f00:1::1]
  [::ffff:0:7f00:1] ①②⑦.⓪.⓪.① １２７．０．０．１ 127。0。0。1 127%2e0%2e0%2e1 10.0.0.1 10.1 167772161 172.16.0.1
  172.31.255.254 192.168.0.1 192.168.1.254 100.64.0.1 169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376
  [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fe80::1] [fd00:ec2::254] [fc00::1] [fec0::1] 192.0.0.192 198.18.0.1
  224.0.0.1 240.0.0.1 255.255.255.255 [ff02::1]`.split(/\s+/);

/** Host names and what their look-up answers. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "sub.localhost": ["127.0.0.1"],
  "loopback.example": ["127.0.0.1"],
  "loopback6.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "private.example": ["10.0.0.7", "192.168.7.7"],
  "metadata.example": ["169.254.169.254"],
  "metadata.google.internal": ["169.254.169.254"],
  "unique-local.example": ["fd00::1"],
  "all-private.example": ["10.0.0.1", "127.0.0.1", "::1"],
  "evil.push.example": ["127.0.0.1"],
  "unspecified.example": ["0.0.0.0"],
  "unspecified6.example": ["::"],
};

/** URLs in every scheme and disguise, with the port of the listener. */
function hostileUrls(port: number): string[] {
  const plain = [...LITERALS, ...Object.keys(NAMES)].flatMap((host) =>
    ["https", "http"].map((scheme) => `${scheme}://${host}:${port}/x`),
  );
  const here = `127.0.0.1:${port}`;
  const disguised = [
    `peer.example@${here}/`,
    `peer.example:443@${here}/`,
    `${here}#@peer.example/`,
    `${here}?@peer.example/`,
    `${here}\\@peer.example/`,
  ].map((rest) => `https://${rest}`);
  const odd = [`https:\\\\${here}\\`, `https:${here}`, `https:///${here}/`, ` https://${here}/`];
  const broken = [`\thttps://${here}/`, `ht\ntps://${here}/`, `HTTPS://LOCALHOST:${port}/`];
  const others = [`//${here}/`, "/x", `ftp://${here}/`, `gopher://${here}/_GET`, `ws://${here}/`];
  const schemes = ["file:///etc/passwd", "data:application/json,{}", "javascript:1", ""];
  const sockets = ["unix:/var/run/docker.sock", "http://unix:/var/run/docker.sock:/x"];
  const blob = [`blob:https://${here}/1`];
  return [plain, disguised, odd, broken, others, schemes, sockets, blob].flat();
}

const resolve = ((host: string, _options: object, callback: (...args: unknown[]) => void) =>
  callback(
    null,
    (NAMES[host.toLowerCase()] ?? ["127.0.0.1"]).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    })),
  )) as unknown as Resolve;

/** Whether the result shows that the listener answered. */
async function isAnswered(work: Promise<unknown>): Promise<boolean> {
  const given = await work.catch(() => null);
  if (typeof given !== "object" || given === null) return false;
  if ("is" in given) return given.is === "sent";
  return "ok" in given ? given.ok === true : "status" in given;
}

let connections = 0;
let listener: Server;
let port: number;
beforeAll(async () => {
  listener = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
  });
  await new Promise<void>((ready) => listener.listen(0, "::", ready));
  ({ port } = listener.address() as AddressInfo);
});
afterAll(() => void listener.close());

test("no part of the service that calls a URL of others reaches this machine or its network in PROD", async () => {
  const urls = hostileUrls(port);
  const answered: string[] = [];
  for (const { name, call } of partnerCallers(resolve, false))
    await Promise.all(
      urls.map(async (url) => {
        if (await isAnswered(call(url))) answered.push(`${name}: ${url}`);
      }),
    );
  expect({ answered, connections }).toEqual({ answered: [], connections: 0 });
  expect(urls.length).toBeGreaterThan(150);
  // The listener can be reached, and is where the check is that of a developer's machine.
  await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  expect(connections).toBe(1);
  const [, , versions] = partnerCallers(resolve, true);
  await versions!.call(`http://127.0.0.1:${port}/`);
  expect(connections).toBe(2);
});

test("no part of the service that calls a URL of others follows a redirect", async () => {
  const before = connections;
  for (const status of [301, 302, 303, 307, 308])
    for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
      const server = createHttp((_request, response) =>
        response.writeHead(status, { location: `http://${host}:${port}/` }).end(),
      );
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      for (const { call } of partnerCallers(resolve, true)) await call(url).catch(() => undefined);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  expect(connections).toBe(before);
});
