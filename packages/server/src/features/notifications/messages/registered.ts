import type { Language } from "@voltmarg/contract";
import { languages } from "@voltmarg/contract/languages";
import {
  SMS_TEMPLATES,
  type DltSettings,
  type SmsRegistration,
  type SmsTemplate,
} from "../../../platform/config/messaging.ts";
import type { Sms } from "./message.ts";

/** What the texts say of the provider: its name, and the domain by which phones recognise a code. */
export type SmsSender = { name: string; domain: string };

type Write = (values: Record<string, string>) => string;
type Texts<Kind extends SmsTemplate> = Record<Language, Record<Kind, Write>>;
/** In every wording; the others came with the newest. */
type Old = "CODE" | "REFUND_TO_WALLET" | "REFUND_BY_SUPPORT";

/**
 * Exactly as registered with the carriers: docs/reference/messages.md. Operators drop an SMS whose words are not the
 * registered ones, so an old wording stays until nobody's registration is of it any more.
 */
const TEXTS: Record<1 | 2, Texts<Old>> & Record<4, Texts<SmsTemplate>> = {
  1: {
    en: {
      CODE: ({ code, minutes }) =>
        `${code} is your Voltmarg code, valid ${minutes} min. Do not share.`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${amount} could not be sent back to ${source}. It is in your wallet again.`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${amount} could not be sent back to ${source}. Write to our support to get it another way.`,
    },
    hi: {
      CODE: ({ code, minutes }) =>
        `${code} आपका Voltmarg कोड है, ${minutes} मिनट तक मान्य। किसी को न बताएँ।`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${amount} वापस नहीं भेजा जा सका: ${source}। यह फिर आपके वॉलेट में है।`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${amount} वापस नहीं भेजा जा सका: ${source}। इसे दूसरे तरीके से पाने के लिए हमारे सपोर्ट को लिखें।`,
    },
    ur: {
      CODE: ({ code, minutes }) =>
        `${code} آپ کا Voltmarg کوڈ ہے، ${minutes} منٹ تک درست۔ کسی کو نہ بتائیں۔`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${amount} واپس نہیں بھیجا جا سکا: ${source}۔ یہ پھر آپ کے والیٹ میں ہے۔`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${amount} واپس نہیں بھیجا جا سکا: ${source}۔ اسے دوسرے طریقے سے پانے کے لیے ہماری سپورٹ کو لکھیں۔`,
    },
  },
  2: {
    en: {
      CODE: ({ code, minutes, name }) =>
        `${code} is your ${name} OTP, valid ${minutes} min. Do not share.`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `Refund of ${amount} to ${source} failed. The money is back in your wallet.`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `Refund of ${amount} to ${source} failed. Write to our support to get it another way.`,
    },
    hi: {
      CODE: ({ code, minutes, name }) =>
        `${code} आपका ${name} OTP है, ${minutes} मिनट तक चलेगा। किसी को न बताएँ।`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${source} में ${amount} का रिफ़ंड नहीं हुआ। रकम फिर आपके वॉलेट में है।`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${source} में ${amount} का रिफ़ंड नहीं हुआ। रकम दूसरे तरीके से पाने के लिए हमारे सपोर्ट को लिखें।`,
    },
    ur: {
      CODE: ({ code, minutes, name }) =>
        `${code} آپ کا ${name} OTP ہے، ${minutes} منٹ تک چلے گا۔ کسی کو نہ بتائیں۔`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${source} میں ${amount} کا ریفنڈ نہیں ہوا۔ رقم پھر آپ کے والیٹ میں ہے۔`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${source} میں ${amount} کا ریفنڈ نہیں ہوا۔ رقم دوسرے طریقے سے پانے کے لیے ہماری سپورٹ کو لکھیں۔`,
    },
  },
  4: {
    en: {
      CODE: ({ code, minutes, name }) =>
        `${code} is your ${name} OTP, valid ${minutes} min. Do not share.`,
      REFUND_TO_WALLET: ({ rupees, paise, source }) =>
        `Refund of Rs ${rupees}.${paise} to ${source} failed. The money is back in your wallet.`,
      REFUND_BY_SUPPORT: ({ rupees, paise, source }) =>
        `Refund of Rs ${rupees}.${paise} to ${source} failed. Write to our support to get it another way.`,
      ACCOUNT_UNUSED: ({ days, name }) =>
        `Your ${name} account was not used for long and closes in ${days} days. Charge or add money to keep it.`,
      BREACH: ({ phone, name }) =>
        `Security notice from ${name}: your data may be affected. Read the notice in the app or by e-mail, or call ${phone}.`,
    },
    hi: {
      CODE: ({ code, minutes, name }) =>
        `${code} आपका ${name} OTP है, ${minutes} मिनट तक चलेगा। किसी को न बताएँ।`,
      REFUND_TO_WALLET: ({ rupees, paise, source }) =>
        `${source} में ₹${rupees}.${paise} का रिफ़ंड नहीं हुआ। रकम फिर आपके वॉलेट में है।`,
      REFUND_BY_SUPPORT: ({ rupees, paise, source }) =>
        `${source} में ₹${rupees}.${paise} का रिफ़ंड नहीं हुआ। रकम दूसरे तरीके से पाने के लिए हमारे सपोर्ट को लिखें।`,
      ACCOUNT_UNUSED: ({ days, name }) =>
        `आपका ${name} खाता लंबे समय से इस्तेमाल नहीं हुआ और ${days} दिन में बंद होगा। रखने के लिए चार्ज करें या पैसे जोड़ें।`,
      BREACH: ({ phone, name }) =>
        `${name} की सुरक्षा सूचना: आपके डेटा पर असर हो सकता है। सूचना ऐप में या ई-मेल में पढ़ें, या ${phone} पर फ़ोन करें।`,
    },
    ur: {
      CODE: ({ code, minutes, name }) =>
        `${code} آپ کا ${name} OTP ہے، ${minutes} منٹ تک چلے گا۔ کسی کو نہ بتائیں۔`,
      REFUND_TO_WALLET: ({ rupees, paise, source }) =>
        `${source} میں ₹${rupees}.${paise} کا ریفنڈ نہیں ہوا۔ رقم پھر آپ کے والیٹ میں ہے۔`,
      REFUND_BY_SUPPORT: ({ rupees, paise, source }) =>
        `${source} میں ₹${rupees}.${paise} کا ریفنڈ نہیں ہوا۔ رقم دوسرے طریقے سے پانے کے لیے ہماری سپورٹ کو لکھیں۔`,
      ACCOUNT_UNUSED: ({ days, name }) =>
        `آپ کا ${name} اکاؤنٹ لمبے عرصے سے استعمال نہیں ہوا اور ${days} دن میں بند ہوگا۔ رکھنے کے لیے چارج کریں یا پیسے شامل کریں۔`,
      BREACH: ({ phone, name }) =>
        `${name} کی سیکیورٹی اطلاع: آپ کے ڈیٹا پر اثر ہو سکتا ہے۔ اطلاع ایپ یا ای میل میں پڑھیں، یا ${phone} پر فون کریں۔`,
    },
  },
};

