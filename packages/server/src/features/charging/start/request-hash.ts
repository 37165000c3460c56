import { createHash } from "node:crypto";

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
};

/** Equal requests have equal hashes: the order of fields does not matter. */
export function requestHash(input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(input)))
    .digest("hex");
}
