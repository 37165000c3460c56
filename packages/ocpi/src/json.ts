const maxDepth = 32;

/** Parses a body; `null` when it is not JSON or nests deeper than 32 levels (a peer could exhaust the stack). */
export function parseJson(body: string): { value: unknown } | null {
  let value: unknown;
  try {
    // Some peers send a byte order mark.
    value = JSON.parse(body.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  return depthWithin(value, maxDepth) ? { value } : null;
}

function depthWithin(value: unknown, left: number): boolean {
  if (value === null || typeof value !== "object") return true;
  if (left === 0) return false;
  return Object.values(value).every((child) => depthWithin(child, left - 1));
}

// Surrogates of valid pairs match too, which costs time and changes nothing.
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000\ud800-\udfff]/;

/**
 * OCPI treats a null field as an absent one; null entries of lists are removed. U+0000 and lone surrogates, which no
 * database accepts, are removed from texts.
 */
export function tidy(value: unknown): unknown {
  if (typeof value === "string")
    return UNSTORABLE.test(value) ? value.replaceAll("\u0000", "").toWellFormed() : value;
  if (Array.isArray(value)) {
    return value.filter((item) => item !== null).map((item) => tidy(item));
  }
  if (value === null || typeof value !== "object") return value;
  // fromEntries defines own properties, so a "__proto__" key stays data.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== null)
      .map(([key, child]) => [key, tidy(child)]),
  );
}
