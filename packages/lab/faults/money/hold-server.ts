// Places, captures and releases holds over HTTP with the service's own functions on its database, in a process that
// can be killed like the service. A charge through an operator would take seconds for each of them.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  captureHold,
  openDatabase,
  placeHold,
  releaseHold,
  sqlState,
} from "@voltmarg/testkit/ledger";

export type HoldOrder =
  | { do: "hold"; userId: string; sessionId: string; amount: number }
  | { do: "capture"; userId: string; sessionId: string; cdrId: string; total: number }
  | { do: "release"; userId: string; sessionId: string };

const database = openDatabase(process.env["DATABASE_URL"] ?? "", () => {}, 24);

async function book(order: HoldOrder): Promise<boolean> {
  const at = new Date();
  const { userId, sessionId } = order;
  return database.transact(async (tx) => {
    switch (order.do) {
      case "hold":
        return placeHold(tx, {
          userId,
          sessionId,
          amount: BigInt(order.amount),
          reason: "Held for Baner Hub",
          at,
        });
      case "capture":
        return captureHold(tx, {
          userId,
          sessionId,
          cdrId: order.cdrId,
          total: BigInt(order.total),
          gst: (BigInt(order.total) * 18n) / 118n,
          reason: "Baner Hub",
          at,
        });
      case "release":
        return releaseHold(tx, { userId, sessionId, status: "RELEASED", reason: "Back", at });
    }
  });
}

async function read(request: IncomingMessage): Promise<HoldOrder> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as HoldOrder;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const booked = await book(await read(request));
    // Sometimes the answer is lost after the commit, as by a kill at that moment.
    if (Math.random() < 0.02) request.socket.destroy();
    else response.end(JSON.stringify({ booked }));
  } catch (error) {
    const state = sqlState(error) ?? String(error);
    const refused = state === "23514" || state.startsWith("VM");
    response.writeHead(refused ? 409 : 503).end(JSON.stringify({ state }));
  }
}

const server = createServer((request, response) => {
  void answer(request, response);
});
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ ready: true, url: `http://127.0.0.1:${port}` });
});
process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
