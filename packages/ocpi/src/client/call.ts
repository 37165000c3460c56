import type * as z from "zod/mini";
import { writeAuthorization } from "../authorization.ts";
import { isSuccess, parseEnvelope, statusCodes } from "../envelope.ts";
import { type Exchange, placeOf } from "../exchange.ts";
import type { Found } from "../findings.ts";
import type { Party } from "../ids.ts";
import { parseJson } from "../json.ts";
import { type Method, routingHeaders, type Transport, Unsent } from "../transport.ts";
import type { ReadingRules } from "../types/rules.ts";
import type { Endpoint } from "../types/objects.ts";
import { read } from "../types/schemas.ts";
import type { VersionNumber } from "../versions.ts";
import { writeFor } from "../write-for.ts";

/** Why a call failed. */
export type Failure = {
  ok: false;
  /**
   * unsent: it certainly was not sent; network: no answer, so it may have arrived; http: an HTTP error; ocpi: HTTP
   * fine, OCPI status code not; shape: the answer violates the standard
   */
  reason: "unsent" | "http" | "ocpi" | "shape" | "network";
  status?: number;
  status_code?: number;
  message: string;
};

/** The data of an answer, with its HTTP status and headers (names in lower case). */
export type Success<T> = { ok: true; data: T; status: number; headers: Record<string, string> };
/** What a call answers: it never throws for an error of the peer or the network. */
export type Result<T> = Success<T> | Failure;
export type Answer<T> = Promise<Result<T>>;

/** A connection to a peer. */
export type ClientOptions = {
  transport: Transport;
  /** The credentials token the peer gave us. */
  token: string;
  /** Of the connection; default: 2.2.1. */
  version?: VersionNumber;
  /** What the peer is, which OCPI 2.1.1 does not say of its interfaces and credentials. Default: CPO. */
  peer?: "CPO" | "EMSP";
  /** `raw` for peers that do not decode Base64; always so in OCPI 2.1.1. */
  tokenEncoding?: "base64" | "raw";
  /** From the peer's version details; without them only versions can be called. */
  endpoints?: readonly Endpoint[];
  from: Party;
  to?: Party;
  /** The only party of the peer: objects without one are of it. Absent: it has several. */
  owner?: Party;
  newId: () => string;
  /** Epoch milliseconds: an object without a date counts as changed now. Default: the machine's clock. */
  now?: () => number;
  /** Called after every call with its result; must not throw. */
  onExchange?: (exchange: Exchange) => void;
  /** The caller's own rules for what the peer sends. Default: none. */
  rules?: ReadingRules;
  /** Called for each part of an answer that was not read as sent; must not throw. */
  onFindings?: (found: Found) => void;
};

/** `correlationId`: of the request that caused this one. Default: a new one. */
export type CallOptions = { correlationId?: string };

export type Call = {
  method: Method;
  url: string;
  body?: unknown;
  /** Routing headers SHALL NOT be used on configuration modules. */
  routed: boolean;
} & CallOptions;

export type Caller = ReturnType<typeof createCaller>;

