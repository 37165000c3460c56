import { partsOf } from "./read-settings.ts";
import type { SettingName, SettingsEnv } from "./settings.ts";
import { isSecretOf, isWebPushKey } from "./web-push-keys.ts";

/** What a text message is registered as: India's operators let only registered texts through. */
export const SMS_TEMPLATES = ["CODE", "REFUND_TO_WALLET", "REFUND_BY_SUPPORT"] as const;
export type SmsTemplate = (typeof SMS_TEMPLATES)[number];

/** What a text is called by the operators, and at MSG91 where that carries. */
export type SmsRegistration = { dlt: string; msg91: string | null };

/** The registration of this sender with the operators (DLT), and what each template is called there and at MSG91. */
export type DltSettings = {
  /** Principal entity: bound to the header at every carrier, so that no call names it. */
  entityId: string;
  /** The sender drivers see. */
  header: string;
  /** In English, and in the languages in which it is registered as well. */
  templates: Record<
    SmsTemplate,
    SmsRegistration & { others: Partial<Record<"hi" | "ur", SmsRegistration>> }
  >;
};

export type CarrierSettings =
  | { name: "msg91"; baseUrl: string; authKey: string; webhookSecret: string }
  | { name: "twilio"; baseUrl: string; accountSid: string; authToken: string };

export type WebPushSettings = { publicKey: string; privateKey: string; subject: string };
export type FcmSettings = {
  baseUrl: string;
  projectId: string;
  clientEmail: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  tokenUrl: string;
  /** The app for iOS, whose devices name themselves by Apple's tokens; null: they name Firebase's. */
  ios: { app: string; sandbox: boolean; baseUrl: string } | null;
};
/** How many messages may be sent on a day of India's calendar. */
export type Budget = { perDay: number; perRecipient: number };

/** Null: there is no carrier, and outside PROD a table anybody on this machine can read takes its place. */
export type MessageSettings = {
  /** Tried in this order. */
  sms: { carriers: CarrierSettings[]; dlt: DltSettings } | null;
  mail: { url: string; from: string } | null;
  webPush: WebPushSettings | null;
  fcm: FcmSettings | null;
  /** Hosts a browser's subscription may name, besides loopback outside PROD; `*.` stands for any name before. */
  pushHosts: string[];
  budgets: { sms: Budget; mail: Budget };
};

type Env = SettingsEnv;
type Fault = (sentence: string) => void;

/** The push services of Chrome, Firefox, Safari and Edge. */
const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

/** Reads how messages leave, and every fault in it at once. In PROD each channel needs a carrier. */
export function readMessageSettings(
  env: Env,
  prod: boolean,
): { settings: MessageSettings; faults: string[] } {
  const faults: string[] = [];
  const fault: Fault = (sentence) => void faults.push(sentence);
  const settings = {
    sms: smsOf(env, prod, fault),
    mail: mailOf(env, prod, fault),
    webPush: webPushOf(env, prod, fault),
    fcm: fcmOf(env, prod, fault),
    pushHosts: [...PUSH_HOSTS, ...hostsOf(env, fault)],
    budgets: {
      // All drivers of a demonstration and all tests are one day's work.
      sms: budgetOf(env, "SMS", prod ? 5_000 : 1_000_000, prod ? 24 : 100_000, fault),
      mail: budgetOf(env, "MAILS", prod ? 20_000 : 1_000_000, prod ? 30 : 100_000, fault),
    },
  };
  return { settings, faults };
}

/** Host names, `*.` before one standing for any name below it. */
function hostsOf(env: Env, fault: Fault): string[] {
  const hosts = partsOf(env, "WEB_PUSH_HOSTS", fault);
  for (const each of hosts) {
    if (!/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(each))
      fault(`WEB_PUSH_HOSTS must be host names with commas between, not "${each}".`);
  }
  return hosts;
}

function needed(env: Env, name: SettingName, fault: Fault): string {
  const value = env[name];
  if (!value) fault(`${name} is not set.`);
  return value ?? "";
}

