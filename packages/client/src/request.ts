import type { RouteCall, RouteSpec } from "@voltmarg/contract";
import { addressOf } from "./address.ts";
import type { Endpoint } from "./endpoint.ts";

type IsNeeded<T> = undefined extends T ? false : Partial<T> extends T ? false : true;

/** The input of a route. A part that the route does not have, or that may be empty, can be omitted. */
export type CallInput<R extends RouteSpec> = {
  [K in keyof RouteCall<R> as IsNeeded<RouteCall<R>[K]> extends true ? K : never]: RouteCall<R>[K];
} & {
  [K in keyof RouteCall<R> as IsNeeded<RouteCall<R>[K]> extends true ? never : K]?: RouteCall<R>[K];
};

export type CallOptions = {
  /** A driver's access token or a credential of the back office. */
  token?: string;
  /** Headers beyond those of the contract. They win. */
  send?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent in place of a body by routes that take a file. */
  form?: FormData;
};

/** A request before it is sent; `path` with its query, without the host. */
export type Request = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
};

type AnyInput = CallOptions & {
  params?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
};

/** The request that calls a route, for whatever sends it. */
export function requestOf({ method, path }: Endpoint, input: AnyInput): Request {
  const { token, headers, body, send, form } = input;
  return {
    method,
    path: addressOf(path, input),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(headers as Record<string, string> | undefined),
      ...send,
    },
    ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
