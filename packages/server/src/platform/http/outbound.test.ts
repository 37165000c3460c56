import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createOutbound, OutboundError } from "./outbound.ts";

const failureOf = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    return error as OutboundError;
  }
  throw new Error("it did not fail");
};

async function serving<T>(handle: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("no form of an address reaches this machine in PROD", async () => {
  let reached = 0;
  await serving(
    (_request, response) => {
      reached++;
      response.end();
    },
    async (url) => {
      const { port } = new URL(url);
      const hosts =
        `127.0.0.1 localhost 127.1 2130706433 0x7f000001 0177.0.0.1 0.0.0.0 [::1] [::ffff:127.0.0.1]
        [::ffff:7f00:1] [::] 127.0.0.1. localhost. user@127.0.0.1 127.0.0.1%2f@example.com`.split(
          /\s+/,
        );
      const send = createOutbound("PROD");
      for (const host of hosts) {
        for (const scheme of ["https", "http", "ftp", "file"]) {
          const failure = await failureOf(
            send({ to: "NOBODY", method: "GET", url: `${scheme}://${host}:${port}/`, headers: {} }),
          );
          expect(failure).toBeInstanceOf(OutboundError);
          expect(failure.sent).toBe(false);
        }
      }
    },
  );
  expect(reached).toBe(0);
});

test("a name that changes its address after the first lookup is checked again at the connection", async () => {
  let asked = 0;
  const rebinding = ((_host: string, _options: object, callback: (...args: unknown[]) => void) => {
    asked++;
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  }) as never;
  const failure = await failureOf(
    createOutbound(
      "PROD",
      rebinding,
    )({ to: "NOBODY", method: "GET", url: "https://peer.example/", headers: {} }),
  );
  expect([asked, failure.sent, failure.message]).toEqual([1, false, "the address is not public"]);
});

test("a redirect is not followed, and a host that was not registered is not called", async () => {
  await serving(
    (_request, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    async (url) => {
      const send = createOutbound("TEST");
      expect((await send({ to: "NOBODY", method: "GET", url, headers: {} })).status).toBe(302);
      const failure = await failureOf(
        send({ to: "NOBODY", method: "GET", url, headers: {}, hosts: new Set(["peer.example"]) }),
      );
      expect([failure.sent, failure.message]).toEqual([
        false,
        `${new URL(url).host} is not allowed`,
      ]);
    },
  );
});

test("errors distinguish requests that were not sent from those that may have arrived", async () => {
  const send = createOutbound("TEST");
  const port = await serving(
    (_request, response) => response.end(),
    async (url) => new URL(url).port,
  );
  const nobody = await failureOf(
    send({
      to: "NOBODY",
      method: "POST",
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body: "{}",
    }),
  );
  expect(nobody.sent).toBe(false);
  const cut = await serving(
    (request) => request.socket.destroy(),
    (url) => failureOf(send({ to: "NOBODY", method: "POST", url, headers: {}, body: "{}" })),
  );
  expect(cut.sent).toBe(true);
});

test("an answer of more than five megabytes, or one that breaks off, is an error", async () => {
  const send = createOutbound("TEST");
  const large = await serving(
    (_request, response) => {
      response.on("error", () => {});
      response.end(Buffer.alloc(6 * 1024 * 1024));
    },
    (url) => failureOf(send({ to: "NOBODY", method: "GET", url, headers: {} })),
  );
  expect(large.message).toBe("the answer is too large");
  const half = await serving(
    (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{");
      setImmediate(() => response.destroy());
    },
    (url) => failureOf(send({ to: "NOBODY", method: "GET", url, headers: {} })),
  );
  expect(half.sent).toBe(true);
});
