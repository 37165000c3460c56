/**
 * What can be wrong with one field of what was sent, and how the service says it in English. `limit` is a number of
 * characters, of things, or the value itself.
 */
const sentences = {
  MISSING: () => "This is needed.",
  TOO_SHORT: (limit: number) => `Write ${limit} characters at least.`,
  TOO_LONG: (limit: number) => `Write ${limit} characters at most.`,
  TOO_FEW: (limit: number) => `Choose ${limit} at least.`,
  TOO_MANY: (limit: number) => `Choose ${limit} at most.`,
  TOO_SMALL: (limit: number) => `Enter ${limit} or more.`,
  TOO_LARGE: (limit: number) => `Enter ${limit} or less.`,
  NOT_A_NUMBER: () => "This is not a number.",
  NOT_WHOLE: () => "Enter a whole number.",
  NOT_A_CHOICE: () => "This cannot be chosen.",
  NOT_AN_EMAIL: () => "This is not an e-mail address.",
  NOT_A_GSTIN: () => "This is not a GSTIN.",
  NOT_IN_STATE: () => "This PIN code is not in the state of the GSTIN.",
  NOT_PRINTABLE: () =>
    "Bills cannot show all of these characters. Use letters of English or a language of India.",
  WRONG: () => "This is not written as it should be.",
} satisfies Record<string, (limit: number) => string>;

export type FieldRule = keyof typeof sentences;
export const fieldRules = Object.keys(sentences) as FieldRule[];

/** A refusal names so many wrong fields at most, and fewer where they would be longer than that. */
export const MOST_FIELD_PROBLEMS = { count: 20, bytes: 3 * 1024 };

/** One wrong field: where it is (`points.0.latitude`), which rule it breaks, and a sentence for the driver in English. */
export type FieldProblem = { path: string; rule: FieldRule; limit?: number; message: string };

export function fieldProblem(path: string, rule: FieldRule, limit?: number): FieldProblem {
  const message = sentences[rule](limit ?? 0);
  return { path, rule, ...(limit === undefined ? {} : { limit }), message };
}

/** An issue of zod's, as far as it says which rule was broken. */
export type FieldIssue = {
  code?: string | undefined;
  message?: string | undefined;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  expected?: unknown;
  format?: unknown;
};

/** What an issue says of the field at `path`, `value` being what was sent there. */
export function fieldProblemOf(path: string, issue: FieldIssue, value: unknown): FieldProblem {
  const [rule, limit] = ruleOf(issue, value);
  const problem = fieldProblem(path, rule, limit);
  // A check of our own has a sentence of its own; zod's, without one, says "Invalid input".
  return issue.code === "custom" && issue.message
    ? { ...problem, message: issue.message }
    : problem;
}

function ruleOf(issue: FieldIssue, value: unknown): [FieldRule, number?] {
  if (value === undefined || value === null) return ["MISSING"];
  const { code, origin, expected, format } = issue;
  const [least, most] = [Number(issue.minimum), Number(issue.maximum)];
  if (code === "too_small" && origin === "string")
    return least <= 1 ? ["MISSING"] : ["TOO_SHORT", least];
  if (code === "too_big" && origin === "string") return ["TOO_LONG", most];
  if (code === "too_small") return [origin === "array" ? "TOO_FEW" : "TOO_SMALL", least];
  if (code === "too_big") return [origin === "array" ? "TOO_MANY" : "TOO_LARGE", most];
  if (code === "invalid_value") return ["NOT_A_CHOICE"];
  if (format === "email") return ["NOT_AN_EMAIL"];
  if (expected === "int" && typeof value === "number") return ["NOT_WHOLE"];
  if (expected === "int" || expected === "number") return ["NOT_A_NUMBER"];
  return ["WRONG"];
}
