import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number };
export type Received = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};

type Batch = { resourceSpans: { scopeSpans: { spans: Received[] }[] }[] };

/** Receives traces as OTLP over HTTP (JSON), and stores them completely. */
export async function startTraceReceiver() {
  const spans: Received[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const part of request.setEncoding("utf8")) text += part as string;
      texts.push(text);
      const { resourceSpans } = JSON.parse(text) as Batch;
      spans.push(...resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
