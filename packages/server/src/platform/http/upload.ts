import {
  mostBodyOf,
  type Access,
  type RouteError,
  type RouteInput,
  type RouteOutput,
  type RouteSpec,
} from "@voltmarg/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { noted, type BackofficeCall } from "./backoffice-call.ts";
import { admit, admitStaff, type Caller, type Gate } from "./admit.ts";
import type { Mount } from "./mount.ts";
import { sendProblem, type Outcome } from "./problem.ts";
import { isStorable } from "./storable.ts";

/** Handles the `file` field of a form. The file name and content type that a client sends are ignored. */
export type UploadHandler<R extends RouteSpec> = (
  input: RouteInput<R> & {
    caller: R["access"]["rule"] extends "driver" ? Caller : null;
    backoffice: R["access"]["rule"] extends "provider" ? BackofficeCall : null;
    file: Buffer | null;
  },
) => Promise<Outcome<RouteOutput<R>, RouteError<R>>>;

export type UploadRoute = RouteSpec & {
  access: Extract<Access, { rule: "driver" | "provider" }>;
};

/**
 * Mounts a contract route that accepts a form with a file. Callers without access are refused before the body is read,
 * and uploads above the route's limit while it is read.
 */
export async function mountUpload<R extends UploadRoute>(
  app: FastifyInstance,
  gate: Gate,
  mounted: Mount["mounted"],
  spec: R,
  handler: UploadHandler<R>,
): Promise<void> {
  mounted.push({ method: spec.method, path: spec.path, access: spec.access });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "buffer" },
      (_request, body, next) => next(null, body),
    );
    scope.route({
      method: spec.method,
      url: spec.path,
      bodyLimit: mostBodyOf(spec),
      schema: {
        ...(spec.params ? { params: spec.params } : {}),
        ...(spec.query ? { querystring: spec.query } : {}),
        response: { 200: spec.response },
      },
      errorHandler: (error: Error & { statusCode?: number }, _request, reply: FastifyReply) => {
        if (error.statusCode === 413) return void sendProblem(reply, "FILE_TOO_LARGE");
        if (error.statusCode === 415) return void sendProblem(reply, "FILE_MISSING");
        throw error;
      },
      onRequest: async (request, reply) => {
        const { params, query } = request;
        const access: Access = spec.access;
        if (access.rule === "provider") {
          const parameters = isStorable({ params, query }) ? { params, query, body: null } : null;
          return (await admitStaff(spec, request, reply, gate, parameters)) ? undefined : reply;
        }
        const admitted = await admit({ ...spec, access }, request, reply, gate);
        if (!admitted.ok) return reply;
        request.caller = admitted.caller;
      },
      handler: async (request, reply) => {
        const { params, query, headers, caller, backoffice } = request;
        if (!isStorable(query)) return sendProblem(reply, "INVALID_INPUT");
        const file = await fileOf(request);
        const run = () => handler({ params, query, headers, caller, backoffice, file } as never);
        const outcome = await (backoffice ? noted(backoffice, run) : run());
        if (!outcome.ok) {
          const { reason, message, extra } = outcome;
          return sendProblem(reply, reason, { message, extra });
        }
        void reply.header("cache-control", "no-store");
        return outcome.value;
      },
    });
  });
}

/** Null: the form has no `file`, or cannot be read. */
async function fileOf({ body, headers }: FastifyRequest): Promise<Buffer | null> {
  if (!Buffer.isBuffer(body)) return null;
  try {
    const type = headers["content-type"] ?? "";
    const form = await new Response(body as Buffer<ArrayBuffer>, {
      headers: { "content-type": type },
    }).formData();
    const file = form.get("file");
    return file instanceof File ? Buffer.from(await file.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
