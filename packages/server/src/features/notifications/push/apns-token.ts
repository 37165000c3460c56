import { OutboundError, type Outbound } from "../../../platform/http/outbound.ts";
import type { FcmSettings } from "../../../platform/config/messaging.ts";

/** An APNs device token: bytes in hexadecimal. A Firebase token is longer and never only hexadecimal. */
const APNS_TOKEN = /^(?:[0-9a-f]{2}){32,100}$/i;
const MOST_KEPT = 20_000;

/**
 * The Firebase token of a device. An APNs token is registered with Firebase first (Instance ID's batchImport), and the
 * result is cached in memory. Null: Firebase refuses it.
 */
export function createFirebaseTokens(
  { ios }: FcmSettings,
  outbound: Outbound,
): (token: string, access: string) => Promise<string | null> {
  const known = new Map<string, string>();
  return async (token, access) => {
    if (!ios || !APNS_TOKEN.test(token)) return token;
    const before = known.get(token);
    if (before) return before;
    const { status, body } = await outbound({
      to: "push",
      method: "POST",
      url: `${ios.baseUrl}/iid/v1:batchImport`,
      headers: {
        authorization: `Bearer ${access}`,
        access_token_auth: "true",
        "content-type": "application/json",
      },
      body: JSON.stringify({ application: ios.app, sandbox: ios.sandbox, apns_tokens: [token] }),
      repeatable: true,
    });
    if (status !== 200)
      throw new OutboundError(`Firebase takes no token of Apple's: HTTP ${status}`);
    const { results = [] } = JSON.parse(body) as {
      results?: { status?: string; registration_token?: string }[];
    };
    const { status: said = "", registration_token: given } = results[0] ?? {};
    if (/internal|unavailable|quota|exhausted/i.test(said))
      throw new OutboundError(`Firebase takes no token of Apple's now: ${said}`);
    if (!given) return null;
    if (known.size >= MOST_KEPT) known.clear();
    known.set(token, given);
    return given;
  };
}
