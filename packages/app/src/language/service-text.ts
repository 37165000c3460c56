import type { ErrorCode, FieldProblem, Problem, SessionFailure } from "@voltmarg/contract";

/** What the service says in English, in the driver's language; null where it is to be shown as it came. */
export type ServiceWords = {
  refusal: (code: ErrorCode | "OFFLINE", problem: Partial<Problem>) => string | undefined;
  field: (problem: FieldProblem) => string | undefined;
  failure: (code: SessionFailure["code"]) => string;
};

let texts: ServiceWords | null = null;

/** Null: the driver reads English, which is what the service writes. */
export function setServiceWords(words: ServiceWords | null): void {
  texts = words;
}

export const serviceWords = (): ServiceWords | null => texts;