/** One OCPI request and its envelope. Never throws for an error of the peer or the network. */
export function createCaller(options: ClientOptions) {
  const { transport, token, from, to, newId, owner, peer, rules, version = "2.2.1" } = options;
  const tokenEncoding = version === "2.1.1" ? "raw" : options.tokenEncoding;

  async function call(request: Call): Promise<Result<unknown>> {
    const sent = writeFor(version, request.body);
    const body = sent === undefined ? undefined : JSON.stringify(sent);
    const ids = { requestId: newId(), correlationId: request.correlationId ?? newId() };
    const begun = performance.now();
    const address = addressOf(request, options.endpoints);
    const tell = (came: Pick<Exchange, "answer" | "status" | "statusCode" | "failure">): unknown =>
      options.onExchange?.({
        ...address,
        ...ids,
        request: body ?? "",
        sent,
        ...came,
        milliseconds: performance.now() - begun,
      });
    let response: Awaited<ReturnType<Transport>>;
    try {
      response = await transport({
        module: address.module,
        segments: address.segments,
        method: request.method,
        url: request.url,
        headers: {
          accept: "application/json",
          authorization: writeAuthorization(token, tokenEncoding),
          "x-request-id": ids.requestId,
          "x-correlation-id": ids.correlationId,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(request.routed ? routingHeaders(from, to) : {}),
        },
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      const reason = error instanceof Unsent ? "unsent" : "network";
      const message = error instanceof Error ? error.message : String(error);
      tell({ answer: null, status: null, statusCode: null, failure: `${reason}: ${message}` });
      return { ok: false, reason, message };
    }
    const { status } = response;
    const envelope = parseEnvelope(parseJson(response.body)?.value);
    const statusCode = envelope?.status_code ?? null;
    tell({ answer: response.body, status, statusCode, failure: null });
    if (status < 200 || status > 299) {
      return {
        ok: false,
        reason: "http",
        status,
        ...(envelope && { status_code: envelope.status_code }),
        message: envelope?.status_message ?? `HTTP ${status}`,
      };
    }
    if (!envelope) {
      return { ok: false, reason: "shape", status, message: "the answer is no OCPI envelope" };
    }
    if (!isSuccess(envelope.status_code)) {
      return {
        ok: false,
        reason: "ocpi",
        status,
        status_code: envelope.status_code,
        message: envelope.status_message ?? `OCPI status ${envelope.status_code}`,
      };
    }
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return { ok: true, data: envelope.data, status, headers };
  }

  /** A call whose answer is parsed by a schema. `form`: converts the forms that peers send to the standard's. */
  async function ask<S extends z.ZodMiniType>(
    schema: S,
    request: Call,
    form: (data: unknown) => unknown = (data) => data,
  ): Promise<Result<z.output<S>>> {
    const answer = await call(request);
    if (!answer.ok) return answer;
    const parsed = readNow(schema, form(answer.data));
    const { module, segments } = addressOf(request, options.endpoints);
    note({ module: module ?? "", object: segments.join("/"), findings: parsed.findings });
    if (parsed.ok) return { ...answer, data: parsed.data };
    return { ok: false, reason: "shape", status: answer.status, message: parsed.message };
  }

  const readNow = <S extends z.ZodMiniType>(schema: S, value: unknown) =>
    read(schema, value, { now: options.now?.(), owner, peer, rules });

  function note(found: Found) {
    // Credentials are secret.
    if (found.findings.length > 0 && found.module !== "credentials") options.onFindings?.(found);
  }

  /** A push: the standard does not define the answer's data, so it is ignored. */
  async function push(request: Call): Promise<Result<undefined>> {
    const answer = await call(request);
    return answer.ok ? { ...answer, data: undefined } : answer;
  }

  /** The peer's address for a module, with path segments appended; a failure when it offers none. */
  function endpoint(
    identifier: string,
    role: "SENDER" | "RECEIVER" | null,
    ...segments: string[]
  ): { ok: true; url: string } | Failure {
    const found = options.endpoints?.find(
      (each) => each.identifier === identifier && (role === null || each.role === role),
    );
    if (!found) {
      return {
        ok: false,
        reason: "ocpi",
        status_code: statusCodes.noMatchingEndpoints,
        message: `the peer offers no ${identifier}${role === null ? "" : ` ${role}`} endpoint`,
      };
    }
    const tail = segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
    return { ok: true, url: found.url.replace(/\/+$/, "") + tail };
  }

  return { call, ask, read: readNow, note, push, endpoint, from };
}

function addressOf(
  { method, url }: Call,
  endpoints: readonly Endpoint[] = [],
): Pick<Exchange, "method" | "path" | "query" | "module" | "segments"> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return {
    method,
    path: parsed?.pathname ?? "",
    query: parsed?.searchParams ?? new URLSearchParams(),
    ...placeOf(url, endpoints),
  };
}
