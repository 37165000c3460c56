/** The claims of a JWT, unchecked: only who issued it can check it. Null when it is not readable as one. */
export function claimsOf(token: string): Record<string, unknown> | null {
  const payload = token.split(".")[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null
      ? (claims as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The driver an access token belongs to: its claim `user_name` is `id:suffix`. Null when it names nobody. */
export function userIdOf(accessToken: string): string | null {
  const name = claimsOf(accessToken)?.["user_name"];
  return typeof name === "string" ? name.split(":")[0] || null : null;
}
