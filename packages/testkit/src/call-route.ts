import type { RouteCall, RouteSpec } from "@voltmarg/contract";

export type RouteInput<R extends RouteSpec> = Partial<RouteCall<R>> & {
  token?: string;
  /** Headers beyond those of the contract. */
  send?: Record<string, string>;
};

type AnyInput = { params?: unknown; query?: unknown; body?: unknown; headers?: unknown } & Pick<
  RouteInput<RouteSpec>,
  "token" | "send"
>;

/** Calls contract routes over HTTP and gives whatever is answered. */
export const callsOf = (url: string) => async (spec: RouteSpec, input: AnyInput) => {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = spec.path.replace(/:(\w+)/g, (_m, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const response = await fetch(`${url}${path}?${query.toString()}`, {
    method: spec.method,
    headers: {
      ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
      ...(input.body === undefined ? {} : { "content-type": "application/json" }),
      ...(input.headers as Record<string, string> | undefined),
      ...input.send,
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
