import type { Endpoint } from "./types/objects.ts";

/**
 * One request and its answer as sent. Of the headers, which contain the tokens, only the two ids are included; the
 * bodies are complete, those of the credentials module included.
 */
export type Exchange = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  /** Null: the address belongs to no module. */
  module: string | null;
  /** The path after the module. */
  segments: readonly string[];
  requestId: string;
  correlationId: string;
  request: string;
  /** The request's body after parsing, or before serialising. */
  sent: unknown;
  /** Null: no answer, see `failure`. */
  answer: string | null;
  status: number | null;
  /** OCPI's; null: the answer has none. */
  statusCode: number | null;
  failure: string | null;
  milliseconds: number;
};

/**
 * The module of a peer to which an address belongs. An address that may be its credentials endpoint counts as
 * nothing else.
 */
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
