import type { FastifyInstance, FastifyRequest } from "fastify";
import { isStorable, sendProblem } from "./mount.ts";

/** A request as it came, for wires that are not the JSON contract: pages, partners, payment notices. */
export type RawRequest = {
  method: string;
  /** Without the query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};
export type RawAnswer = { status: number; headers?: Record<string, string>; body?: string };

export type RawRoute = {
  method: "GET" | "POST" | "ANY";
  /** Fastify's form: `:name` parameters, `*` for the rest. */
  path: string;
  handle(request: RawRequest): Promise<RawAnswer> | RawAnswer;
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Binds routes that see the body as text, whatever its content type. */
export async function mountRaw(
  app: FastifyInstance,
  routes: readonly RawRoute[],
  maxBodyBytes: number,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: maxBodyBytes },
      (_request, body, next) => next(null, body),
    );
    for (const { method, path, handle } of routes) {
      scope.route({
        method: method === "ANY" ? METHODS : method,
        url: path,
        handler: async (request, reply) => {
          if (!isStorable(request.params)) return sendProblem(reply, "NOT_FOUND");
          const answer = await handle(read(request));
          return reply
            .code(answer.status)
            .headers(answer.headers ?? {})
            .send(answer.body ?? "");
        },
      });
    }
  });
}

function read(request: FastifyRequest): RawRequest {
  const url = new URL(request.url, "http://localhost");
  return {
    method: request.method,
    path: url.pathname,
    params: request.params as Record<string, string>,
    query: url.searchParams,
    headers: request.headers,
    body: typeof request.body === "string" ? request.body : "",
  };
}
