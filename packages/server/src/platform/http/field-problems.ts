import { fieldProblemOf, type FieldIssue, type FieldProblem } from "@voltmarg/contract";

/** The framework's validation error: zod's issues. */
export type Validation = {
  instancePath: string;
  keyword?: string;
  message?: string;
  params?: Omit<FieldIssue, "code" | "message">;
}[];

/** The invalid fields of `sent`, each with the rule it breaks. */
export const problemsOfFields = (validation: Validation, sent: unknown): FieldProblem[] =>
  validation.map(({ instancePath, keyword, message, params }) => {
    const names = instancePath.split("/").filter(Boolean);
    return fieldProblemOf(names.join("."), { ...params, code: keyword, message }, at(sent, names));
  });

/** The value at this path; undefined: it is missing. */
const at = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (inside, name) =>
      typeof inside === "object" && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );
