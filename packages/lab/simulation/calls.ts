import type { RouteCall, RouteOutput, RouteSpec } from "@voltmarg/contract";
import type { Service } from "@voltmarg/testkit/service-parts";

export const PARTNER_TOKEN = "token-of-simulated-operator";

export type Told<R extends RouteSpec> = {
  status: number;
  /** The refusal's code; empty for an answer. */
  code: string;
  body: RouteOutput<R>;
};

/** Calls a route of the contract within the process. */
export async function callWithin<R extends RouteSpec>(
  { http }: Service,
  route: R,
  input: Partial<RouteCall<R>> & { token?: string },
): Promise<Told<R>> {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>);
  const answer = await http.inject({
    method: route.method,
    url: `${path}?${query.toString()}`,
    headers: {
      ...(input.headers as Record<string, string> | undefined),
      ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
      ...(input.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
  });
  const body = answer.json<RouteOutput<R> & { code?: string }>();
  return { status: answer.statusCode, code: body.code ?? "", body };
}

/** Calls our receiver as the simulated operator does. */
export async function pushWithin(
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
