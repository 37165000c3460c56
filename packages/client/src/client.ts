import type { RouteOutput, RouteSpec } from "@voltmarg/contract";
import type { Endpoint } from "./endpoint.ts";
import { problemIn, Refusal } from "./refusal.ts";
import { requestOf, type CallInput, type CallOptions } from "./request.ts";

/** The part of fetch that is used. A caller can pass its own, to renew tokens or count calls. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string | FormData;
    signal?: AbortSignal;
  },
) => Promise<Response>;

export type Client = {
  /** Calls a route. A route that brings its schema has its answer checked. */
  call<R extends RouteSpec>(
    to: R | Endpoint<R>,
    input: CallInput<R> & CallOptions,
  ): Promise<RouteOutput<R>>;
  /** Calls a route that answers with a document or a stream. The caller reads the body. */
  open<R extends RouteSpec>(
    to: R | Endpoint<R>,
    input: CallInput<R> & CallOptions,
  ): Promise<Response>;
};

/** Calls the routes of one service. Both throw a `Refusal` for every answer but a success. */
export function createClient({ url, fetch }: { url: string; fetch: Fetch }): Client {
  const open = async (to: Endpoint, input: CallOptions): Promise<Response> => {
    const { path, ...request } = requestOf(to, input);
    const { signal } = input;
    const response = await fetch(`${url}${path}`, { ...request, ...(signal ? { signal } : {}) });
    if (response.ok) return response;
    const problem = problemIn(response.status, await response.text());
    throw new Refusal(`${to.method} ${path.split("?")[0]}`, response.status, problem);
  };
  return {
    open,
    call: async <R extends RouteSpec>(to: R | Endpoint<R>, input: CallInput<R> & CallOptions) => {
      const answer: unknown = await (await open(to, input)).json();
      return ("response" in to ? to.response.parse(answer) : answer) as RouteOutput<R>;
    },
  };
}
