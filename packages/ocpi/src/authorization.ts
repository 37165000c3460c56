const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const printable = /^[\x21-\x7e]{1,255}$/;

/**
 * Writes the Authorization header for a credentials token (1 to 64 characters U+0021 to U+007E, OCPI 2.2.1
 * credentials). `encoding: 'raw'` is for peers older than 2.2-d2 that do not use Base64.
 */
export function writeAuthorization(token: string, encoding: "base64" | "raw" = "base64"): string {
  if (!isCredentialsToken(token)) throw new Error("a credentials token is 1 to 64 printable ASCII");
  return `Token ${encoding === "raw" ? token : Buffer.from(token).toString("base64")}`;
}

/** The possible tokens of a header, likeliest first: decoded, then raw. Empty when it is no token header. */
export function readAuthorization(header: string | undefined): string[] {
  const match = /^token[ \t]+(\S+)\s*$/i.exec(header ?? "");
  if (!match) return [];
  const raw = match[1]!;
  const found: string[] = [];
  if (base64.test(raw)) {
    // The standard's own example encodes a trailing newline.
    const decoded = Buffer.from(raw, "base64").toString("utf8").trim();
    if (printable.test(decoded)) found.push(decoded);
  }
  if (printable.test(raw)) found.push(raw);
  return found;
}

export function isCredentialsToken(token: string): boolean {
  return token.length <= 64 && printable.test(token);
}
