import { rename, rm, stat, writeFile } from "node:fs/promises";
import type { RouteCall, RouteOutput, RouteSpec } from "@voltmarg/contract";

type Call<R extends RouteSpec> = Partial<RouteCall<R>> & { token?: string };

/** What the service refused, with the code of the contract. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  /** What the service says to a person. */
  readonly sentence: string;
  constructor(
    method: string,
    path: string,
    status: number,
    problem: { code?: string; message?: string },
  ) {
    super(`${method} ${path}: ${status} ${problem.code ?? ""} ${problem.message ?? ""}`.trim());
    this.status = status;
    this.code = problem.code ?? "";
    this.sentence = problem.message ?? this.message;
  }
}

type Query = Record<string, string | number | null | undefined>;

/** Calls one route of the contract over HTTP and checks the answer against it. */
export async function callRoute<R extends RouteSpec>(
  base: string,
  route: R,
  { params, query, headers, body, token }: Call<R>,
): Promise<RouteOutput<R>> {
  const { path: filled, search } = addressOf(route, params, query);
  const response = await fetch(`${base}${filled}${search}`, {
    method: route.method,
    headers: {
      ...(headers as Record<string, string> | undefined),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Refusal(route.method, filled, response.status, problemIn(text));
  return route.response.parse(JSON.parse(text)) as RouteOutput<R>;
}

/** Fetches what a route answers as a document of one media type. */
export async function fetchDocument<R extends RouteSpec>(
  base: string,
  route: R,
  type: string,
  { params, query, token }: Call<R>,
): Promise<Buffer> {
  const { path, search } = addressOf(route, params, query);
  const response = await fetch(`${base}${path}${search}`, {
    headers: { accept: type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.ok) return bytes;
  throw new Refusal(route.method, path, response.status, problemIn(bytes.toString("utf8")));
}

/** Writes what a route answers as a document to a file while it comes, and answers its length. Half of one is none. */
export async function saveDocument<R extends RouteSpec>(
  base: string,
  route: R,
  file: string,
  { params, query, token }: Call<R>,
): Promise<number> {
  const { path, search } = addressOf(route, params, query);
  const response = await fetch(`${base}${path}${search}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (!response.ok || !response.body) {
    throw new Refusal(route.method, path, response.status, problemIn(await response.text()));
  }
  const half = `${file}.part`;
  try {
    await writeFile(half, response.body, { mode: 0o600 });
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    const message = "The answer broke off; nothing of it was kept.";
    throw error instanceof TypeError ? new Refusal(route.method, path, 0, { message }) : error;
  }
  return (await stat(file)).size;
}

function addressOf(route: RouteSpec, params: unknown, query: unknown) {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Query)) {
    if (value != null) search.set(name, String(value));
  }
  return { path, search: search.size > 0 ? `?${search.toString()}` : "" };
}

function problemIn(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) as { code?: string };
  } catch {
    return { message: text.slice(0, 200) };
  }
}
