export type ServerEvent = { event: string; id: string; data: string };

/** Reads server-sent events from a response body (WHATWG HTML, 9.2 Server-sent events). */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event: ServerEvent = { event: "message", id: "", data: "" };
      for (const line of block.split(/\r?\n/)) {
        const field = /^(event|id|data): ?(.*)$/.exec(line);
        if (field?.[1] === "data") event.data += (event.data && "\n") + field[2];
        else if (field) event[field[1] as "event" | "id"] = field[2] ?? "";
      }
      if (event.data) yield event;
    }
  }
}
