import { requestOf, type CallInput, type CallOptions } from "@voltmarg/client";
import type { RouteSpec } from "@voltmarg/contract";

export type RouteInput<R extends RouteSpec> = CallInput<R> & CallOptions;

/** Calls contract routes over HTTP and returns any answer, errors included; of a document its text. */
export const callsOf = (url: string) => async (spec: RouteSpec, input: RouteInput<RouteSpec>) => {
  const { path, ...request } = requestOf(spec, input);
  const response = await fetch(`${url}${path}`, request);
  const isJson = response.headers.get("content-type")?.includes("json");
  const body: unknown = isJson ? await response.json() : await response.text();
  return { status: response.status, headers: response.headers, body };
};