/** The wording to register now: every variable has a type, which the operators' register demands since January 2026. */
const NEWEST = 4;

/** Digits alone, or letters, digits and spaces; a value has 40 characters at most. */
const TYPES = {
  code: "numeric",
  minutes: "numeric",
  rupees: "numeric",
  paise: "numeric",
  source: "alphanumeric",
  days: "numeric",
  phone: "numeric",
} as const;
const MOST_CHARACTERS = 40;
/** In place of a value of which nothing is left: none may be empty. */
const NOTHING = { numeric: "0", alphanumeric: "bank" } as const;

/** The values as a wording has them: of the newest one each is what its type allows. */
export function valuesFor(
  wording: SmsRegistration["wording"],
  variables: Sms["variables"],
): Record<string, string> {
  if (wording !== NEWEST) return variables;
  const [rupees = "", paise = ""] = (variables["amount"] ?? "")
    .replaceAll(/[^\d.]/g, "")
    .split(".");
  const all: Record<string, string> = { ...variables, rupees, paise };
  const typed = Object.entries(TYPES).flatMap(([name, type]) => {
    const value = all[name];
    if (!value) return [];
    const unwanted = type === "numeric" ? /\D+/g : /[^A-Za-z0-9 ]+/g;
    const kept = value.replaceAll(unwanted, "").slice(0, MOST_CHARACTERS).trim();
    return [[name, kept || NOTHING[type]] as const];
  });
  return Object.fromEntries(typed);
}

