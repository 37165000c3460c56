import { createPrivateKey } from "node:crypto";
import type { SettingsReader } from "./read-settings.ts";
import type { SettingName } from "./settings/settings.ts";
import { isSecretOf } from "./web-push-keys.ts";

/** The registered texts: India's mobile operators deliver only SMS with a registered text. */
const NEEDED_TEMPLATES = ["CODE", "REFUND_TO_WALLET", "REFUND_BY_SUPPORT"] as const;
/** Without them the service starts, and these SMS are not sent. */
const MORE_TEMPLATES = ["ACCOUNT_UNUSED", "BREACH"] as const;
export const SMS_TEMPLATES = [...NEEDED_TEMPLATES, ...MORE_TEMPLATES] as const;
export type SmsTemplate = (typeof SMS_TEMPLATES)[number];

/** A text's id in the mobile operators' register (DLT), at MSG91 if it is used, and which wording is registered there. */
export type SmsRegistration = { dlt: string; msg91: string | null; wording: 1 | 2 | 3 | 4 };

/** The registration of this sender with the mobile operators (DLT), with the ids of each template. */
export type DltSettings = {
  /** The principal entity's id. Carriers have it stored with the header, so no call contains it. */
  entityId: string;
  /** The sender that drivers see. */
  header: string;
  /** The English text, and other languages in which it is registered. */
  templates: Record<(typeof NEEDED_TEMPLATES)[number], RegisteredTemplate> &
    Partial<Record<(typeof MORE_TEMPLATES)[number], RegisteredTemplate>>;
};
type RegisteredTemplate = SmsRegistration & {
  others: Partial<Record<"hi" | "ur", SmsRegistration>>;
};

/** The texts that are not registered, so that their SMS are not sent. */
export const missingTemplates = ({ templates }: DltSettings): SmsTemplate[] =>
  MORE_TEMPLATES.filter((name) => !templates[name]);

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
  /** The iOS app, if its devices register with APNs tokens; null: they register with Firebase tokens. */
  ios: { app: string; sandbox: boolean; baseUrl: string } | null;
};
/** Maximum messages on a calendar day in India. */
export type Budget = { perDay: number; perRecipient: number };

/**
 * Null: no carrier is set. Outside PROD messages are then stored in a table that everybody on this machine can read.
 */
export type MessageSettings = {
  /** The carriers, in the order in which they are tried. */
  sms: { carriers: CarrierSettings[]; dlt: DltSettings } | null;
  mail: { url: string; from: string } | null;
  webPush: WebPushSettings | null;
  fcm: FcmSettings | null;
  /** Allowed hosts of browsers' push subscriptions, besides loopback outside PROD; `*.` stands for any subdomain. */
  pushHosts: string[];
  budgets: { sms: Budget; mail: Budget };
};

/** The push services of Chrome, Firefox, Safari and Edge. */
const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

/** Reads the settings for SMS, mail and push. In PROD each channel needs a carrier. */
export function readMessageSettings(read: SettingsReader): MessageSettings {
  const { value } = read;
  return {
    sms: smsOf(read),
    mail: mailOf(read),
    webPush: webPushOf(read),
    fcm: fcmOf(read),
    pushHosts: [...PUSH_HOSTS, ...value("WEB_PUSH_HOSTS")],
    budgets: {
      sms: { perDay: value("SMS_PER_DAY"), perRecipient: value("SMS_PER_RECIPIENT_AND_DAY") },
      mail: { perDay: value("MAILS_PER_DAY"), perRecipient: value("MAILS_PER_RECIPIENT_AND_DAY") },
    },
  };
}

type AddressName = Extract<SettingName, `${string}_BASE_URL`>;

/** The URL of a service that receives drivers' data. */
function carrierAddress({ value, profile, fault }: SettingsReader, name: AddressName): string {
  const address = value(name);
  if (profile === "PROD" && !address.startsWith("https://"))
    fault(`${name} must be https in PROD.`);
  return address;
}

function smsOf(read: SettingsReader): MessageSettings["sms"] {
  const names = read.value("SMS_CARRIERS");
  if (names.length === 0) {
    if (read.profile === "PROD" && !read.isSet("SMS_CARRIERS"))
      read.fault("SMS_CARRIERS must name msg91, twilio or both in PROD.");
    return null;
  }
  if (new Set(names).size < names.length) read.fault("SMS_CARRIERS names a carrier twice.");
  const carriers = names.flatMap((name) => {
    if (name === "msg91") return [msg91Of(read)];
    if (name === "twilio") return [twilioOf(read)];
    read.fault(`SMS_CARRIERS knows msg91 and twilio, not "${name}".`);
    return [];
  });
  return { carriers, dlt: dltOf(read, names.includes("msg91")) };
}

const msg91Of = (read: SettingsReader): CarrierSettings => ({
  name: "msg91",
  baseUrl: carrierAddress(read, "MSG91_BASE_URL"),
  authKey: read.required("MSG91_AUTH_KEY"),
  webhookSecret: read.required("MSG91_WEBHOOK_SECRET"),
});

