import type { Language } from "@voltmarg/contract";
import {
  SMS_TEMPLATES,
  type DltSettings,
  type SmsRegistration,
  type SmsTemplate,
} from "../../../platform/config/messaging.ts";
import type { Sms } from "./message.ts";

/** What the texts say of the provider: its name, and the domain by which phones recognise a code. */
export type SmsSender = { name: string; domain: string };

type Texts = Record<Language, Record<SmsTemplate, (v: Record<string, string>) => string>>;

/**
 * Exactly as registered with the carriers: docs/reference/messages.md. Operators drop an SMS whose words are not the
 * registered ones, so an old wording stays until nobody's registration is of it any more.
 */
const TEXTS: Record<1 | 2, Texts> = {
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
};

/** The wording to register now: the newer texts, with the provider's own name. */
const NEWEST = 3;

/** A text of a wording. Wording 2 differs from the newest one by the name alone, which no setting decided then. */
function textOf(
  { kind, variables }: Pick<Sms, "kind" | "variables">,
  language: Language,
  wording: SmsRegistration["wording"],
  { name, domain }: SmsSender,
): string {
  const named = { ...variables, name: wording === NEWEST ? name : "Voltmarg" };
  const words = TEXTS[wording === 1 ? 1 : 2][language][kind](named);
  // The part by which phones recognise the code is the same in every language.
  return kind === "CODE" ? `${words}\n@${domain} #${variables["code"]}` : words;
}

/** The English text, for where none has to be registered. */
export const unregisteredText = (sms: Pick<Sms, "kind" | "variables">, sender: SmsSender): string =>
  textOf(sms, "en", NEWEST, sender);

/** Of the text that may be sent: in the driver's language if that is registered, else English. */
export function registrationOf({ templates }: DltSettings, { kind, language }: Sms) {
  const template = templates[kind];
  const other = language === "en" ? undefined : template.others[language];
  return other ? { ...other, language } : { ...template, language: "en" as const };
}

/** The text that may be sent. */
export function registeredText(dlt: DltSettings, sms: Sms, sender: SmsSender): string {
  const { language, wording } = registrationOf(dlt, sms);
  return textOf(sms, language, wording, sender);
}

/** Each text as it is to be registered, its variables named as MSG91 wants them: `##code##`. */
export function textsToRegister(sender: SmsSender) {
  const variables = Object.fromEntries(
    ["code", "minutes", "amount", "source"].map((name) => [name, `##${name}##`]),
  );
  return (["en", "hi", "ur"] as const).flatMap((language) =>
    SMS_TEMPLATES.map((kind) => {
      const msg91 = textOf({ kind, variables }, language, NEWEST, sender);
      // The operators' register (DLT) has one sign for all variables.
      const dlt = msg91.replaceAll(/##[a-z]+##/g, "{#var#}");
      return { kind, language, wording: NEWEST, dlt, msg91 };
    }),
  );
}
