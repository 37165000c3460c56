import { USUAL_BODY, type Budget } from "@voltmarg/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressBlock } from "./address-block.ts";
import type { Gate } from "./admit.ts";
import { sendProblem } from "./problem.ts";
import { isStorable } from "./storable.ts";

/** A request as it came, for routes outside the JSON contract: pages, partners, payment webhooks. */
export type RawRequest = {
  method: string;
  /** Without the query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** Where it came from, and its id in the log. */
  address: string;
  id: string;
};
export type RawAnswer = {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
};

/** The request before its body is read. */
export type RawHead = Pick<RawRequest, "method" | "path" | "params" | "headers">;

export type RawRoute = {
  method: "GET" | "POST" | "ANY";
  /** Fastify's path syntax: `:name` parameters, `*` for the rest. */
  path: string;
  handle(request: RawRequest): Promise<RawAnswer> | RawAnswer;
  /** How often one address may call it; absent: no limit here. */
  budget?: Budget;
  /** Answers instead of `handle` before the body is read; null: go on. Only for requests with a body. */
  admit?(head: RawHead): Promise<RawAnswer | null> | RawAnswer | null;
  /** Maximum body in bytes; absent: the limit of all routes mounted together. */
  mostBytes?: number;
  /** The answer to a request whose body is too large or incomplete. Absent: a problem document. */
  refuse?(status: number, message: string): RawAnswer;
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Binds routes that get the body as text, whatever its content type. */
export async function mountRaw(
  app: FastifyInstance,
  gate: Pick<Gate, "spend">,
  routes: readonly RawRoute[],
  maxBodyBytes = USUAL_BODY,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, next) =>
      next(null, body),
    );
    for (const { method, path, handle, admit, budget, mostBytes, refuse } of routes) {
      scope.route({
        method: method === "ANY" ? METHODS : method,
        url: path,
        bodyLimit: mostBytes ?? maxBodyBytes,
        ...(admit && {
          onRequest: async (request, reply) => {
            if (!hasBody(request) || !isStorable(request.params)) return;
            const answer = await admit(headOf(request));
            if (!answer) return;
            return reply
              .code(answer.status)
              .headers(answer.headers ?? {})
              .send(answer.body ?? "");
          },
        }),
        ...(budget && {
          preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
            const wait = gate.spend(addressBlock(request.ip), { method, path, budget });
            if (wait === null) return;
            void reply.header("retry-after", String(wait));
            return sendProblem(reply, "TOO_MANY_REQUESTS");
          },
        }),
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

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const headOf = (request: FastifyRequest): RawHead => ({
  method: request.method,
  path: new URL(request.url, "http://localhost").pathname,
  params: request.params as Record<string, string>,
  headers: request.headers,
});

function read(request: FastifyRequest): RawRequest {
  return {
    ...headOf(request),
    query: new URL(request.url, "http://localhost").searchParams,
    body: typeof request.body === "string" ? request.body : "",
    address: request.ip,
    id: request.id,
  };
}
