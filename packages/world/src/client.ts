import type { RouteCall, RouteOutput, RouteSpec } from "@voltmarg/contract";

type Call<R extends RouteSpec> = Partial<RouteCall<R>> & { token?: string };

/** What the service refused, with the code of the contract. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  constructor(
    method: string,
    path: string,
    status: number,
    problem: { code?: string; message?: string },
  ) {
    super(`${method} ${path}: ${status} ${problem.code ?? ""} ${problem.message ?? ""}`.trim());
    this.status = status;
    this.code = problem.code ?? "";
  }
}

/** Calls one route of the contract over HTTP and checks the answer against it. */
export async function callRoute<R extends RouteSpec>(
  base: string,
  route: R,
  { params, query, headers, body, token }: Call<R>,
): Promise<RouteOutput<R>> {
  const filled = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value != null) search.set(name, String(value));
  }
  const response = await fetch(`${base}${filled}${search.size > 0 ? `?${search}` : ""}`, {
    method: route.method,
    headers: {
      ...(headers as Record<string, string> | undefined),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Refusal(route.method, filled, response.status, parse(text));
  return route.response.parse(parse(text)) as RouteOutput<R>;
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}
