import { requestOf, type CallInput, type CallOptions } from "@voltmarg/client";
import type { RouteSpec } from "@voltmarg/contract";

export type RouteInput<R extends RouteSpec> = CallInput<R> & CallOptions;

/** Calls contract routes over HTTP and returns any answer, errors included. */
export const callsOf = (url: string) => async (spec: RouteSpec, input: RouteInput<RouteSpec>) => {
  const { path, ...request } = requestOf(spec, input);
  const response = await fetch(`${url}${path}`, request);
  return { status: response.status, headers: response.headers, body: await response.json() };
};
