import type { ErrorCode, Problem } from "@voltmarg/contract";

/** A problem document, or the status of an answer without one. */
export type Refused = Partial<Problem> & { code: ErrorCode };

/** A call that was answered, but not by a success. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: ErrorCode;
  /** The whole problem document; some refusals carry numbers. */
  readonly problem: Refused;

  /** `called`: method and path, for the log. */
  constructor(called: string, status: number, problem: Refused) {
    const said = problem.message ?? problem.detail ?? "";
    super(`${called}: ${status} ${problem.code} ${said}`.trim());
    this.status = status;
    this.code = problem.code;
    this.problem = problem;
  }

  /** The service's message for the user; if it has none, a description of the failure. */
  get sentence(): string {
    return this.problem.message ?? this.message;
  }
}

/** Reads a refusal. A proxy's error page is no problem document: it results in the code for its status, without a message. */
export function problemIn(status: number, text: string): Refused {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    if (typeof problem?.code === "string") return problem as Refused;
  } catch {
    // Not JSON.
  }
  return { code: codeOf(status), detail: text.slice(0, 200) };
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return "UNAUTHENTICATED";
  return status === 502 || status === 503 || status === 504 ? "UNAVAILABLE" : "INTERNAL";
}
