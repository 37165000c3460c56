import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { charging } from "@voltmarg/contract";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createShutdown } from "../shutdown.ts";
import type { Gate } from "./admit.ts";
import { mountStream, type EventStream } from "./stream.ts";

const app = fastify();
const streams: EventStream[] = [];
let counted = 0;
beforeAll(async () => {
  const gate = {
    driverOf: async () => ({ userId: "usr_1", sid: "sid_1" }),
    spend: () => null,
    sent: () => {},
  } as unknown as Gate;
  const gauge = { inc: () => (counted += 1), dec: () => (counted -= 1) };
  const signIns = { holding: async () => new Set<never>(), onEnded: () => {} };
  mountStream(app, gate, signIns, gauge, createShutdown(), {
    ...charging.liveSessions,
    open: async (_caller, _lastEventId, stream) => void streams.push(stream),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

/** A client that opens a stream and reads nothing of it, as one that lost its network: what is sent to it waits. */
async function openUnread() {
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.write(
    `GET ${charging.liveSessions.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer x\r\n\r\n`,
  );
  const before = streams.length;
  await vi.waitUntil(() => streams.length > before, { timeout: 20_000 });
  const [socket] = await accepted;
  while (socket.writableLength === 0) {
    socket.write("x".repeat(65_536));
    await new Promise(setImmediate);
  }
  return { client, stream: streams.at(-1)! };
}

test("[S-2] events after the end of a stream that its client does not read are dropped, and it is cut off", async () => {
  const { client, stream } = await openUnread();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    stream.send("session", "1", {});
    stream.end();
    stream.send("session", "2", {});
    stream.end();
    vi.advanceTimersByTime(9_999);
    await new Promise(setImmediate);
    expect(counted).toBe(1);
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await vi.waitUntil(() => counted === 0, { timeout: 20_000 });
  client.destroy();
  await once(client, "close");
});
