import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
export type RawAnswer = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

export type RawRoute = {
  method: "GET" | "POST" | "ANY";
  /** Fastify's form: `:name` parameters, `*` for the rest. */
  path: string;
  handle(request: RawRequest): Promise<RawAnswer> | RawAnswer;
  /** How a request is refused that cannot be handled: too large, cut off. Absent: as a problem document. */
  refuse?(status: number, message: string): RawAnswer;
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
    for (const { method, path, handle, refuse } of routes) {
      scope.route({
        method: method === "ANY" ? METHODS : method,
        url: path,
        ...(refuse && {
          errorHandler: (error: Error & { statusCode?: number }, _request, reply: FastifyReply) => {
            const status = error.statusCode ?? 500;
            if (status < 400 || status > 499) throw error;
            const { headers = {}, body } = refuse(status, error.message);
            void reply.code(status).headers(headers).send(body);
          },
        }),
        handler: async (request, reply) => {
          const storable = isStorable(request.params);
          if (!storable && !refuse) return sendProblem(reply, "NOT_FOUND");
          const answer = storable ? await handle(read(request)) : refuse!(404, "no such address");
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
