import {
  addressOf,
  createClient,
  Refusal,
  type CallInput,
  type CallOptions,
  type Endpoint,
} from "@voltmarg/client";
import type { RouteOutput } from "@voltmarg/contract";
import { clock } from "./clock.ts";
import { factsOf, type OperationName, type RouteNamed } from "./operations.ts";

export type InputOf<N extends OperationName> = CallInput<RouteNamed<N>>;
export type AnswerOf<N extends OperationName> = RouteOutput<RouteNamed<N>>;

/** When each address was read last, as the service said. */
const readAt = new Map<string, string>();
const READ_AT = "x-read-at";

const client = createClient({
  url: "",
  fetch: async (url, init) => {
    const sent = performance.now();
    const response = await fetch(url, { ...init, credentials: "same-origin" });
    clock.learn(response, sent);
    const said = response.headers.get(READ_AT);
    if (said) readAt.set(url.split("?")[0] ?? url, said);
    return response;
  },
});

/**
 * What a change sends so that it does not overwrite somebody else's: when the thing, or the list that it is in, was read
 * last. A form asks for it when it opens, because what it shows is of then.
 */
export function asReadNow(
  name: OperationName,
  params: Record<string, unknown> = {},
): Record<string, string> {
  const { path: address, params: needed = [] } = factsOf(name);
  if (needed.some((field) => params[field.name] === undefined)) return {};
  let path = addressOf(address, { params });
  while (path.includes("/")) {
    const at = readAt.get(path);
    if (at) return { [READ_AT]: at };
    path = path.slice(0, path.lastIndexOf("/"));
  }
  return {};
}

const endpointOf = <N extends OperationName>(name: N) =>
  factsOf(name) as unknown as Endpoint<RouteNamed<N>>;

/** Calls an operation of the back office as the member who is signed in. Throws a `Refusal` for every answer but a success. */
export const call = <N extends OperationName>(
  name: N,
  input: InputOf<N> & Pick<CallOptions, "send" | "signal" | "form">,
): Promise<AnswerOf<N>> => client.call(endpointOf(name), input);

/** Calls an operation that answers with a document. */
export const openDocument = <N extends OperationName>(
  name: N,
  input: InputOf<N>,
  type: string,
): Promise<Response> => client.open(endpointOf(name), { ...input, send: { accept: type } });

/** The address of an operation, for what the browser loads by itself. */
export const addressFor = <N extends OperationName>(name: N, input: InputOf<N>): string =>
  addressOf(factsOf(name).path, input);

/** What went wrong, as a sentence for the member. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.sentence;
  return navigator.onLine
    ? "The service cannot be reached. Try again in a moment."
    : "You are offline.";
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Refusal ? error.code : undefined;
