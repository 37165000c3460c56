import type * as z from "zod/mini";
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  createCaller,
  type Failure,
  type Result,
} from "./call.ts";
import { crawl, type ListQuery, type Page } from "./pages.ts";

export type Requests = ReturnType<typeof createRequests>;
type Target = { ok: true; url: string } | Failure;

/**
 * The kinds of request that the calls of a client are made of, each to an address that the peer may not offer. `routed`:
 * with routing headers, which configuration modules do not have.
 */
export function createRequests(options: ClientOptions) {
  const caller = createCaller(options);
  const { country_code, party_id } = options.from;

  async function to<T>(target: Target, run: (url: string) => Promise<Result<T>>) {
    return target.ok ? run(target.url) : target;
  }

  return {
    ...caller,
    to,
    /** The party of an object of ours, as path segments. */
    own: [country_code, party_id] as const,
    peer: options.peer ?? "CPO",

    push: (
      target: Target,
      method: Call["method"],
      body?: unknown,
      call: CallOptions = {},
      routed = true,
    ) => to(target, (url) => caller.push({ ...call, method, url, body, routed })),

    /** One object. */
    get: <S extends z.ZodMiniType>(
      target: Target,
      schema: S,
      call: CallOptions = {},
      routed = true,
    ): Promise<Result<z.output<S>>> =>
      to(target, (url) => caller.ask(schema, { ...call, method: "GET", url, routed })),

    /** The pages of a list. */
    list: async function* <S extends z.ZodMiniType>(
      module: string,
      item: S,
      query: ListQuery,
      routed = true,
    ): AsyncGenerator<Result<Page<z.output<S>>>> {
      const target = caller.endpoint(module, "SENDER");
      if (target.ok) yield* crawl(caller, { item, module }, target.url, query, routed);
      else yield target;
    },
  };
}

// OCPI 2.2.1 mod_tokens: a token is known by uid and type, and the type travels as a query parameter.
export function withType(target: Target, type: string): Target {
  return target.ok ? { ok: true, url: `${target.url}?type=${type}` } : target;
}
