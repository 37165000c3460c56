import type * as z from "zod/mini";
import type { ReadingRules } from "./rules.ts";

/** An object as sent. */
export type Raw = Readonly<Record<string, unknown>>;

/** A replacement value, and how a finding names it: `read as <as>`. */
export type ReadAs = { value: unknown; as: string };

/**
 * Supplies a missing or unreadable field from the object around it. `dated`: when the nearest parent with a date was
 * changed, or when it arrived. Undefined: no replacement.
 */
export type Assume = (around: Raw, dated: string) => ReadAs | undefined;

/** A field of an object that is read from another field, or from another form. */
export type Form = {
  from: string;
  to: string;
  value: unknown;
  /** It is the standard's, in another version: no finding. */
  quiet?: true;
  /** What is wrong with it; absent: it is of OCPI 2.1.1. */
  message?: string;
};
/** Who sent an object, the peer's only party, and the caller's own rules. */
export type Sender = { peer: "CPO" | "EMSP"; owner: Raw; rules: ReadingRules };
export type Forms = (raw: Raw, sender: Sender) => readonly Form[];

/**
 * Compares the fields of an object that could be read. A field that cannot be right beside the others makes the object
 * unreadable.
 */
export type Check = (read: Raw, sender: Sender) => { key: string; message: string } | undefined;

/** How a schema is read leniently. */
export type Hint = {
  /** On an optional field: left out when unreadable. EXPECTED: a missing one is reported as well. */
  loose?: "OPTIONAL" | "EXPECTED";
  /** On a list: an unreadable item is left out. */
  looseItems?: true;
  /** On a field's schema. */
  assume?: Assume;
  /** On a leaf: converts another form of the value. Undefined: it is not one. */
  mend?(value: unknown): ReadAs | undefined;
  /** On a leaf: an empty text counts as absent, like null. Not for a field that may be a number. */
  emptyIsNone?: true;
  /** On a leaf: the values of a closed enumeration. Another one is a finding. */
  closed?: ReadonlySet<string>;
  /** On a list of objects: the name of their id. Of several with one id, the last counts. */
  distinct?: string;
  /** On an object: fields that the schema does not have are kept as sent. */
  whole?: true;
  /** On an object. */
  check?: Check;
  forms?: Forms;
};

const hints = new WeakMap<z.core.$ZodType, Hint>();

export const hintOf = (schema: z.core.$ZodType): Hint | undefined => hints.get(schema);

export function hinted<S extends z.core.$ZodType>(schema: S, hint: Hint): S {
  hints.set(schema, { ...hints.get(schema), ...hint });
  return schema;
}
