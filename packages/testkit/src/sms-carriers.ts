import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One SMS as requested from a carrier. */
export type Handed = {
  carrier: "msg91" | "twilio";
  id: string;
  to: string;
  /** The variables at MSG91, the text at Twilio. */
  body: Record<string, string>;
  headers: IncomingMessage["headers"];
  /** The carrier's own id, if it accepted the message. */
  /** The registered MSG91 template text; null at Twilio, which gets the text itself. */
  template: string | null;
  reference: string | null;
};
/** `drop`: accepts the request and closes the connection. */
type Mood = "take" | "refuse" | "break" | "drop";

export type SmsCarriers = {
  /** The service's settings to use them, MSG91 first. */
  env: Record<string, string>;
  handed: Handed[];
  /** Sets how a carrier handles the following requests. */
  mood(carrier: Handed["carrier"], mood: Mood): void;
  close(): Promise<void>;
};

export const MSG91_SECRET = "secret-of-msg91-reports-0123";
const AUTH_KEY = "authkey-of-tests";
const ACCOUNT = "AC00000000000000000000000000000000";
export const TWILIO_TOKEN = "token-of-twilio";
const TEMPLATES = {
  CODE: {
    dlt: "1107165432100004711",
    msg91: "flow-of-codes",
    hi: { dlt: "1107165432100004714", msg91: "flow-of-codes-in-hindi" },
    // Registered anew, in the newer wording.
    ur: { dlt: "1107165432100004715", msg91: "flow-of-codes-in-urdu", wording: 2 },
  },
  REFUND_TO_WALLET: { dlt: "1107165432100004712", msg91: "flow-of-returns" },
  REFUND_BY_SUPPORT: { dlt: "1107165432100004713", msg91: "flow-of-support" },
};
const REGISTRATIONS = [...Object.values(TEMPLATES), TEMPLATES.CODE.hi, TEMPLATES.CODE.ur];

/** MSG91 and Twilio as a sender sees them, over real HTTP; an invalid request is refused as they do. */
export async function startSmsCarriers(): Promise<SmsCarriers> {
  const handed: Handed[] = [];
  const moods: Record<Handed["carrier"], Mood> = { msg91: "take", twilio: "take" };
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const part of request) text += String(part);
      const looked = lookUp(request, text);
      if (looked) return response.writeHead(looked.status).end(JSON.stringify(looked.body));
      const isMsg91 = request.url === "/msg91/api/v5/flow";
      const isTwilio = request.url === `/twilio/2010-04-01/Accounts/${ACCOUNT}/Messages.json`;
      if (request.method !== "POST" || (!isMsg91 && !isTwilio))
        return response.writeHead(404).end();
      const sms = isMsg91 ? readMsg91(request, text) : readTwilio(request, text);
      const carrier = isMsg91 ? "msg91" : "twilio";
      if (!sms) return refuse(carrier, response);
      const mood = moods[carrier];
      const reference = mood === "take" ? `${carrier}-${handed.length + 1}` : null;
      handed.push({ ...sms, carrier, headers: request.headers, reference });
      if (mood === "drop") return request.socket.destroy();
      if (mood === "break") return response.writeHead(502).end("bad gateway");
      if (mood === "refuse") return refuse(carrier, response);
      const said = isMsg91
        ? { type: "success", message: reference }
        : { sid: reference, status: "queued" };
      response
        .writeHead(isMsg91 ? 200 : 201, { "content-type": "application/json" })
        .end(JSON.stringify(said));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: smsEnv(url),
    handed,
    mood: (carrier, mood) => {
      moods[carrier] = mood;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const smsEnv = (url: string): Record<string, string> => ({
  SMS_CARRIERS: "msg91,twilio",
  SMS_DLT_ENTITY_ID: "1101374650000012345",
  SMS_DLT_HEADER: "VLTMRG",
  SMS_DLT_TEMPLATES: JSON.stringify(TEMPLATES),
  MSG91_BASE_URL: `${url}/msg91`,
  MSG91_AUTH_KEY: AUTH_KEY,
  MSG91_WEBHOOK_SECRET: MSG91_SECRET,
  TWILIO_BASE_URL: `${url}/twilio`,
  TWILIO_ACCOUNT_SID: ACCOUNT,
  TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
});

/** Complete settings of a service in production to send messages; nothing listens there. */
export const messageEnvOfProd: Record<string, string> = {
  ...smsEnv("https://carrier.voltmarg.in"),
  SMTP_URL: "smtps://mail.voltmarg.in",
  MAIL_FROM: "Voltmarg <no-reply@voltmarg.in>",
  WEB_PUSH_PUBLIC_KEY:
    "BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo",
  WEB_PUSH_PRIVATE_KEY: "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
  WEB_PUSH_SUBJECT: "mailto:push@voltmarg.in",
};

/** What changes nothing: MSG91's versions of a template, and Twilio's account. Null: it is another request. */
function lookUp(
  { method, url, headers }: IncomingMessage,
  text: string,
): { status: number; body: unknown } | null {
  if (method === "POST" && url === "/msg91/api/v5/sms/getTemplateVersions") {
    if (headers["authkey"] !== AUTH_KEY) return { status: 401, body: { status: "fail" } };
    const { template_id: id } = JSON.parse(text) as { template_id: string };
    const isThere = REGISTRATIONS.some(({ msg91 }) => msg91 === id);
    return { status: 200, body: { data: isThere ? [{ active_status: "1" }] : [] } };
  }
  if (method === "GET" && url === `/twilio/2010-04-01/Accounts/${ACCOUNT}.json`)
    return headers.authorization === twilioBasic()
      ? { status: 200, body: { sid: ACCOUNT, status: "active" } }
      : { status: 401, body: { code: 20_003 } };
  return null;
}

const twilioBasic = () => `Basic ${Buffer.from(`${ACCOUNT}:${TWILIO_TOKEN}`).toString("base64")}`;

type Read = Pick<Handed, "id" | "to" | "body" | "template"> | null;

function readMsg91({ headers }: IncomingMessage, text: string): Read {
  const said = JSON.parse(text) as {
    template_id: string;
    sender: string;
    DLT_TE_ID: string;
    recipients: Record<string, string>[];
  };
  const template = REGISTRATIONS.find(({ msg91 }) => msg91 === said.template_id);
  if (headers["authkey"] !== AUTH_KEY || said.sender !== "VLTMRG") return null;
  if (!template || template.dlt !== said.DLT_TE_ID || said.recipients.length !== 1) return null;
  const { mobiles = "", CRQID = "", ...body } = said.recipients[0]!;
  const read = { id: CRQID, to: mobiles, body, template: said.template_id };
  return /^91\d{10}$/.test(mobiles) ? read : null;
}

function readTwilio({ headers }: IncomingMessage, text: string): Read {
  const form = Object.fromEntries(new URLSearchParams(text));
  if (headers.authorization !== twilioBasic() || form["From"] !== "VLTMRG") return null;
  if (!/^\+91\d{10}$/.test(form["To"] ?? "") || !form["Body"]) return null;
  const id = /([^/]+)$/.exec(form["StatusCallback"] ?? "")?.[1] ?? "";
  return { id, to: form["To"]!, body: form, template: null };
}

function refuse(carrier: Handed["carrier"], response: ServerResponse): void {
  const [status, said] =
    carrier === "msg91"
      ? [200, { type: "error", message: "template not approved" }]
      : [400, { code: 21_610, message: "Attempt to send to unsubscribed recipient" }];
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
}

export type SignedReport = {
  url: string;
  init: { method: "POST"; headers: Record<string, string>; body: string };
};

/** Twilio's status callback for a message, signed as documented, or with a wrong signature. */
export function twilioReport(handed: Handed, status: string, token = TWILIO_TOKEN): SignedReport {
  const url = handed.body["StatusCallback"]!;
  const form = new URLSearchParams({
    MessageSid: handed.reference ?? "SM0",
    MessageStatus: status,
    To: handed.to,
    AccountSid: ACCOUNT,
    ...(status === "delivered" ? {} : { ErrorCode: "30003" }),
  });
  const text = [...form.keys()].toSorted().reduce((all, name) => all + name + form.get(name), url);
  const signature = createHmac("sha1", token).update(text).digest("base64");
  const headers = {
    "x-twilio-signature": signature,
    "content-type": "application/x-www-form-urlencoded",
  };
  return { url, init: { method: "POST", headers, body: form.toString() } };
}

/** MSG91's delivery report for a message, as a form (v2) or as JSON (v3). */
export function msg91Report(
  harnessUrl: string,
  handed: Handed,
  status: string,
  { secret = MSG91_SECRET, version = 2 }: { secret?: string; version?: 2 | 3 } = {},
): SignedReport {
  const report = {
    number: handed.to,
    status,
    desc: status === "1" ? "DELIVERED" : "FAILED",
    CRQID: handed.id,
  };
  const requestId = handed.reference ?? "0";
  const url = `${harnessUrl}/webhooks/msg91/${secret}`;
  if (version === 3) {
    const headers = { "content-type": "application/json" };
    return {
      url,
      init: { method: "POST", headers, body: JSON.stringify({ requestId, ...report }) },
    };
  }
  const data = JSON.stringify([{ senderId: "VLTMRG", requestId, report: [report] }]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { url, init: { method: "POST", headers, body: new URLSearchParams({ data }).toString() } };
}
