import type { CarrierSettings, DltSettings } from "../../../platform/config/messaging.ts";
import type { Outbound } from "../../../platform/http/outbound.ts";
import type { Carrier, Sent, Sms } from "./message.ts";
import type { Report } from "./report-message.ts";
import { registrationOf, valuesFor } from "./registered.ts";
import { sendOnce } from "./send-once.ts";

type Settings = Extract<CarrierSettings, { name: "msg91" }>;

/**
 * MSG91's Flow (POST /api/v5/flow): MSG91 has the registered text, and the request has only its variables. CRQID comes
 * back in the delivery reports. A refusal is `{"type":"error"}`, often with status 200.
 */
export function createMsg91(
  settings: Settings,
  dlt: DltSettings,
  outbound: Outbound,
): Carrier<Sms> {
  return {
    name: "msg91",
    send: (id, sms) => {
      const registration = registrationOf(dlt, sms);
      const values = valuesFor(registration.wording, sms.variables);
      return sendOnce(
        outbound,
        {
          url: `${settings.baseUrl}/api/v5/flow`,
          headers: headersOf(settings),
          body: JSON.stringify({
            template_id: registration.msg91,
            DLT_TE_ID: registration.dlt,
            sender: dlt.header,
            short_url: "0",
            recipients: [{ mobiles: sms.to.replace("+", ""), CRQID: id, ...values }],
          }),
        },
        answerOf,
      );
    },
  };
}

/**
 * What MSG91 has under the id of a template (POST /api/v5/sms/getTemplateVersions); sends nothing. `active`: whether a
 * version is approved and in use; null: the answer is none of a template.
 */
export async function msg91Template(
  settings: Settings,
  template: string,
  outbound: Outbound,
): Promise<{ status: number; active: boolean | null }> {
  const { status, body } = await outbound({
    to: "NOBODY",
    method: "POST",
    url: `${settings.baseUrl}/api/v5/sms/getTemplateVersions`,
    headers: headersOf(settings),
    body: JSON.stringify({ template_id: template }),
  });
  const said = readJson(body) as { data?: unknown } | null;
  const versions = Array.isArray(said?.data) ? said.data.filter(isObject) : null;
  const active = versions?.some((each) => textOf(each["active_status"]) === "1") ?? null;
  return { status, active };
}

const headersOf = ({ authKey }: Settings) => ({
  authkey: authKey,
  "content-type": "application/json",
  accept: "application/json",
});

function answerOf(body: string): Sent {
  const said = readJson(body) as { type?: unknown; message?: unknown } | null;
  const text = typeof said?.message === "string" ? said.message : "";
  if (said?.type === "success") return { is: "sent", reference: text || null };
  if (said?.type === "error") return { is: "refused", reason: text, passing: false };
  return { is: "unclear", reason: "an answer that says nothing" };
}

const DELIVERED = "1";
/** Failed, on the do-not-disturb list (NDNC), rejected (two codes), blocked. */
const FAILED = new Set(["2", "9", "16", "25", "17"]);

/** MSG91's reports: `data=[{requestId, report: […]}]` as a form (v2), or one report as JSON (v3). Null: neither. */
export function readMsg91Reports(body: string): Report[] | null {
  const json = readJson(body) ?? readJson(new URLSearchParams(body).get("data") ?? "");
  const said = isObject(json) && typeof json["data"] === "string" ? readJson(json["data"]) : json;
  if (typeof said !== "object" || said === null) return null;
  return (Array.isArray(said) ? said : [said]).filter(isObject).flatMap((request) => {
    const { report = request } = request;
    return (Array.isArray(report) ? report : [report])
      .filter(isObject)
      .flatMap((each) => reportOf(textOf(request["requestId"]), each));
  });
}

function reportOf(reference: string, each: Record<string, unknown>): Report[] {
  const status = textOf(each["status"]);
  const state = status === DELIVERED ? "DELIVERED" : FAILED.has(status) ? "FAILED" : null;
  if (state === null) return [];
  const id = textOf(each["CRQID"]);
  const message = id.startsWith("msg_") ? { id } : { reference };
  const reason = (textOf(each["failedReason"]) || textOf(each["desc"]) || status).slice(0, 200);
  return [{ carrier: "msg91", message, state, reason }];
}

/** A text or a number, as text; anything else counts as absent. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
