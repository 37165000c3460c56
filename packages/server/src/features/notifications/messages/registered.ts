import type {
  DltSettings,
  SmsRegistration,
  SmsTemplate,
} from "../../../platform/config/messaging.ts";
import type { Sms } from "./message.ts";

type OtherLanguage = "hi" | "ur";

/** Exactly as registered with the carriers: docs/reference/messages.md. */
const TEXTS: Record<OtherLanguage, Record<SmsTemplate, (v: Record<string, string>) => string>> = {
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
};

/** The text that may be sent: in the driver's language if that is registered, else English. */
export function registered(
  { templates }: DltSettings,
  { kind, language, text, variables }: Sms,
): { text: string; registration: SmsRegistration } {
  const template = templates[kind];
  const other = language === "en" ? undefined : template.others[language];
  if (language === "en" || !other) return { text, registration: template };
  // The part by which phones recognise the code follows the sentence and is the same in every language.
  const [, ...rest] = text.split("\n");
  return {
    text: [TEXTS[language][kind](variables), ...rest].join("\n"),
    registration: other,
  };
}
