import { isWebPushKey } from "../../../platform/config/web-push-keys.ts";

export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Which hosts a subscription may name. */
export type PushHosts = {
  /** `*.` in front stands for any name before. */
  named: readonly string[];
  /** Outside PROD: a push service on this machine. */
  loopback: boolean;
};

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const AUTH_BYTES = 16;

/**
 * The subscription a device token is, normalised. Null: the token is of another transport; "unusable": it is one, but
 * not with https, not at a push service we know, or with keys nothing can be encrypted for.
 */
export function readSubscription(
  token: string,
  hosts: PushHosts,
): Subscription | null | "unusable" {
  const said = parsed(token);
  if (!said || !("endpoint" in said)) return null;
  const { endpoint, keys } = said as { endpoint: unknown; keys?: Record<string, unknown> | null };
  const { p256dh, auth } = keys ?? {};
  if (typeof endpoint !== "string" || typeof p256dh !== "string" || typeof auth !== "string")
    return "unusable";
  if (!mayPushTo(endpoint, hosts) || !isWebPushKey(p256dh)) return "unusable";
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES) return "unusable";
  return { endpoint, keys: { p256dh, auth } };
}

/** Anybody can name an endpoint, and we call it: only push services of browsers, whose address is checked again later. */
function mayPushTo(endpoint: string, { named, loopback }: PushHosts): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  if (LOOPBACK.has(hostname)) return loopback;
  return named.some((name) =>
    name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name,
  );
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
