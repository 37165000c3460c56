import type * as z from "zod/mini";

/** An object as it came. */
export type Raw = Readonly<Record<string, unknown>>;

/** What is read in place of something else, and how a finding says so: `read as <as>`. */
export type ReadAs = { value: unknown; as: string };

/**
 * What stands for a field that is missing or unreadable, by the object around it. `dated`: when the nearest object around
 * with a date was changed, or when it came. Undefined: nothing can stand for it.
 */
export type Assume = (around: Raw, dated: string) => ReadAs | undefined;

/** A field of an object that is read from another one, or from another form of its own. */
export type Form = { from: string; to: string; value: unknown };
export type Forms = (raw: Raw) => readonly Form[];

/** What reading knows of a schema besides the schema itself. */
export type Hint = {
  /** On an optional field: unreadable, it is left out. EXPECTED: so it is said of a missing one as well. */
  loose?: "OPTIONAL" | "EXPECTED";
  /** On a list: an unreadable item is left out. */
  looseItems?: true;
  /** On a field's schema. */
  assume?: Assume;
  /** On a leaf: another form of the same value. Undefined: it is none. */
  mend?(value: unknown): ReadAs | undefined;
  /** On a leaf: an empty text stands for none, as null does. Not where it may be any number. */
  emptyIsNone?: true;
  /** On an object. */
  forms?: Forms;
};

const hints = new WeakMap<z.core.$ZodType, Hint>();

export const hintOf = (schema: z.core.$ZodType): Hint | undefined => hints.get(schema);

export function hinted<S extends z.core.$ZodType>(schema: S, hint: Hint): S {
  hints.set(schema, { ...hints.get(schema), ...hint });
  return schema;
}
