import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents, type StreamEvent } from "./event-stream.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function read(chunks: Uint8Array[]): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test("[S-2] events, ids and data are read, comments are not events", async () => {
  const text = ': beat\n\nevent: session\nid: 7\ndata: {"a":1}\n\ndata: x\ndata: y\n\n';
  expect(await read([bytes(text)])).toEqual([
    { event: "session", id: "7", data: '{"a":1}' },
    { event: "message", id: "7", data: "x\ny" },
  ]);
});

test("fields are read by name, values lose one space, and others are passed over", async () => {
  const text =
    "event\ndata\n\nevent:a\ndata:b\n\ndata:  two\n\nretry: 5\nid:\ndata: x:y\n\nid: 0\0\ndata: z\n\n";
  expect(await read([bytes(text)])).toEqual([
    { event: "message", id: null, data: "" },
    { event: "a", id: null, data: "b" },
    { event: "message", id: null, data: " two" },
    { event: "message", id: "", data: "x:y" },
    { event: "message", id: "", data: "z" },
  ]);
});

test("an event without data is none, and its name is not the next one's", async () => {
  expect(await read([bytes("event: session\n\ndata: x\n\n")])).toEqual([
    { event: "message", id: null, data: "x" },
  ]);
});

test("a line may end with a carriage return alone", async () => {
  expect(await read([bytes("data: a\r\rdata: b\r"), bytes("\r\n")])).toEqual([
    { event: "message", id: null, data: "a" },
    { event: "message", id: null, data: "b" },
  ]);
});

test("an event without its closing blank line is not delivered", async () => {
  expect(await read([bytes("data: half\n")])).toEqual([]);
});

test("[S-2] the events do not depend on how the bytes are cut", async () => {
  const text = ": hi\r\n\r\nevent: session\r\nid: 1\r\ndata: ₹ मार्ग\r\n\r\nid: 2\ndata: b\n\n";
  const whole = await read([bytes(text)]);
  expect(whole).toHaveLength(2);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (sizes) => {
      const all = bytes(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < all.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(all.slice(at, at + size));
        at += size;
      }
      expect(await read(chunks)).toEqual(whole);
    }),
  );
});

test("[S-2] a comment is no event, but shows that the connection is alive", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes(": still here\n\n"));
      controller.close();
    },
  });
  let chunks = 0;
  for await (const event of readEvents(body, () => (chunks += 1))) throw new Error(event.data);
  expect(chunks).toBe(1);
});

test("a reader that stops closes the connection", async () => {
  let closed = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes("data: 1\n\ndata: 2\n\n")),
    cancel: () => void (closed = true),
  });
  for await (const event of readEvents(body)) {
    expect(event.data).toBe("1");
    break;
  }
  expect(closed).toBe(true);
});
