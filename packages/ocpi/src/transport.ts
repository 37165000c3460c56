import type { Party } from "./ids.ts";

/** The methods of OCPI. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request to a peer. */
export type TransportRequest = {
  method: Method;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The module of the peer that is called and the path after it, so that calls can be told apart by urgency. */
  module: string | null;
  segments: readonly string[];
};

/** A peer's answer. Header names in any case. */
export type TransportResponse = { status: number; headers: Record<string, string>; body: string };

/** Thrown by a transport that knows the request was never sent: refused beforehand, or no connection. */
export class Unsent extends Error {
  override name = "Unsent";
}

/**
 * Supplied by the caller, so timeouts and address checks are there. It may throw: that is a network failure, and
 * with `Unsent` one that certainly changed nothing at the peer.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export function header(
  headers: Record<string, string | string[] | undefined>,
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  const key = Object.keys(headers).find((each) => each.toLowerCase() === wanted);
  const value = key === undefined ? undefined : headers[key];
  return Array.isArray(value) ? value[0] : value;
}

/** OCPI 2.2.1 transport: routing headers belong to functional modules only. */
export function routingHeaders(from?: Party, to?: Party): Record<string, string> {
  return {
    ...(from && {
      "ocpi-from-country-code": from.country_code,
      "ocpi-from-party-id": from.party_id,
    }),
    ...(to && { "ocpi-to-country-code": to.country_code, "ocpi-to-party-id": to.party_id }),
  };
}

export function readRouting(
  headers: Record<string, string | string[] | undefined>,
  side: "from" | "to",
): Party | undefined {
  const country_code = header(headers, `ocpi-${side}-country-code`);
  const party_id = header(headers, `ocpi-${side}-party-id`);
  return country_code && party_id ? { country_code, party_id } : undefined;
}
