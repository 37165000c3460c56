import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type StandIn = {
  url: string;
  objects: Map<string, Buffer>;
  /** How many of the next requests are answered by 503. */
  fail(times: number): void;
  close(): Promise<void>;
};

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/**
 * The part of S3 that a bucket of blobs needs, over real HTTP. Each request's signature is recomputed from AWS's
 * description of Signature Version 4 and compared: a wrong signature gets 403.
 */
export async function startS3(keys: { id: string; secret: string }): Promise<StandIn> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts);
      const path = new URL(request.url ?? "/", "http://x").pathname;
      const say = (status: number, text: string | Buffer = "", type = "application/xml") =>
        response.writeHead(status, { "content-type": type }).end(text);
      if (failures > 0) {
        failures--;
        return say(503, "<Error><Code>SlowDown</Code></Error>");
      }
      if (!isSigned(request, body, keys))
        return say(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
      if (request.method === "PUT") {
        objects.set(path, body);
        return say(200);
      }
      if (request.method === "DELETE") {
        objects.delete(path);
        return say(204);
      }
      const found = objects.get(path);
      return found
        ? say(200, found, "image/jpeg")
        : say(404, "<Error><Code>NoSuchKey</Code><Message>none</Message></Error>");
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fail: (times) => {
      failures = times;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { id, secret }: { id: string; secret: string },
): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? "",
    );
  if (!match || match[1] !== id) return false;
  const [, , day = "", region = "", names = "", signature] = match;
  const header = (name: string) => String(request.headers[name] ?? "").trim();
  const claimed = header("x-amz-content-sha256");
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return false;
  const url = new URL(request.url ?? "/", "http://x");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${header(name)}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(""), names, claimed].join(
    "\n",
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", header("x-amz-date"), scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request");
  return hmac(key, toSign).toString("hex") === signature;
}
