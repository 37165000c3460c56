export type StreamEvent = { event: string; id: string | null; data: string };

/**
 * Reads server-sent events out of a byte stream (WHATWG HTML, 9.2.6). `onChunk` is called for everything that comes,
 * comments included, so that the caller can tell a quiet connection from a dead one.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void = () => {},
): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const take = createParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      yield* take(decoder.decode(value, { stream: true }));
    }
  } finally {
    // A reader that stops closes the connection.
    await reader.cancel().catch(() => {});
  }
}

/** Accepts the text in pieces, cut anywhere; returns the events that each piece completes. */
function createParser(): (text: string) => StreamEvent[] {
  let rest = "";
  let event = "";
  let id: string | null = null;
  let data: string[] = [];
  const complete = (): StreamEvent[] => {
    const events =
      data.length > 0 ? [{ event: event || "message", id, data: data.join("\n") }] : [];
    event = "";
    data = [];
    return events;
  };
  const take = (line: string): StreamEvent[] => {
    if (line === "") return complete();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    return [];
  };
  return (text) => {
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    return lines.flatMap(take);
  };
}
