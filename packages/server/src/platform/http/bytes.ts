import { mostBodyOf, type RouteError, type RouteInput, type RouteSpec } from "@voltmarg/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compress, encodingFor } from "./compress.ts";
import { admit, type Caller, type Gate } from "./admit.ts";
import type { Mount } from "./mount.ts";
import { sendProblem, type Refusal } from "./problem.ts";
import { isStorable } from "./storable.ts";

/** Serialised JSON in a reusable buffer. */
export type BytesAnswer = {
  ok: true;
  /** Quoted; weak when it ignores fields that change every second. */
  etag: string;
  /** Null: the client has this version. */
  written: { bytes: Buffer; release(): void } | null;
};
/** True when the client sent the current ETag: no body is written then. */
export type HasCopy = (etag: string) => boolean;

type BytesHandler<R extends RouteSpec> = (
  input: RouteInput<R> & { caller: Caller; hasCopy: HasCopy },
) => Promise<BytesAnswer | Refusal<RouteError<R> | "UNAVAILABLE">>;

/** Limit of uncompressed bytes that wait for slow clients. */
const MOST_WAITING = 512 * 1024 * 1024;

export type MountBytes = ReturnType<typeof createMountBytes>;

/**
 * Binds a contract route whose answer is written as bytes, without the serialiser. It is revalidated by ETag and
 * compressed if the client accepts it; the buffer is released when the socket has it all.
 */
export function createMountBytes(
  app: FastifyInstance,
  gate: Gate,
  mounted: Mount["mounted"],
  most = MOST_WAITING,
) {
  let waiting = 0;
  return <R extends RouteSpec & { access: { rule: "driver" } }>(
    spec: R,
    handler: BytesHandler<R>,
  ): void => {
    mounted.push({ method: spec.method, path: spec.path, access: spec.access });
    app.route({
      method: spec.method,
      url: spec.path,
      exposeHeadRoute: false,
      bodyLimit: mostBodyOf(spec),
      schema: {
        ...(spec.params ? { params: spec.params } : {}),
        ...(spec.query ? { querystring: spec.query } : {}),
        ...(spec.body ? { body: spec.body } : {}),
        response: { 200: spec.response },
      },
      onRequest: async (request, reply) => {
        const admitted = await admit(spec, request, reply, gate);
        if (!admitted.ok) return reply;
        request.caller = admitted.caller;
      },
      preValidation: async (request, reply) => {
        const { params, query, body } = request;
        if (!isStorable([params, query, body], mostBodyOf(spec)))
          return sendProblem(reply, "INVALID_INPUT");
      },
      handler: async (request, reply) => {
        const { params, query, headers, body, caller } = request;
        const hasCopy: HasCopy = (etag) => matches(header(request, "if-none-match"), etag);
        const outcome = await handler({ params, query, headers, body, caller, hasCopy } as never);
        if (!outcome.ok) {
          const { reason, message, extra } = outcome;
          return sendProblem(reply, reason, { message, extra });
        }
        if (waiting > most && outcome.written) {
          outcome.written.release();
          return sendProblem(reply, "UNAVAILABLE");
        }
        return send(request, reply, outcome);
      },
    });
  };

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: BytesAnswer,
  ): Promise<FastifyReply> {
    // Cached only by the client, and revalidated at each request.
    void reply
      .header("cache-control", "private, no-cache")
      .header("vary", "accept-encoding, authorization")
      .header("etag", answer.etag);
    if (!answer.written) return reply.code(304).send();
    const { bytes, release } = answer.written;
    void reply.type("application/json; charset=utf-8");
    const encoding = encodingFor(header(request, "accept-encoding"), bytes.length);
    if (encoding) {
      void reply.header("content-encoding", encoding);
      try {
        return reply.send(await compress(bytes, encoding));
      } finally {
        release();
      }
    }
    const size = bytes.length;
    waiting += size;
    let over = false;
    const done = () => {
      if (over) return;
      over = true;
      waiting -= size;
      release();
    };
    // `close` before `finish`: the client has disconnected; perhaps before there was an answer.
    reply.raw.once("finish", done).once("close", done);
    if (reply.raw.destroyed) done();
    return reply.send(bytes);
  }
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
};

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || bare(tag) === bare(etag));
}
