import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Profile } from "../config.ts";

export type OutboundRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
};
export type OutboundResponse = { status: number; headers: Record<string, string>; body: string };
/** Sends one request. Rejects with OutboundError when no whole answer came. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundResponse>;

export class OutboundError extends Error {}

const CONNECT_MS = 5_000;
const TOTAL_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;

/** Loopback, private, link-local, carrier-grade and other addresses no partner has any business naming. */
export function isPrivateAddress(address: string): boolean {
  const v4 = address.toLowerCase().startsWith("::ffff:") ? address.slice(7) : address;
  if (isIP(v4) === 4) {
    const [a = 0, b = 0] = v4.split(".").map(Number);
    return (
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && (b === 168 || b === 0)) ||
      (a === 198 && (b === 18 || b === 19))
    );
  }
  const low = address.toLowerCase();
  return (
    low === "::" || low === "::1" || /^(f[cd]|fe[89ab]|ff)/.test(low) || low.startsWith("64:ff9b:")
  );
}

/**
 * Outgoing HTTP with hard limits: 5 s to connect, 10 s in all, 5 MB, no redirects. In PROD only https to public
 * addresses, checked at connect time so that a name cannot change its address between check and use.
 */
export function createOutbound(profile: Profile): Outbound {
  const guarded = profile === "PROD";
  return (outgoing) =>
    new Promise((resolve, reject) => {
      let url: URL;
      try {
        url = new URL(outgoing.url);
      } catch {
        return reject(new OutboundError("the address is not a URL"));
      }
      if (url.protocol !== "https:" && (guarded || url.protocol !== "http:")) {
        return reject(new OutboundError(`${url.protocol} is not allowed`));
      }
      if (
        guarded &&
        isIP(url.hostname.replace(/^\[|\]$/g, "")) &&
        isPrivateAddress(url.hostname.replace(/^\[|\]$/g, ""))
      ) {
        return reject(new OutboundError("the address is not public"));
      }
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const request = send(url, {
        method: outgoing.method,
        headers: {
          ...outgoing.headers,
          ...(outgoing.body === undefined
            ? {}
            : { "content-length": Buffer.byteLength(outgoing.body) }),
        },
        timeout: CONNECT_MS,
        lookup: (host, options, callback) => {
          lookup(host, { ...options, all: true }, (error, addresses) => {
            if (error) return callback(error, "", 0);
            const usable = guarded
              ? addresses.filter((a) => !isPrivateAddress(a.address))
              : addresses;
            const first = usable[0];
            if (!first) return callback(new OutboundError("the address is not public"), "", 0);
            if (options.all)
              (callback as (e: Error | null, a: typeof usable) => void)(null, usable);
            else callback(null, first.address, first.family);
          });
        },
      });
      const give = (message: string) => request.destroy(new OutboundError(message));
      const total = setTimeout(() => give("no answer in time"), TOTAL_MS);
      request.on("timeout", () => give("no connection in time"));
      request.on("socket", (socket) => {
        // A kept-alive socket is connected already.
        if (socket.connecting) socket.once("connect", () => request.setTimeout(0));
        else request.setTimeout(0);
      });
      request.on("error", (error) => {
        clearTimeout(total);
        reject(
          error instanceof OutboundError
            ? error
            : new OutboundError(error.message, { cause: error }),
        );
      });
      request.on("response", (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_BYTES) give("the answer is too large");
          else chunks.push(chunk);
        });
        response.on("error", () => reject(new OutboundError("the answer broke off")));
        response.on("end", () => {
          clearTimeout(total);
          const headers: Record<string, string> = {};
          for (const [name, value] of Object.entries(response.headers)) {
            if (value !== undefined)
              headers[name] = Array.isArray(value) ? value.join(", ") : value;
          }
          resolve({
            status: response.statusCode ?? 0,
            headers,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        });
      });
      request.end(outgoing.body);
    });
}
