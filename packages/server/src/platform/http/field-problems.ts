import { fieldProblemOf, type FieldIssue, type FieldProblem } from "@voltmarg/contract";

/** What the framework says of an input that does not fit: zod's issues in its own words. */
export type Validation = {
  instancePath: string;
  keyword?: string;
  message?: string;
  params?: Omit<FieldIssue, "code" | "message">;
}[];

/** Which fields of `sent` are wrong, by which rule. */
export const problemsOfFields = (validation: Validation, sent: unknown): FieldProblem[] =>
  validation.map(({ instancePath, keyword, message, params }) => {
    const names = instancePath.split("/").filter(Boolean);
    return fieldProblemOf(names.join("."), { ...params, code: keyword, message }, at(sent, names));
  });

/** What was sent under these names; undefined: nothing. */
const at = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (inside, name) =>
      typeof inside === "object" && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );
