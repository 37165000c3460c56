import { ABSENT, changed, type Json } from "./case.ts";

/** The value that replaces a good one; null: the mutation does not apply. */
export type Mutation = { kind: string; of(good: unknown): { value: unknown } | null };

/** Longer than the longest text that is accepted. */
const HUGE = "x".repeat(21_000);
const always = (kind: string, value: unknown): Mutation => ({ kind, of: () => ({ value }) });

export const mutations: readonly Mutation[] = [
  always("absent", ABSENT),
  always("null", null),
  always("number", 7),
  always("string", "x"),
  always("object", { x: 1 }),
  always("list", ["x"]),
  { kind: "boolean", of: (good) => (typeof good === "boolean" ? null : { value: true }) },
  always("empty string", ""),
  always("empty list", []),
  always("empty object", {}),
  always("huge", HUGE),
  { kind: "list of one", of: (good) => ({ value: [good] }) },
  always("negative", -1),
];

/** Every path inside an object; for a list, the first item stands for all. */
export function pathsOf(good: unknown, prefix = ""): string[] {
  if (typeof good !== "object" || good === null) return [];
  const entries = Array.isArray(good) ? [["0", good[0]] as const] : Object.entries(good);
  return entries.flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    return [path].concat(pathsOf(value, `${path}.`));
  });
}

export type Mutated = { path: string; kind: string; value: unknown; body: Json };

/** The good object with one field after another made bad in one way; `good` builds a fresh one each time. */
export function mutate(
  { kind, of }: Mutation,
  paths: readonly string[],
  good: (nth: number) => Json,
): Mutated[] {
  return paths.flatMap((path, nth) => {
    const whole = good(nth);
    const at = of(valueAt(whole, path));
    if (!at) return [];
    return [{ path, kind, value: at.value, body: changed(whole, { [path]: at.value }) }];
  });
}

export const valueAt = (object: unknown, path: string): unknown =>
  path.split(".").reduce((at, key) => (at as Json | null | undefined)?.[key], object);

/**
 * Whether the value sent at a path equals the stored one. A list without an item, or with null for it, is a good
 * list.
 */
export const isKeptAt = (path: string, sent: unknown, kept: unknown): boolean =>
  (/\.\d+$/.test(path) && (sent === ABSENT || sent === null)) ||
  saysTheSame(sent, valueAt(kept, path));

/**
 * Whether the stored value means the same as the one sent: an empty value means nothing, a number may be text, a
 * list of one may be its item, and fields that OCPI does not define are ignored.
 */
export function saysTheSame(sent: unknown, kept: unknown): boolean {
  if (isEmpty(sent) && isEmpty(kept)) return true;
  if (kept === undefined || isEmpty(sent)) return false;
  if (typeof sent === "number" && typeof kept === "number") return Math.abs(sent - kept) < 1;
  if (plain(sent) === plain(kept)) return true;
  if (typeof sent === "string" && typeof kept === "string" && isDate(sent))
    return Date.parse(sent) === Date.parse(kept);
  if (Array.isArray(sent) && sent.length === 1 && saysTheSame(sent[0], kept)) return true;
  if (Array.isArray(sent) && Array.isArray(kept) && sent.length === kept.length)
    return sent.every((item, at) => saysTheSame(item, kept[at]));
  if (Array.isArray(sent) || Array.isArray(kept)) return false;
  // No field of `{"x": 1}` is defined by OCPI.
  return typeof sent === "object" && typeof kept === "object";
}

const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const isDate = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === ABSENT ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);
