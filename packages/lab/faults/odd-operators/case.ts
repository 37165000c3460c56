/** A parsed JSON object as received. */
export type Json = Record<string, unknown>;

/** In place of a value: the field is absent. */
export const ABSENT = Symbol("absent");

/**
 * How an odd object differs from the good one: by path (`evses.0.status`), the new value, ABSENT, or a function of
 * the good value.
 */
export type Changes = Readonly<Record<string, unknown>>;

/** The good object with the changes. */
export function changed(good: Json, odd: Changes): Json {
  const copy = structuredClone(good);
  for (const [path, value] of Object.entries(odd)) put(copy, path.split("."), value);
  return copy;
}

function put(into: unknown, [key, ...rest]: string[], value: unknown): void {
  const at = into as Json;
  if (rest.length > 0) return put(at[key!], rest, value);
  if (value === ABSENT && Array.isArray(at)) at.splice(Number(key), 1);
  else if (value === ABSENT) delete at[key!];
  else
    at[key!] = typeof value === "function" ? (value as (was: unknown) => unknown)(at[key!]) : value;
}