function addressOf(
  env: Env,
  name: SettingName,
  fallback: string,
  prod: boolean,
  fault: Fault,
): string {
  const value = (env[name] || fallback).replace(/\/$/, "");
  if (!URL.canParse(value)) fault(`${name} must be a URL.`);
  else if (prod && !value.startsWith("https://")) fault(`${name} must be https in PROD.`);
  return value;
}

function smsOf(env: Env, prod: boolean, fault: Fault): MessageSettings["sms"] {
  const names = partsOf(env, "SMS_CARRIERS", fault);
  if (names.length === 0) {
    if (prod) fault("SMS_CARRIERS must name msg91, twilio or both in PROD.");
    return null;
  }
  if (new Set(names).size < names.length) fault("SMS_CARRIERS names a carrier twice.");
  const carriers = names.flatMap((name): CarrierSettings[] => {
    if (name === "msg91") {
      return [
        {
          name,
          baseUrl: addressOf(env, "MSG91_BASE_URL", "https://control.msg91.com", prod, fault),
          authKey: needed(env, "MSG91_AUTH_KEY", fault),
          webhookSecret: secretOf(env, "MSG91_WEBHOOK_SECRET", fault),
        },
      ];
    }
    if (name === "twilio") {
      return [
        {
          name,
          baseUrl: addressOf(env, "TWILIO_BASE_URL", "https://api.twilio.com", prod, fault),
          accountSid: needed(env, "TWILIO_ACCOUNT_SID", fault),
          authToken: needed(env, "TWILIO_AUTH_TOKEN", fault),
        },
      ];
    }
    fault(`SMS_CARRIERS knows msg91 and twilio, not "${name}".`);
    return [];
  });
  return { carriers, dlt: dltOf(env, names.includes("msg91"), fault) };
}

/** It stands in an address, so it must be long and need no escape. */
function secretOf(env: Env, name: SettingName, fault: Fault): string {
  const value = needed(env, name, fault);
  if (value && !/^[\w-]{24,}$/.test(value))
    fault(`${name} must be 24 or more letters, digits, - and _.`);
  return value;
}

function dltOf(env: Env, withMsg91: boolean, fault: Fault): DltSettings {
  const entityId = needed(env, "SMS_DLT_ENTITY_ID", fault);
  if (entityId && !/^\d{19}$/.test(entityId)) fault("SMS_DLT_ENTITY_ID must be 19 digits.");
  const header = needed(env, "SMS_DLT_HEADER", fault);
  if (header && !/^[A-Za-z]{6}$/.test(header)) fault("SMS_DLT_HEADER must be six letters.");
  const told = needed(env, "SMS_DLT_TEMPLATES", fault);
  type Given = { dlt?: unknown; msg91?: unknown };
  const given = (told === "" ? {} : parsed(told)) as Record<
    string,
    Given & { hi?: Given; ur?: Given }
  > | null;
  if (given === null) fault("SMS_DLT_TEMPLATES must be JSON.");
  const registrationOf = ({ dlt, msg91 }: Given, name: string): SmsRegistration => {
    if (told && given && !/^\d{19}$/.test(String(dlt)))
      fault(`SMS_DLT_TEMPLATES needs the 19 digits of ${name} as "dlt".`);
    if (told && given && withMsg91 && (typeof msg91 !== "string" || msg91 === ""))
      fault(`SMS_DLT_TEMPLATES needs MSG91's id of ${name} as "msg91".`);
    return { dlt: String(dlt), msg91: typeof msg91 === "string" ? msg91 : null };
  };
  const templateOf = (name: SmsTemplate) => {
    const { hi, ur, ...english } = given?.[name] ?? {};
    return {
      ...registrationOf(english, name),
      others: {
        ...(hi && { hi: registrationOf(hi, `${name} in hi`) }),
        ...(ur && { ur: registrationOf(ur, `${name} in ur`) }),
      },
    };
  };
  return {
    entityId,
    header,
    templates: {
      CODE: templateOf("CODE"),
      REFUND_TO_WALLET: templateOf("REFUND_TO_WALLET"),
      REFUND_BY_SUPPORT: templateOf("REFUND_BY_SUPPORT"),
    },
  };
}

