import { requestOf, type CallInput, type CallOptions } from "@voltmarg/client";
import type { RouteOutput, RouteSpec } from "@voltmarg/contract";
import type { Service } from "@voltmarg/testkit/service-parts";

export const PARTNER_TOKEN = "token-of-simulated-operator";

export type Answer<R extends RouteSpec> = {
  status: number;
  /** The refusal's code; empty for an answer. */
  code: string;
  body: RouteOutput<R>;
};

/** Calls a route of the contract in-process. */
export async function callInProcess<R extends RouteSpec>(
  { http }: Service,
  route: R,
  input: CallInput<R> & CallOptions,
): Promise<Answer<R>> {
  const { path, headers, body: payload } = requestOf(route, input);
  const answer = await http.inject({
    method: route.method,
    url: path,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  const body = answer.json<RouteOutput<R> & { code?: string }>();
  return { status: answer.statusCode, code: body.code ?? "", body };
}

/** Calls our receiver as the simulated operator. */
export async function pushInProcess(
  { http }: Service,
  method: "PUT" | "POST",
  url: string,
  body: object,
): Promise<number> {
  const answer = await http.inject({
    method,
    url,
    headers: {
      authorization: `Token ${Buffer.from(PARTNER_TOKEN).toString("base64")}`,
      "content-type": "application/json",
    },
    payload: JSON.stringify(body),
  });
  return answer.statusCode;
}
