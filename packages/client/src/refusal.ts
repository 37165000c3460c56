import type { ErrorCode, Problem } from "@voltmarg/contract";

/** A problem document, or what is known of an answer that is none. */
export type Refused = Partial<Problem> & { code: ErrorCode };

/** A call that was answered, but not by a success. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: ErrorCode;
  /** The whole problem document; some refusals carry numbers. */
  readonly problem: Refused;

  /** `called`: method and path, for whoever reads the log. */
  constructor(called: string, status: number, problem: Refused) {
    const said = problem.message ?? problem.detail ?? "";
    super(`${called}: ${status} ${problem.code} ${said}`.trim());
    this.status = status;
    this.code = problem.code;
    this.problem = problem;
  }

  /** What the service says to a person; without a word of its, what happened. */
  get sentence(): string {
    return this.problem.message ?? this.message;
  }
}

/** Reads a refusal. The page of a proxy is no problem document: it has the code its status stands for, and no message. */
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