/** A text of a wording. Wording 2 differs from 3 by the name alone, which no setting decided then. */
function textOf(
  { kind, variables }: Pick<Sms, "kind" | "variables">,
  language: Language,
  wording: SmsRegistration["wording"],
  { name, domain }: SmsSender,
): string {
  const values: Record<string, string> = {
    ...valuesFor(wording, variables),
    name: wording >= 3 ? name : "Voltmarg",
  };
  const texts: Record<Old, Write> & Partial<Record<SmsTemplate, Write>> =
    TEXTS[wording === 3 ? 2 : wording][language];
  const words = (texts[kind] ?? TEXTS[NEWEST][language][kind])(values);
  // The part by which phones recognise the code is the same in every language.
  return kind === "CODE" ? `${words}\n@${domain} #${values["code"]}` : words;
}

/** The English text, for where none has to be registered. */
export const unregisteredText = (sms: Pick<Sms, "kind" | "variables">, sender: SmsSender): string =>
  textOf(sms, "en", NEWEST, sender);

/** Whether an SMS may be sent. Without carriers all may. */
export const isRegistered = (dlt: DltSettings | null, kind: SmsTemplate): boolean =>
  dlt === null || dlt.templates[kind] !== undefined;

/** Of the text that may be sent: in the driver's language if that is registered, else English. */
export function registrationOf({ templates }: DltSettings, { kind, language }: Sms) {
  const template = templates[kind];
  // It was not sent to a carrier then: `isRegistered`.
  if (!template) throw new Error(`${kind} is not registered`);
  const other = language === "en" ? undefined : template.others[language];
  return other ? { ...other, language } : { ...template, language: "en" as const };
}

/** The text that may be sent. */
export function registeredText(dlt: DltSettings, sms: Sms, sender: SmsSender): string {
  const { language, wording } = registrationOf(dlt, sms);
  return textOf(sms, language, wording, sender);
}

/** Each text as it is to be registered: on the operators' portal by the types of its variables, at MSG91 by their names. */
export function textsToRegister({ name, domain }: SmsSender) {
  const shaped = (write: (variable: keyof typeof TYPES) => string) =>
    Object.fromEntries(
      (Object.keys(TYPES) as (keyof typeof TYPES)[]).map((one) => [one, write(one)]),
    );
  const shapes = {
    dlt: shaped((one) => `{#${TYPES[one]}#}`),
    msg91: shaped((one) => `##${one}##`),
  };
  return languages.flatMap((language) =>
    SMS_TEMPLATES.map((kind) => {
      const written = (variables: Record<string, string>) => {
        const words = TEXTS[NEWEST][language][kind]({ ...variables, name });
        return kind === "CODE" ? `${words}\n@${domain} #${variables["code"]}` : words;
      };
      return {
        kind,
        language,
        wording: NEWEST,
        dlt: written(shapes.dlt),
        msg91: written(shapes.msg91),
      };
    }),
  );
}

const PATTERNS = {
  "{#numeric#}": `\\d{1,${MOST_CHARACTERS}}`,
  "{#alphanumeric#}": `[A-Za-z0-9 ]{1,${MOST_CHARACTERS}}`,
};

/** Whether the operators deliver a text under a registered one. */
export function isOfTemplate(text: string, dlt: string): boolean {
  const pattern = dlt
    .split(/(\{#\w+#\})/)
    .map(
      (part) =>
        PATTERNS[part as keyof typeof PATTERNS] ??
        part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    );
  return new RegExp(`^${pattern.join("")}$`).test(text);
}

/** Addresses in the texts: links that are not on the operators' list (whitelisting) are not delivered. */
export const addressesToRegister = (domain: string): string[] => [`https://${domain}`];