/** An object, or null for anything else. */
function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function mailOf(env: Env, prod: boolean, fault: Fault): MessageSettings["mail"] {
  const url = env["SMTP_URL"];
  if (!url) {
    if (prod) fault("SMTP_URL must say where mail is sent from in PROD.");
    return null;
  }
  if (!/^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    fault("SMTP_URL must be smtp://… or smtps://….");
  const from = needed(env, "MAIL_FROM", fault);
  if (from && !/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    fault('MAIL_FROM must be an address, or "Name <address>".');
  return { url, from };
}

function webPushOf(env: Env, prod: boolean, fault: Fault): WebPushSettings | null {
  if (!env["WEB_PUSH_PUBLIC_KEY"] && !env["WEB_PUSH_PRIVATE_KEY"] && !prod) return null;
  const publicKey = needed(env, "WEB_PUSH_PUBLIC_KEY", fault);
  const privateKey = needed(env, "WEB_PUSH_PRIVATE_KEY", fault);
  const subject = needed(env, "WEB_PUSH_SUBJECT", fault);
  if (publicKey && !isWebPushKey(publicKey))
    fault("WEB_PUSH_PUBLIC_KEY must be a P-256 point in base64url.");
  else if (publicKey && privateKey && !isSecretOf(publicKey, privateKey))
    fault(
      "WEB_PUSH_PRIVATE_KEY must be the 32 bytes of the public key's other half, in base64url.",
    );
  if (subject && !/^(mailto:.+@.+|https:\/\/.+)$/.test(subject))
    fault("WEB_PUSH_SUBJECT must be mailto:… or https://….");
  return { publicKey, privateKey, subject };
}

/** Native devices are reached through Firebase, those of Apple too; without it they are not pushed to. */
function fcmOf(env: Env, prod: boolean, fault: Fault): FcmSettings | null {
  const told = env["FCM_SERVICE_ACCOUNT"];
  if (!told) return null;
  const account = parsed(told) as Record<string, unknown> | null;
  const text = (name: string) => {
    const value = account?.[name];
    if (account && (typeof value !== "string" || value === ""))
      fault(`FCM_SERVICE_ACCOUNT has no ${name}.`);
    return typeof value === "string" ? value : "";
  };
  if (account === null) fault("FCM_SERVICE_ACCOUNT must be the JSON of a service account's key.");
  const tokenUrl = text("token_uri");
  if (prod && tokenUrl && !tokenUrl.startsWith("https://"))
    fault("FCM_SERVICE_ACCOUNT: token_uri must be https in PROD.");
  return {
    baseUrl: addressOf(env, "FCM_BASE_URL", "https://fcm.googleapis.com", prod, fault),
    projectId: text("project_id"),
    clientEmail: text("client_email"),
    privateKey: text("private_key"),
    tokenUrl,
    ios: env["FCM_IOS_APP"]
      ? {
          app: env["FCM_IOS_APP"],
          // Builds that are tried out are registered with Apple's sandbox.
          sandbox: !prod,
          baseUrl: addressOf(env, "FCM_IID_BASE_URL", "https://iid.googleapis.com", prod, fault),
        }
      : null,
  };
}

function budgetOf(env: Env, name: "SMS" | "MAILS", day: number, one: number, fault: Fault): Budget {
  const count = (variable: SettingName, fallback: number) => {
    const text = env[variable];
    if (!text) return fallback;
    if (!/^\d{1,9}$/.test(text)) fault(`${variable} must be a whole number, not "${text}".`);
    return Number(text);
  };
  return {
    perDay: count(`${name}_PER_DAY`, day),
    perRecipient: count(`${name}_PER_RECIPIENT_AND_DAY`, one),
  };
}
