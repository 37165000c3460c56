import type { RouteCall, RouteOutput, RouteSpec } from "@voltmarg/contract";
import { request } from "./request.ts";

/**
 * A route of the contract, named by its method and path. Only types cross over from the contract, so its validation
 * stays out of the first load; a method or path that differs from the contract does not compile.
 */
export type Endpoint<R extends RouteSpec> = {
  method: R["method"];
  path: R["path"];
  readonly route?: R;
};

export const endpoint = <R extends RouteSpec>(
  method: R["method"],
  path: R["path"],
): Endpoint<R> => ({ method, path });

type Given<T> = {
  [
    K in keyof T as unknown extends T[K]
      ? never
      : undefined extends T[K]
        ? T[K] extends undefined
          ? never
          : K
        : K
  ]: T[K];
};
type Optional<T> = { [K in keyof T]?: T[K] };
type Parts<R extends RouteSpec> = Given<RouteCall<R>>;
export type CallInput<R extends RouteSpec> = Omit<Parts<R>, "headers"> &
  Optional<Pick<Parts<R>, Extract<keyof Parts<R>, "headers">>>;

type Loose = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** The address with its parameters filled in and the query appended; undefined and null leave a name out. */
function addressOf(path: string, input: Loose): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new Error(`${path}: parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

/** Calls a route. Throws a Refusal for everything but a success. */
export async function call<R extends RouteSpec>(
  to: Endpoint<R>,
  input: CallInput<R>,
  signal?: AbortSignal,
): Promise<RouteOutput<R>> {
  const loose = input as Loose;
  const response = await request(addressOf(to.path, loose), to.method, {
    ...(loose.headers ? { headers: loose.headers } : {}),
    ...(loose.body === undefined ? {} : { body: loose.body }),
    ...(signal ? { signal } : {}),
  });
  return (await response.json()) as RouteOutput<R>;
}