const twilioOf = (read: SettingsReader): CarrierSettings => ({
  name: "twilio",
  baseUrl: carrierAddress(read, "TWILIO_BASE_URL"),
  accountSid: read.required("TWILIO_ACCOUNT_SID"),
  authToken: read.required("TWILIO_AUTH_TOKEN"),
});

function dltOf(read: SettingsReader, withMsg91: boolean): DltSettings {
  type Given = { dlt?: unknown; msg91?: unknown; wording?: unknown };
  type GivenTemplates = Record<string, Given & { hi?: Given; ur?: Given }>;
  const given = read.value("SMS_DLT_TEMPLATES") as GivenTemplates | undefined;
  if (!read.isSet("SMS_DLT_TEMPLATES")) read.fault("SMS_DLT_TEMPLATES is not set.");
  const registrationOf = ({ dlt, msg91, wording = 1 }: Given, name: string): SmsRegistration => {
    if (given && !/^\d{19}$/.test(String(dlt)))
      read.fault(`SMS_DLT_TEMPLATES needs the 19 digits of ${name} as "dlt".`);
    if (given && withMsg91 && (typeof msg91 !== "string" || msg91 === ""))
      read.fault(`SMS_DLT_TEMPLATES needs MSG91's id of ${name} as "msg91".`);
    const known = ([1, 2, 3, 4] as const).find((each) => each === wording);
    if (known === undefined)
      read.fault(`SMS_DLT_TEMPLATES needs 1, 2, 3 or 4 as "wording" of ${name}.`);
    return {
      dlt: String(dlt),
      msg91: typeof msg91 === "string" ? msg91 : null,
      wording: known ?? 1,
    };
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
    entityId: read.required("SMS_DLT_ENTITY_ID"),
    header: read.required("SMS_DLT_HEADER"),
    templates: {
      CODE: templateOf("CODE"),
      REFUND_TO_WALLET: templateOf("REFUND_TO_WALLET"),
      REFUND_BY_SUPPORT: templateOf("REFUND_BY_SUPPORT"),
      ...Object.fromEntries(
        MORE_TEMPLATES.flatMap((name) => (given?.[name] ? [[name, templateOf(name)]] : [])),
      ),
    },
  };
}

function mailOf(read: SettingsReader): MessageSettings["mail"] {
  if (read.isSet("SMTP_URL"))
    return { url: read.value("SMTP_URL") ?? "", from: read.required("MAIL_FROM") };
  if (read.profile === "PROD") read.fault("SMTP_URL must say where mail is sent from in PROD.");
  return null;
}

function webPushOf(read: SettingsReader): WebPushSettings | null {
  const isGiven = read.isSet("WEB_PUSH_PUBLIC_KEY") || read.isSet("WEB_PUSH_PRIVATE_KEY");
  if (!isGiven && read.profile !== "PROD") return null;
  const publicKey = read.required("WEB_PUSH_PUBLIC_KEY");
  const privateKey = read.required("WEB_PUSH_PRIVATE_KEY");
  if (publicKey && privateKey && !isSecretOf(publicKey, privateKey))
    read.fault(
      "WEB_PUSH_PRIVATE_KEY must be the 32 bytes of the public key's other half, in base64url.",
    );
  return { publicKey, privateKey, subject: read.required("WEB_PUSH_SUBJECT") };
}

/** Firebase reaches Android and iOS devices; without it they get no push messages. */
function fcmOf(read: SettingsReader): FcmSettings | null {
  const account = read.value("FCM_SERVICE_ACCOUNT");
  const app = read.value("FCM_IOS_APP");
  if (!account) {
    if (app && !read.isSet("FCM_SERVICE_ACCOUNT"))
      read.fault("FCM_IOS_APP is set, but FCM_SERVICE_ACCOUNT does not say whose.");
    return null;
  }
  const text = (name: string) => {
    const value = account[name];
    if (typeof value === "string" && value !== "") return value;
    read.fault(`FCM_SERVICE_ACCOUNT has no ${name}.`);
    return "";
  };
  const isProd = read.profile === "PROD";
  const tokenUrl = text("token_uri");
  if (isProd && tokenUrl && !tokenUrl.startsWith("https://"))
    read.fault("FCM_SERVICE_ACCOUNT: token_uri must be https in PROD.");
  const privateKey = text("private_key");
  if (privateKey && !isPrivateKey(privateKey))
    read.fault("FCM_SERVICE_ACCOUNT: private_key must be a private key in PEM.");
  return {
    baseUrl: carrierAddress(read, "FCM_BASE_URL"),
    projectId: text("project_id"),
    clientEmail: text("client_email"),
    privateKey,
    tokenUrl,
    // Trial builds are registered with Apple's sandbox.
    ios: app ? { app, sandbox: !isProd, baseUrl: carrierAddress(read, "FCM_IID_BASE_URL") } : null,
  };
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === "private";
  } catch {
    return false;
  }
}
