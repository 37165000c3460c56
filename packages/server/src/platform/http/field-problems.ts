import { fieldProblemOf, MOST_FIELD_PROBLEMS, type FieldProblem } from "@voltmarg/contract";
import type { FastifySchemaCompiler } from "fastify";
import { safeParse, type $ZodIssue, type $ZodType } from "zod/v4/core";

/** What was sent does not have the shape that the contract says. */
export class InvalidFields extends Error {
  override name = "InvalidFields";
  readonly problems: FieldProblem[];
  constructor(problems: FieldProblem[]) {
    super("invalid fields");
    this.problems = problems;
  }
}

/** Checks input by the contract. What it says of wrong input is short, however much of it is wrong. */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema }) =>
  (sent) => {
    const { success, error, data } = safeParse(schema, sent);
    if (success) return { value: data };
    return { error: new InvalidFields(problemsOfFields(error.issues, sent)) };
  };

/** The invalid fields of `sent`, each with the rule it breaks: the first, as many as a refusal may name. */
export function problemsOfFields(issues: readonly $ZodIssue[], sent: unknown): FieldProblem[] {
  const problems = issues
    .slice(0, MOST_FIELD_PROBLEMS.count)
    .map((issue) => fieldProblemOf(issue.path.join("."), issue, at(sent, issue.path)));
  while (Buffer.byteLength(JSON.stringify(problems)) > MOST_FIELD_PROBLEMS.bytes) problems.pop();
  return problems;
}

/** The value at this path; undefined: it is missing. */
const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === "object" && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<PropertyKey, unknown>)[name]
        : undefined,
    value,
  );
