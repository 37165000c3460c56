import * as z from "zod/mini";

/** What of a person a text is. FREE_TEXT: words of a driver, which may have a number in them. */
export type PersonalKind = "MOBILE" | "NAME" | "FREE_TEXT";

const kinds = new WeakMap<object, PersonalKind>();
/** A text that is a person's, of a kind. What may see it follows from the kind, in one place of the service. */
const personal = (kind: PersonalKind) => {
  const schema = z.string();
  kinds.set(schema, kind);
  return schema;
};

export const PersonalMobile = personal("MOBILE");
/** An Indian mobile number as people type or copy it, marks that cannot be seen included. */
export const TypedMobile = z.string().check(z.minLength(10), z.maxLength(40));
export const PersonalName = personal("NAME");
export const PersonalText = personal("FREE_TEXT");

type Def = {
  type: string;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
};
const defOf = (schema: z.ZodMiniType): Def => schema._zod.def;

/** Whether an answer has texts of persons that are masked for those who may not see them. */
export function hasPersonal(schema: z.ZodMiniType): boolean {
  if (kinds.has(schema)) return true;
  const { innerType, element, shape } = defOf(schema);
  return [innerType, element, ...Object.values(shape ?? {})].some(
    (part) => part && hasPersonal(part),
  );
}

/** An answer with each text of a person as `mask` makes it of its kind. */
export function maskPersonal(
  schema: z.ZodMiniType,
  value: unknown,
  mask: (kind: PersonalKind, text: string) => string,
): unknown {
  if (value === null || value === undefined) return value;
  const kind = kinds.get(schema);
  if (kind) return mask(kind, value as string);
  const { innerType, element, shape } = defOf(schema);
  if (innerType) return maskPersonal(innerType, value, mask);
  if (element && Array.isArray(value))
    return value.map((each) => maskPersonal(element, each, mask));
  if (!shape) return value;
  const fields = Object.entries(value as Record<string, unknown>).map(([name, each]) => {
    const part = shape[name];
    return [name, part ? maskPersonal(part, each, mask) : each];
  });
  return Object.fromEntries(fields) as unknown;
}
