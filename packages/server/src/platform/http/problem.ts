import type { FastifyReply } from "fastify";
import { errorCatalogue, type ErrorCode, type Problem } from "@voltmarg/contract";

/** A refusal returned by a use case: an error code of the contract and details for the app. */
export type Refusal<Code extends ErrorCode = ErrorCode> = {
  ok: false;
  reason: Code;
  /** Replaces the error catalogue's sentence. */
  message?: string;
  /** Extra members of the problem document, such as `missing_minor`. */
  extra?: Record<string, unknown>;
};

/** An answer; `languages`: of the texts in it, if any; `cookie`: the Set-Cookie header. */
type Done<T> = { ok: true; value: T; languages?: readonly string[]; cookie?: string };
export type Outcome<T, Code extends ErrorCode> = Done<T> | Refusal<Code>;

/**
 * An answer that is a file and not JSON, for routes with its media type in `documents`. Content without a size limit is
 * a stream of text.
 */
export type DocumentAnswer = {
  ok: true;
  document: {
    type: string;
    language?: string;
    fileName: string;
    bytes: Buffer | AsyncIterable<string>;
  };
};

export function refuse<const Code extends ErrorCode>(
  reason: Code,
  more: { message?: string; extra?: Record<string, unknown> } = {},
): Refusal<Code> {
  return { ok: false, reason, ...more };
}

export function done<T>(
  value: T,
  more: { languages?: readonly string[]; cookie?: string } = {},
): Done<T> {
  return { ok: true, value, ...more };
}

/** The RFC 9457 document of a refusal. */
export function problemOf(
  code: ErrorCode,
  more: {
    message?: string | undefined;
    extra?: Record<string, unknown> | undefined;
    errors?: Problem["errors"];
    /** Replaces the error catalogue's. */
    status?: number;
  } = {},
): Problem {
  const [usual, message] = errorCatalogue[code];
  const shown = more.message ?? message;
  return {
    ...more.extra,
    type: `urn:voltmarg:error:${code.toLowerCase().replaceAll("_", "-")}`,
    title: code.toLowerCase().replaceAll("_", " "),
    status: more.status ?? usual,
    detail: shown,
    code,
    message: shown,
    ...(more.errors ? { errors: more.errors } : {}),
  };
}

/** Seconds after which to ask again what cannot be answered now. */
const RETRY_SECONDS = "2";

/** Answers with the RFC 9457 document of a refusal. */
export function sendProblem(
  reply: FastifyReply,
  ...args: Parameters<typeof problemOf>
): FastifyReply {
  const problem = problemOf(...args);
  if (problem.code === "UNAVAILABLE" && !reply.hasHeader("retry-after"))
    void reply.header("retry-after", RETRY_SECONDS);
  return reply.code(problem.status).type("application/problem+json").send(JSON.stringify(problem));
}
