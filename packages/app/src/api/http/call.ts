import type { RouteOutput, RouteSpec } from "@voltmarg/contract";
import { addressOf, type CallInput, type Endpoint } from "@voltmarg/client";
import { request } from "./request.ts";

/** Calls a route that answers JSON. Throws a Refusal for everything but a success. */
export async function call<R extends RouteSpec>(
  to: Endpoint<R>,
  input: CallInput<R>,
  signal?: AbortSignal,
  /** In addition to those of the route. */
  headers: Record<string, string> = {},
): Promise<RouteOutput<R>> {
  const response = await open(to, input, headers, signal);
  return (await response.json()) as RouteOutput<R>;
}

/** Calls a route that answers a document; `headers` say which one. Throws a Refusal for everything but a success. */
export async function download<R extends RouteSpec>(
  to: Endpoint<R>,
  input: CallInput<R>,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Blob> {
  return (await open(to, input, headers, signal)).blob();
}

function open<R extends RouteSpec>(
  to: Endpoint<R>,
  input: CallInput<R>,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params, query, headers: ofRoute, body } = input as Parts;
  return request(addressOf(to.path, { params, query }), to.method, {
    headers: { ...ofRoute, ...headers },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
}

type Parts = {
  params?: unknown;
  query?: unknown;
  headers?: Record<string, string>;
  body?: unknown;
};
