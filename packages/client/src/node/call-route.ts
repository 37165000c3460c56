import { rename, rm, stat, writeFile } from "node:fs/promises";
import { createClient, Refusal, type CallInput, type CallOptions } from "../index.ts";
import type { RouteOutput, RouteSpec } from "@voltmarg/contract";

type Input<R extends RouteSpec> = CallInput<R> & CallOptions;

/** Calls one route of the contract over HTTP and checks the answer against it. */
export const callRoute = <R extends RouteSpec>(
  url: string,
  route: R,
  input: Input<R>,
): Promise<RouteOutput<R>> => createClient({ url, fetch }).call(route, input);

/**
 * Fetches a route's answer as a document of one media type.
 *
 * @public For rehearsals.
 */
export async function fetchDocument<R extends RouteSpec>(
  url: string,
  route: R,
  type: string,
  input: Input<R>,
): Promise<Buffer> {
  const response = await createClient({ url, fetch }).open(route, {
    ...input,
    send: { accept: type },
  });
  return Buffer.from(await response.arrayBuffer());
}

/** Streams a route's document to a file and returns its length. An incomplete file is removed. */
export async function saveDocument<R extends RouteSpec>(
  url: string,
  route: R,
  file: string,
  input: Input<R>,
): Promise<number> {
  const { body } = await createClient({ url, fetch }).open(route, input);
  const half = `${file}.part`;
  try {
    await writeFile(half, body ?? "", { mode: 0o600 });
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    const message = "The answer broke off; nothing of it was kept.";
    throw error instanceof TypeError
      ? new Refusal(`${route.method} ${route.path}`, 0, { code: "UNAVAILABLE", message })
      : error;
  }
  return (await stat(file)).size;
}
