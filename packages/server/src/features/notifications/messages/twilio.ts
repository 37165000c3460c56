import { createHmac } from "node:crypto";
import { constantTimeEqual } from "../../../platform/database/service-key.ts";
import type { CarrierSettings, DltSettings } from "../../../platform/config/messaging.ts";
import type { Outbound } from "../../../platform/http/outbound.ts";
import type { Carrier, Sent, Sms } from "./message.ts";
import type { Report } from "./report-message.ts";
import { registeredText, type SmsSender } from "./registered.ts";
import { sendOnce } from "./send-once.ts";

type Settings = Extract<CarrierSettings, { name: "twilio" }>;

/** The callback URL for delivery reports: it has our message id, and the signature covers it. */
export const TWILIO_REPORTS = "/webhooks/twilio/:message";

/**
 * Twilio's Programmable Messaging (POST /2010-04-01/Accounts/{sid}/Messages.json). The text must be the registered one
 * with its variables filled in, sent under the registered header.
 */
export function createTwilio(
  settings: Settings,
  dlt: DltSettings,
  { outbound, publicUrl, sender }: { outbound: Outbound; publicUrl: string; sender: SmsSender },
): Carrier<Sms> {
  const { baseUrl, accountSid } = settings;
  return {
    name: "twilio",
    send: (id, sms) =>
      sendOnce(
        outbound,
        {
          url: `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
          headers: {
            authorization: basicOf(settings),
            "content-type": "application/x-www-form-urlencoded",
            accept: "application/json",
          },
          body: new URLSearchParams({
            To: sms.to,
            From: dlt.header,
            Body: registeredText(dlt, sms, sender),
            // Seconds it may wait in Twilio's queue: a code that comes too late is useless.
            ValidityPeriod: String(Math.min(sms.validSeconds, 36_000)),
            StatusCallback: publicUrl + TWILIO_REPORTS.replace(":message", id),
          }).toString(),
        },
        answerOf,
      ),
  };
}

const basicOf = ({ accountSid, authToken }: Settings) =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

/** The status of a request that reads the account (GET /2010-04-01/Accounts/{sid}.json); 401: the token is wrong. */
export async function checkTwilio(settings: Settings, outbound: Outbound): Promise<number> {
  const url = `${settings.baseUrl}/2010-04-01/Accounts/${settings.accountSid}.json`;
  const headers = { authorization: basicOf(settings), accept: "application/json" };
  return (await outbound({ to: "NOBODY", method: "GET", url, headers })).status;
}

function answerOf(body: string): Sent {
  try {
    const { sid } = JSON.parse(body) as { sid?: unknown };
    return { is: "sent", reference: typeof sid === "string" ? sid : null };
  } catch {
    return { is: "unclear", reason: "an answer that says nothing" };
  }
}

/**
 * Whether Twilio sent this request: HMAC-SHA1, in base64, of the whole callback URL and every parameter with its value,
 * sorted by name, with our token as key (twilio.com/docs/usage/webhooks/webhooks-security).
 */
export function isFromTwilio(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: unknown,
): boolean {
  const pairs = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text = url + pairs.map(([name, value]) => name + value).join("");
  const expected = createHmac("sha1", authToken).update(text).digest("base64");
  return typeof signature === "string" && constantTimeEqual(signature, expected);
}

/** The outcome in a callback; null while it is not final. */
export function readTwilioReport(id: string, form: URLSearchParams): Report | null {
  const status = form.get("MessageStatus");
  const failed = status === "failed" || status === "undelivered";
  if (!failed && status !== "delivered") return null;
  const code = form.get("ErrorCode");
  return {
    carrier: "twilio",
    message: { id },
    state: failed ? "FAILED" : "DELIVERED",
    reason: code ? `${status}, error ${code}` : status,
  };
}
