import { importPKCS8, SignJWT } from "jose";
import type { Clock } from "../../../platform/clock.ts";
import {
  OutboundError,
  type Outbound,
  type OutboundResponse,
} from "../../../platform/http/outbound.ts";
import { readRetryAfter } from "../../../platform/http/retry-after.ts";
import type { FcmSettings } from "../../../platform/config/messaging.ts";
import { createFirebaseTokens } from "./apns-token.ts";
import type { Push, PushCarrier, PushVerdict } from "./push.ts";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** Google's minimum before a retry when it sends no Retry-After. */
const QUOTA_SECONDS = 60;
/** An access token is not used in its last five minutes. */
const SPARE_MS = 300_000;

/**
 * The text on a locked screen is in the apps, in the phone's language, under these names (`strings.xml`,
 * `Localizable.strings`). The name says no more than which screen a tap opens. Its title is the provider's name.
 */
const textOf = ({ payload }: Push) => `push_${payload?.redirectTo ?? "notifications"}` as const;

/** Firebase Cloud Messaging, HTTP v1: Android by itself, iOS through APNs. */
export function createFcm(deps: {
  settings: FcmSettings;
  /** The provider's. */
  name: string;
  outbound: Outbound;
  clock: Clock;
}): PushCarrier {
  const { settings, name, outbound, clock } = deps;
  const access = createAccess(deps);
  const firebaseToken = createFirebaseTokens(settings, outbound);
  const url = `${settings.baseUrl}/v1/projects/${settings.projectId}/messages:send`;
  return async (push) => {
    try {
      const key = await access.token();
      const token = await firebaseToken(push.token, key);
      if (token === null) return { is: "gone", reason: "not a token of this app's" };
      const answer = await outbound({
        to: "push",
        method: "POST",
        url,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ message: messageOf({ ...push, token }, name, clock.now()) }),
        repeatable: true,
      });
      if (answer.status === 401) access.forget();
      return fcmVerdictOf(answer, clock.now().getTime());
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { is: "later", seconds: null, reason: error.message };
    }
  };
}

/** Whether Google gives an access token for the service account. Throws OutboundError where it does not. */
export const checkFcm = async (deps: Parameters<typeof createAccess>[0]): Promise<void> =>
  void (await createAccess(deps).token());

function messageOf(push: Push, title: string, now: Date) {
  const { token, payload, topic, urgent, seconds } = push;
  const text = textOf(push);
  return {
    token,
    data: payload ?? {},
    android: {
      priority: urgent ? "HIGH" : "NORMAL",
      ttl: `${seconds}s`,
      collapse_key: topic,
      // A notification with the same tag replaces the one shown.
      notification: { tag: topic, title, body_loc_key: text },
    },
    apns: {
      headers: {
        "apns-priority": urgent ? "10" : "5",
        "apns-expiration": String(Math.floor(now.getTime() / 1000) + seconds),
        "apns-collapse-id": topic,
      },
      payload: { aps: { alert: { title, "loc-key": text } } },
    },
  };
}

/** An access token for the service account's signed assertion (RFC 7523), cached until it expires. */
function createAccess({
  settings,
  outbound,
  clock,
}: {
  settings: FcmSettings;
  outbound: Outbound;
  clock: Clock;
}) {
  let kept: { token: Promise<string>; until: number } | null = null;
  const ask = async (): Promise<string> => {
    const key = await importPKCS8(settings.privateKey, "RS256");
    const now = Math.floor(clock.now().getTime() / 1000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(settings.clientEmail)
      .setAudience(settings.tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(key);
    const { status, body } = await outbound({
      to: "push",
      method: "POST",
      url: settings.tokenUrl,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    });
    if (status !== 200) throw new OutboundError(`no access to Firebase: HTTP ${status}`);
    const said = JSON.parse(body) as { access_token: string; expires_in: number };
    if (kept) kept.until = clock.now().getTime() + said.expires_in * 1000 - SPARE_MS;
    return said.access_token;
  };
  return {
    token: (): Promise<string> => {
      if (kept && kept.until > clock.now().getTime()) return kept.token;
      const asked = ask();
      kept = { token: asked, until: Infinity };
      asked.catch(() => {
        kept = null;
      });
      return asked;
    },
    forget: () => {
      kept = null;
    },
  };
}

type FcmError = {
  error?: {
    details?: {
      errorCode?: string;
      fieldViolations?: { field?: string }[];
    }[];
  };
};

/**
 * Reads an answer of FCM. A device token is deleted only if the error names the token: a wrong project answers 404 too,
 * and must not delete all drivers' devices.
 */
export function fcmVerdictOf(
  { status, headers, body }: OutboundResponse,
  now: number,
): PushVerdict {
  if (status === 200) return { is: "sent" };
  const { codes, fields } = read(body);
  const reason = `HTTP ${status} ${codes.join(" ")}`.trim();
  if (codes.includes("UNREGISTERED") || codes.includes("SENDER_ID_MISMATCH"))
    return { is: "gone", reason };
  if (codes.includes("INVALID_ARGUMENT") && fields.includes("message.token"))
    return { is: "gone", reason };
  if (status === 413) return { is: "too_large" };
  const asked = readRetryAfter(headers["retry-after"], now);
  const seconds = asked === null ? null : Math.ceil(asked / 1000);
  if (status === 429) return { is: "later", seconds: seconds ?? QUOTA_SECONDS, reason };
  if (status >= 500) return { is: "later", seconds, reason };
  // Our access token expired early. A wrong or expired APNs key at Firebase gives the same error and is not retried.
  if (status === 401 && !codes.includes("THIRD_PARTY_AUTH_ERROR"))
    return { is: "later", seconds: null, reason };
  return { is: "refused", reason };
}

function read(body: string): { codes: string[]; fields: string[] } {
  try {
    const details = (JSON.parse(body) as FcmError).error?.details ?? [];
    return {
      codes: details.flatMap(({ errorCode }) => errorCode ?? []),
      fields: details.flatMap(({ fieldViolations = [] }) =>
        fieldViolations.flatMap(({ field }) => field ?? []),
      ),
    };
  } catch {
    return { codes: [], fields: [] };
  }
}
