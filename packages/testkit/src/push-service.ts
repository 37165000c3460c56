import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { trustedPair } from "./self-signed.ts";

/** One request for one subscription. */
export type Pushed = {
  device: string;
  /** Milliseconds of the given clock. */
  at: number;
  topic: string | undefined;
  ttl: number;
  urgency: string | undefined;
  /** The decrypted payload; null: none was sent. */
  payload: unknown;
  /** Violations of the standards in the request; empty: none. */
  faults: string[];
  status: number;
};
export type PushAnswer = { status: number; headers?: Record<string, string> };

export type PushService = {
  url: string;
  pushed: Pushed[];
  /** A new subscription of a browser, in the form of a device token. */
  subscribe(): { device: string; token: string };
  /** Status of the next answers; 201 by default. */
  answerBy(answer: (pushed: Omit<Pushed, "status">) => PushAnswer | null): void;
  close(): Promise<void>;
};

type Browser = { ecdh: ReturnType<typeof createECDH>; auth: Buffer };

/**
 * A push service as in RFC 8030, over TLS, with the browsers behind it: decrypts by RFC 8291 and verifies the sender
 * by RFC 8292, both implemented independently of the service. This process trusts its certificate.
 */
export async function startPushService(options: {
  now: () => number;
  /** The sender's public key, in base64url. */
  senderKey: string;
}): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const pushed: Pushed[] = [];
  let answerBy: Parameters<PushService["answerBy"]>[0] = () => null;
  const server = createServer(trustedPair(), (request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const device = (request.url ?? "").replace("/push/", "");
      const browser = browsers.get(device);
      if (request.method !== "POST" || !browser) return response.writeHead(404).end();
      const seen = read(request, Buffer.concat(parts), device, browser);
      const { status, headers = {} } = answerBy(seen) ?? { status: 201 };
      pushed.push({ ...seen, status });
      response.writeHead(status, {
        location: `${url}/message/${randomBytes(6).toString("hex")}`,
        ...headers,
      });
      response.end();
    })();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const read = (
    request: IncomingMessage,
    body: Buffer,
    device: string,
    browser: Browser,
  ): Omit<Pushed, "status"> => {
    const header = (name: string) => request.headers[name] as string | undefined;
    const faults = faultsOf(header("authorization"), url, options.senderKey);
    const ttl = Number(header("ttl") ?? NaN);
    if (!Number.isInteger(ttl) || ttl < 0) faults.push("no TTL");
    const topic = header("topic");
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) faults.push("a topic that is none");
    if (body.length > 4096) faults.push("too large");
    let payload: unknown = null;
    if (body.length > 0) {
      if (header("content-encoding") !== "aes128gcm") faults.push("not aes128gcm");
      try {
        payload = JSON.parse(decrypt(body, browser));
      } catch (error) {
        faults.push(`cannot be decrypted: ${String(error)}`);
      }
    }
    return { device, at: options.now(), topic, ttl, urgency: header("urgency"), payload, faults };
  };

  return {
    url,
    pushed,
    subscribe: () => {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys("base64url");
      const auth = randomBytes(16);
      const device = randomBytes(12).toString("hex");
      browsers.set(device, { ecdh, auth });
      const keys = { p256dh, auth: auth.toString("base64url") };
      const endpoint = `${url}/push/${device}`;
      return { device, token: JSON.stringify({ endpoint, expirationTime: null, keys }) };
    },
    answerBy: (answer) => {
      answerBy = answer;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** RFC 8292: a JWT signed by the key it names, for this service, that expires within a day. */
function faultsOf(authorization: string | undefined, origin: string, senderKey: string): string[] {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/i.exec(authorization ?? "");
  if (!match) return ["no VAPID"];
  const [, head = "", claims = "", signature = "", key = ""] = match;
  const faults: string[] = [];
  if (key !== senderKey) faults.push("another's key");
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) faults.push("a signature that does not hold");
  const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
    aud?: string;
    exp?: number;
    sub?: string;
  };
  if (said.aud !== origin) faults.push(`meant for ${said.aud}`);
  const left = (said.exp ?? 0) - Date.now() / 1000;
  if (left <= 0 || left > 86_400) faults.push("ends when it must not");
  if (!/^(mailto:|https:)/.test(said.sub ?? "")) faults.push("names nobody to write to");
  return faults;
}

/** RFC 8291 and 8188, the browser's side, one record. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const sender = body.subarray(21, 21 + length);
  const derive = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const sealed = body.subarray(21 + length);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
}
