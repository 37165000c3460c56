import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Profile } from "../config/config.ts";
import { isTraced, traced, traceparent } from "../observability/tracing.ts";
import type { Recipient } from "./recipients.ts";
import { mayBeNamed } from "./public-address.ts";

export type OutboundRequest = {
  /** Who gets data of drivers by it, as the privacy notice names them; NOBODY: it has none. */
  to: Recipient | "NOBODY";
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
  /** The request is idempotent: a POST then uses persistent connections too. */
  repeatable?: boolean;
  /** Sends the traceparent header. */
  tellTrace?: boolean;
  /** The only hosts (with port) this request may go to; absent: any public one. */
  hosts?: ReadonlySet<string>;
  /** The address is a setting of the provider's: it may be private, and plain http. Never for one that others name. */
  own?: boolean;
  /** Milliseconds in total, and bytes of the answer; less than the usual. */
  timeoutMs?: number;
  mostBytes?: number;
};
export type OutboundResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The body as bytes, for content that is not text. */
  bytes?: Buffer;
};
/** Sends one request. Rejects with OutboundError when no complete answer came. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundResponse>;

export class OutboundError extends Error {
  /** False: it certainly was not sent, because it was refused here or no connection was made. */
  readonly sent: boolean;
  /** We refused to send it, which says nothing about the other side. */
  readonly refused: boolean;
  constructor(message: string, options: ErrorOptions & { sent?: boolean; refused?: boolean } = {}) {
    super(message, options);
    this.refused = options.refused ?? false;
    this.sent = options.sent ?? !this.refused;
  }
}

const CONNECT_MS = 5_000;
const TOTAL_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const SOCKETS_PER_HOST = 16;

type Resolve = typeof systemLookup;

/**
 * Outgoing HTTP with hard limits: 5 s to connect, 10 s in total, 5 MB, no redirects. Every address is checked when the
 * connection is made, so that a name cannot change its address after the check. Allowed are public addresses, outside
 * PROD loopback and plain http, and for `own` every address.
 */
export function createOutbound(profile: Profile, resolve: Resolve = systemLookup): Outbound {
  const open = profile !== "PROD";
  const kept = { keepAlive: true, maxSockets: SOCKETS_PER_HOST, timeout: 60_000 };
  const agents = { "http:": new HttpAgent(kept), "https:": new HttpsAgent(kept) };
  const publicOnly: LookupFunction = (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const usable = addresses.filter(({ address }) => mayBeNamed(address, open));
      const first = usable[0];
      if (!first) return callback(notSent("the address is not public"), "", 0);
      // Node requests all addresses when it tries one after another.
      if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });

  const send: Outbound = (outgoing) =>
    new Promise((answer, reject) => {
      const checked = check(outgoing, open);
      if (checked instanceof OutboundError) return reject(checked);
      const url = checked;
      const secure = url.protocol === "https:";
      let connected = false;
      const request = (secure ? httpsRequest : httpRequest)(url, {
        method: outgoing.method,
        headers: {
          ...outgoing.headers,
          ...(outgoing.body === undefined
            ? {}
            : { "content-length": Buffer.byteLength(outgoing.body) }),
        },
        timeout: CONNECT_MS,
        // A request that must not be repeated never uses a persistent connection, which may be closing at that moment.
        agent:
          outgoing.method === "POST" && !outgoing.repeatable
            ? false
            : agents[secure ? "https:" : "http:"],
        lookup: outgoing.own ? resolve : publicOnly,
      });
      const give = (message: string) =>
        request.destroy(new OutboundError(message, { sent: connected }));
      const total = setTimeout(() => give("no answer in time"), outgoing.timeoutMs ?? TOTAL_MS);
      request.on("timeout", () => give("no connection in time"));
      request.on("socket", (socket) => {
        const ready = () => {
          connected = true;
          request.setTimeout(0);
        };
        // A reused socket is connected already.
        if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", ready);
        else ready();
      });
      const fail = (error: Error) => {
        clearTimeout(total);
        reject(
          error instanceof OutboundError
            ? error
            : new OutboundError(error.message, { cause: error, sent: connected }),
        );
      };
      request.on("error", fail);
      request.on("response", (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > (outgoing.mostBytes ?? MAX_BYTES)) give("the answer is too large");
          else chunks.push(chunk);
        });
        response.on("error", () => fail(new OutboundError("the answer broke off")));
        response.on("aborted", () => fail(new OutboundError("the answer broke off")));
        response.on("end", () => {
          clearTimeout(total);
          const headers: Record<string, string> = {};
          for (const [name, value] of Object.entries(response.headers)) {
            if (value !== undefined)
              headers[name] = Array.isArray(value) ? value.join(", ") : value;
          }
          const bytes = Buffer.concat(chunks);
          const status = response.statusCode ?? 0;
          answer({ status, headers, body: bytes.toString("utf8"), bytes });
        });
      });
      request.end(outgoing.body);
    });
  return (outgoing) => (isTraced() ? sendTraced(send, outgoing) : send(outgoing));
}

/** Only the host of a URL is traced: the rest may identify a driver or contain a secret. */
function sendTraced(send: Outbound, outgoing: OutboundRequest): Promise<OutboundResponse> {
  const { method, url, headers } = outgoing;
  const attributes = {
    "http.request.method": method,
    "server.address": URL.canParse(url) ? new URL(url).host : "",
    ...(headers["x-request-id"] ? { "http.request.id": headers["x-request-id"] } : {}),
    ...(headers["x-correlation-id"] ? { "ocpi.correlation_id": headers["x-correlation-id"] } : {}),
  };
  return traced({ name: method, kind: "client", attributes }, async (note) => {
    const trace = outgoing.tellTrace ? traceparent() : null;
    const answer = await send(
      trace ? { ...outgoing, headers: { ...headers, traceparent: trace } } : outgoing,
    );
    note({ "http.response.status_code": answer.status });
    return answer;
  });
}

const notSent = (message: string) => new OutboundError(message, { refused: true });

/** The URL of a request, or the reason why it may not be called. */
function check({ url: text, hosts, own }: OutboundRequest, open: boolean): URL | OutboundError {
  if (!URL.canParse(text)) return notSent("the address is not a URL");
  const url = new URL(text);
  if (url.protocol !== "https:" && !((open || own) && url.protocol === "http:")) {
    return notSent(`${url.protocol} is not allowed`);
  }
  if (url.username || url.password) return notSent("the address names a user");
  if (hosts && !hosts.has(url.host.toLowerCase())) return notSent(`${url.host} is not allowed`);
  // An IP address in the URL is connected to without a lookup, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!own && isIP(host) !== 0 && !mayBeNamed(host, open))
    return notSent("the address is not public");
  return url;
}
