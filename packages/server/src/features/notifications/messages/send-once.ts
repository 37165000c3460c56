import { OutboundError, type Outbound } from "../../../platform/http/outbound.ts";
import type { Sent } from "./message.ts";

/**
 * One POST that must not be repeated, and its result: a request that was never sent, or was answered with 4xx, certainly
 * had no effect; after a 5xx or no answer the result is unclear. `answerOf` reads a 2xx.
 */
export async function sendOnce(
  outbound: Outbound,
  request: { url: string; headers: Record<string, string>; body: string },
  answerOf: (body: string) => Sent,
): Promise<Sent> {
  try {
    const { status, body } = await outbound({ to: "sms", method: "POST", ...request });
    if (status >= 200 && status < 300) return answerOf(body);
    const reason = `HTTP ${status} ${body.slice(0, 200)}`;
    if (status >= 500 || status < 400) return { is: "unclear", reason };
    return { is: "refused", reason, passing: status === 429 };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.sent
      ? { is: "unclear", reason: error.message }
      : { is: "refused", reason: error.message, passing: true };
  }
}
