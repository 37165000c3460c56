import webPush from "web-push";
import type { Clock } from "../../../platform/clock.ts";
import {
  OutboundError,
  type Outbound,
  type OutboundResponse,
} from "../../../platform/http/outbound.ts";
import { readRetryAfter } from "../../../platform/http/retry-after.ts";
import type { WebPushSettings } from "../../../platform/config/messaging.ts";
import type { PushCarrier, PushVerdict } from "./push.ts";
import { readSubscription, type PushHosts } from "./subscription.ts";

/** Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed by us (RFC 8292). */
export function createWebPush(deps: {
  settings: WebPushSettings;
  hosts: PushHosts;
  outbound: Outbound;
  clock: Clock;
}): PushCarrier {
  const { settings, hosts, outbound, clock } = deps;
  return async ({ token, payload, topic, urgent, seconds }) => {
    const subscription = readSubscription(token, hosts);
    if (!subscription || subscription === "unusable")
      return { is: "gone", reason: "not a subscription we may use" };
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      subscription,
      payload === null ? undefined : JSON.stringify(payload),
      {
        vapidDetails: settings,
        TTL: seconds,
        urgency: urgent ? "high" : "normal",
        topic,
        contentEncoding: "aes128gcm",
      },
    );
    try {
      const answer = await outbound({
        to: "push",
        method: "POST",
        url: endpoint,
        headers: headersOf(headers),
        body: body ?? "",
        repeatable: true,
      });
      return verdictOf(answer, clock.now().getTime());
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // Its name leads to an address that is nobody's push service.
      if (error.refused) return { is: "gone", reason: error.message };
      return { is: "later", seconds: null, reason: error.message };
    }
  };
}

/** The length is the sender's to count. */
const headersOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== "content-length")
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );

/** What an answer of a push service means (RFC 8030 5, 7.3, 8.4); `now` in milliseconds. */
export function verdictOf({ status, headers }: OutboundResponse, now: number): PushVerdict {
  const reason = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { is: "sent" };
  if (status === 404 || status === 410) return { is: "gone", reason };
  if (status === 413) return { is: "too_large" };
  if (status === 429 || status >= 500) {
    const asked = readRetryAfter(headers["retry-after"], now);
    return { is: "later", seconds: asked === null ? null : Math.ceil(asked / 1000), reason };
  }
  return { is: "refused", reason };
}
