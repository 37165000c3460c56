import {
  guardOf,
  type Access,
  type ErrorCode,
  type RouteError,
  type RouteInput,
  type RouteOutput,
  type RouteSpec,
} from "@voltmarg/contract";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressBlock } from "./address-block.ts";
import {
  noted,
  READ_AT,
  refusedTo,
  sentenceTo,
  STAFF_COOKIE,
  type BackofficeCall,
  type BackofficeRequest,
  type OpenBackoffice,
  type StaffKey,
} from "./backoffice-call.ts";
import { readInstant } from "./cursor.ts";
import type { Budgeted } from "./driver-budgets.ts";
import { asksForCsv, listAsCsv } from "./list-csv.ts";
import { shownTo } from "./mask-personal.ts";
import { problemOf, type DocumentAnswer, type Outcome } from "./problem.ts";
import { readCookie } from "./xsrf.ts";

/** The signed-in driver of a request. */
export type Caller = { userId: string; sid: string };

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

export type Gate = {
  /** The driver of a bearer token, or null. */
  driverOf(bearer: string): Promise<Caller | null>;
  /** Counts a call of a driver, a member of the staff or an address. Null: allowed; otherwise the seconds to wait. */
  spend(caller: string, route: Budgeted): number | null;
  /** Opens a back-office call. */
  openBackoffice: OpenBackoffice;
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

/** Maximum body in bytes: without a sign-in, and for drivers and the back office. */
export const STRANGERS_BODY = 16 * 1024;
const KNOWN_BODY = 1024 * 1024;

export function bearerOf(request: FastifyRequest): string {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

const staffKeyOf = (request: FastifyRequest): StaffKey => ({
  bearer: bearerOf(request),
  cookie: readCookie(request.headers.cookie, STAFF_COOKIE),
  origin: request.headers.origin ?? null,
});

const readAtOf = ({ headers }: FastifyRequest) => readInstant(String(headers[READ_AT]));

const wantsCsv = (spec: RouteSpec, { headers }: FastifyRequest) => asksForCsv(spec, headers.accept);
/** How the audit log tells who took a list away as a file. */
const AS_CSV = { format: "csv" };

export function sendProblem(
  reply: FastifyReply,
  ...args: Parameters<typeof problemOf>
): FastifyReply {
  const problem = problemOf(...args);
  return reply.code(problem.status).type("application/problem+json").send(JSON.stringify(problem));
}

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

/**
 * Authorises a request by its headers, before its body is read. Returns the calling driver, or sends the refusal. With
 * `self`, another driver's id is answered like a missing one.
 */
export async function admit(
  route: Budgeted & { access: Exclude<Access, { rule: "provider" }> },
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
): Promise<{ ok: true; caller: Caller | null } | { ok: false }> {
  const { access } = route;
  const refused = (reason: ErrorCode) => {
    sendProblem(reply, reason);
    return { ok: false } as const;
  };
  const isSpent = (who: string) => {
    const wait = gate.spend(who, route);
    if (wait !== null) void reply.header("retry-after", String(wait));
    return wait !== null;
  };
  if (access.rule === "public") {
    if (route.budget && isSpent(addressBlock(request.ip))) return refused("TOO_MANY_REQUESTS");
    return { ok: true, caller: null };
  }
  const bearer = bearerOf(request);
  const caller = bearer ? await gate.driverOf(bearer) : null;
  if (!caller) return refused("UNAUTHENTICATED");
  if (isSpent(caller.userId)) return refused("TOO_MANY_REQUESTS");
  if (access.rule === "self") {
    const named = (request.params as Record<string, string>)[access.param];
    if (named !== caller.userId) return refused("NOT_FOUND");
  }
  return { ok: true, caller };
}

/**
 * Opens the call of a member of the staff or of a credential, with what the audit log tells of its input; null: it cannot
 * be stored. False: the refusal was sent.
 */
export async function admitStaff(
  spec: RouteSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
  parameters: BackofficeRequest["parameters"],
): Promise<boolean> {
  const { method, path: route } = spec;
  const backoffice = await gate.openBackoffice(staffKeyOf(request), {
    method,
    route,
    audit: wantsCsv(spec, request) ? "EACH" : guardOf(spec)!.audit,
    parameters,
    requestId: request.id,
    readAt: readAtOf(request),
  });
  if (typeof backoffice === "string") {
    sendProblem(reply, backoffice);
    return false;
  }
  request.backoffice = backoffice;
  const { budget, perDay } = guardOf(spec)!;
  const wait = gate.spend(`staff ${backoffice.name}`, { method, path: route, budget });
  if (wait !== null) void reply.header("retry-after", String(wait));
  const refused =
    refusedTo(backoffice, spec) ??
    (wait === null ? null : "TOO_MANY_REQUESTS") ??
    (perDay !== null && (await backoffice.doneToday()) >= perDay ? "TOO_MANY_REQUESTS" : null) ??
    (parameters ? null : "INVALID_INPUT");
  if (!refused) return true;
  await backoffice.note(refused);
  sendProblem(reply, refused, { message: sentenceTo(backoffice, refused) });
  return false;
}

const DEEPEST = 16;

/** Whether PostgreSQL can store it: a text must contain neither NUL nor a lone surrogate. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (depth > DEEPEST) return false;
  return Object.entries(value).every(
    ([name, each]) => isStorable(name) && isStorable(each, depth + 1),
  );
}

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
            handler({
              params: spec.params?.parse(params),
              query: spec.query?.parse(query),
              body: spec.body?.parse(body),
              headers: undefined,
              caller: null,
              backoffice,
              request: { address: "", headers: {}, id: "" },
            } as unknown as Parameters<Handler<R>>[0]),
        });
      }
      app.route({
        method: spec.method,
        url: spec.path,
        // A GET may have an effect (sending a one-time code), which a HEAD would have too.
        exposeHeadRoute: false,
        bodyLimit: spec.access.rule === "public" ? STRANGERS_BODY : KNOWN_BODY,
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
          const storable = [params, query, body].every((part) => isStorable(part));
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
          const input = {
            params: request.params,
            query: request.query,
            headers: request.headers,
            body: request.body,
            caller: request.caller,
            backoffice,
            request: { address: request.ip, headers: request.headers, id: request.id },
          } as unknown as Parameters<Handler<R>>[0];
          const answer = async (of: typeof input) =>
            shownTo(backoffice, spec, await handler(of)) as Awaited<ReturnType<Handler<R>>>;
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
