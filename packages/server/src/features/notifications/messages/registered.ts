import type { Language } from "@voltmarg/contract";
import type {
  DltSettings,
  SmsRegistration,
  SmsTemplate,
} from "../../../platform/config/messaging.ts";
import type { Sms } from "./message.ts";

type Texts = Record<Language, Record<SmsTemplate, (v: Record<string, string>) => string>>;

/**
 * Exactly as registered with the carriers: docs/reference/messages.md. Operators drop an SMS whose words are not the
 * registered ones, so an old wording stays until nobody's registration is of it any more.
 */
const TEXTS: Record<SmsRegistration["wording"], Texts> = {
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
      CODE: ({ code, minutes }) =>
        `${code} is your Voltmarg OTP, valid ${minutes} min. Do not share.`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `Refund of ${amount} to ${source} failed. The money is back in your wallet.`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `Refund of ${amount} to ${source} failed. Write to our support to get it another way.`,
    },
    hi: {
      CODE: ({ code, minutes }) =>
        `${code} आपका Voltmarg OTP है, ${minutes} मिनट तक चलेगा। किसी को न बताएँ।`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${source} में ${amount} का रिफ़ंड नहीं हुआ। रकम फिर आपके वॉलेट में है।`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${source} में ${amount} का रिफ़ंड नहीं हुआ। रकम दूसरे तरीके से पाने के लिए हमारे सपोर्ट को लिखें।`,
    },
    ur: {
      CODE: ({ code, minutes }) =>
        `${code} آپ کا Voltmarg OTP ہے، ${minutes} منٹ تک چلے گا۔ کسی کو نہ بتائیں۔`,
      REFUND_TO_WALLET: ({ amount, source }) =>
        `${source} میں ${amount} کا ریفنڈ نہیں ہوا۔ رقم پھر آپ کے والیٹ میں ہے۔`,
      REFUND_BY_SUPPORT: ({ amount, source }) =>
        `${source} میں ${amount} کا ریفنڈ نہیں ہوا۔ رقم دوسرے طریقے سے پانے کے لیے ہماری سپورٹ کو لکھیں۔`,
    },
  },
};

/** The text that may be sent: in the driver's language if that is registered, else English. */
export function registered(
  { templates }: DltSettings,
  { kind, language, text, variables }: Sms,
): { text: string; registration: SmsRegistration } {
  const template = templates[kind];
  const other = language === "en" ? undefined : template.others[language];
  const registration = other ?? template;
  const words = TEXTS[registration.wording][other ? language : "en"][kind](variables);
  // The part by which phones recognise the code follows the sentence and is the same in every language.
  const [, ...rest] = text.split("\n");
  return { text: [words, ...rest].join("\n"), registration };
}
