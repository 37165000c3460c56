import type { Endpoint } from "./types/schemas.ts";

/**
 * One request and its answer as they went over the wire. Of the headers, which hold the tokens, there are only the two
 * ids; the bodies are whole, those of the credentials module included.
 */
export type Exchange = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  /** Null: the address belongs to none. */
  module: string | null;
  /** What stands in the path behind the module. */
  segments: readonly string[];
  requestId: string;
  correlationId: string;
  request: string;
  /** The request's body as it was read, or before it was written. */
  sent: unknown;
  /** Null: none came, as `failure` says. */
  answer: string | null;
  status: number | null;
  /** OCPI's; null: the answer has none. */
  statusCode: number | null;
  failure: string | null;
  milliseconds: number;
};

/** Where in a peer's modules an address lies. What may be its credentials endpoint counts as nothing else. */
export function placeOf(
  url: string,
  endpoints: readonly Endpoint[],
): Pick<Exchange, "module" | "segments"> {
  const [address = ""] = url.split("?");
  const bare = (text: string) => text.replace(/\/+$/, "");
  const within = endpoints
    .filter((each) => `${bare(address)}/`.startsWith(`${bare(each.url)}/`))
    .toSorted((a, b) => b.url.length - a.url.length);
  const found = within.find(({ identifier }) => identifier === "credentials") ?? within[0];
  if (!found) return { module: null, segments: [] };
  const behind = bare(address).slice(bare(found.url).length).split("/").slice(1);
  return { module: found.identifier, segments: behind.map(decoded) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
