import {
  guardOf,
  mostBodyOf,
  type Access,
  type ErrorCode,
  type RouteError,
  type RouteInput,
  type RouteOutput,
  type RouteSpec,
} from "@voltmarg/contract";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { admit, admitStaff, staffKeyOf, wantsCsv, type Caller, type Gate } from "./admit.ts";
import { noted, READ_AT, type BackofficeCall, type BackofficeRequest } from "./backoffice-call.ts";
import { listAsCsv } from "./list-csv.ts";
import { shownTo } from "./mask-personal.ts";
import { isStorable } from "./storable.ts";
import { sendProblem, type DocumentAnswer, type Outcome } from "./problem.ts";

export type Handler<R extends RouteSpec> = (
  input: RouteInput<R> & {
    caller: R["access"]["rule"] extends "driver" | "self" ? Caller : null;
    backoffice: R["access"]["rule"] extends "provider" ? BackofficeCall : null;
    request: RequestFacts;
  },
) => Promise<
  | Outcome<RouteOutput<R>, RouteError<R>>
  | (R["documents"] extends readonly string[] ? DocumentAnswer : never)
>;

/** What a use case may read of the request besides its input. */
export type RequestFacts = {
  address: string;
  headers: Record<string, string | undefined>;
  id: string;
};

export type Mounted = { method: string; path: string; access: Access };

/** An operation of the back office as it is called without a request: what a second member confirms. */
export type Operation = {
  spec: RouteSpec;
  run(
    input: NonNullable<BackofficeRequest["parameters"]>,
    backoffice: BackofficeCall,
  ): Promise<Outcome<unknown, ErrorCode> | DocumentAnswer>;
};

/** How the audit log tells who took a list away as a file. */
const AS_CSV = { format: "csv" };

function sendDocument(
  reply: FastifyReply,
  { type, language, fileName, bytes }: DocumentAnswer["document"],
): FastifyReply {
  if (language) void reply.header("content-language", language);
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${fileName.replace(/[^\w.-]/g, "-")}"`)
    .send(Buffer.isBuffer(bytes) ? bytes : Readable.from(bytes));
}

/** What was validated is of the route's own types. */
const inputOf = <R extends RouteSpec>(
  parts: Record<keyof Parameters<Handler<RouteSpec>>[0], unknown>,
) => parts as unknown as Parameters<Handler<R>>[0];

/** Binds contract routes to handlers: access rule first, then validation, then the use case. */
export function createMount(app: FastifyInstance, gate: Gate) {
  const mounted: Mounted[] = [];
  const operations = new Map<string, Operation>();
  return {
    mounted,
    /** By method and path. */
    operations: operations as ReadonlyMap<string, Operation>,
    mount<R extends RouteSpec>(spec: R, handler: Handler<R>): void {
      mounted.push({ method: spec.method, path: spec.path, access: spec.access });
      if (guardOf(spec)?.proposes) {
        operations.set(`${spec.method} ${spec.path}`, {
          spec,
          run: ({ params, query, body }, backoffice) =>
            handler(
              inputOf<R>({
                params: spec.params?.parse(params),
                query: spec.query?.parse(query),
                body: spec.body?.parse(body),
                headers: undefined,
                caller: null,
                backoffice,
                request: { address: "", headers: {}, id: "" },
              }),
            ),
        });
      }
      app.route({
        method: spec.method,
        url: spec.path,
        // A GET may have an effect (sending a one-time code), which a HEAD would have too.
        exposeHeadRoute: false,
        bodyLimit: mostBodyOf(spec),
        schema: {
          ...(spec.params ? { params: spec.params } : {}),
          ...(spec.query ? { querystring: spec.query } : {}),
          ...(spec.headers ? { headers: spec.headers } : {}),
          ...(spec.body ? { body: spec.body } : {}),
          response: { 200: spec.response },
        },
        // Invalid input then reaches the handler, which writes the refusal to the audit log.
        attachValidation: spec.access.rule === "provider",
        // Before the body is read, so that an unauthenticated caller costs no memory and learns nothing about the
        // route's schema.
        onRequest: async (request, reply) => {
          const { method, path, access } = spec;
          if (access.rule === "provider") {
            const head: BackofficeRequest = {
              method,
              route: path,
              audit: "EACH",
              parameters: null,
              requestId: request.id,
              readAt: null,
            };
            const opened = await gate.openBackoffice(staffKeyOf(request), head);
            return typeof opened === "string" ? sendProblem(reply, opened) : undefined;
          }
          const admitted = await admit({ ...spec, access }, request, reply, gate);
          if (!admitted.ok) return reply;
          request.caller = admitted.caller;
        },
        preValidation: async (request, reply) => {
          const { params, query, body } = request;
          const storable = isStorable([params, query, body], mostBodyOf(spec));
          if (spec.access.rule === "provider") {
            const parameters = storable
              ? { params, query, body: wantsCsv(spec, request) ? AS_CSV : body }
              : null;
            return (await admitStaff(spec, request, reply, gate, parameters)) ? undefined : reply;
          }
          if (!storable) return sendProblem(reply, "INVALID_INPUT");
        },
        handler: async (request, reply) => {
          const { backoffice } = request;
          if (request.validationError) {
            await backoffice?.note("INVALID_INPUT");
            throw request.validationError;
          }
          const input = inputOf<R>({
            params: request.params,
            query: request.query,
            headers: request.headers,
            body: request.body,
            caller: request.caller,
            backoffice,
            request: { address: request.ip, headers: request.headers, id: request.id },
          });
          const answer = async (of: typeof input) =>
            shownTo(gate.mask, backoffice, spec, await handler(of)) as Awaited<
              ReturnType<Handler<R>>
            >;
          const run = () =>
            backoffice && wantsCsv(spec, request)
              ? listAsCsv(spec, input.query as Record<string, unknown>, (query) =>
                  answer({ ...input, query } as typeof input),
                )
              : answer(input);
          const outcome: Outcome<unknown, ErrorCode> | DocumentAnswer = backoffice
            ? await noted(backoffice, run)
            : await run();
          if (!outcome.ok) {
            return sendProblem(reply, outcome.reason, {
              message: outcome.message,
              extra: outcome.extra,
            });
          }
          void reply.header("cache-control", "no-store");
          if (backoffice && spec.method === "GET")
            void reply.header(READ_AT, backoffice.openedAt.toISOString());
          if ("cookie" in outcome && outcome.cookie)
            void reply.header("set-cookie", outcome.cookie);
          if (spec.documents) void reply.header("vary", "accept, accept-language");
          if ("languages" in outcome && outcome.languages) {
            void reply.header("vary", "accept-language");
            void reply.header("content-language", outcome.languages.join(", "));
          }
          return "document" in outcome ? sendDocument(reply, outcome.document) : outcome.value;
        },
      });
    },
  };
}
export type Mount = ReturnType<typeof createMount>;
