import type { Language } from "@voltmarg/contract";
import type { SmsTemplate } from "../../../platform/config/messaging.ts";

/** A text message of a registered text: `text` is the English one with its variables filled in. */
export type Sms = {
  channel: "sms";
  kind: SmsTemplate;
  /** E.164. */
  to: string;
  text: string;
  /** What the driver reads; another text is sent only where it is registered. */
  language: Language;
  variables: Record<string, string>;
  /** Seconds after which it is worthless. */
  validSeconds: number;
  /** What a demonstration shows apart from the text. */
  code?: string;
};
export type Mail = { channel: "mail"; kind: "NOTICE"; to: string; subject: string; text: string };
export type Message = Sms | Mail;

/**
 * What a carrier made of a message. Refused: it certainly did not leave, `passing` when it may later. Unclear: nobody
 * knows whether it did.
 */
export type Sent =
  | { is: "sent"; reference: string | null }
  | { is: "refused"; reason: string; passing: boolean }
  | { is: "unclear"; reason: string };

/** Carries SMS or mail out; `id` is the same for every try of a message. */
export type Carrier<M extends Message> = {
  name: string;
  send(id: string, message: M): Promise<Sent>;
};
/** Tried in order. */
export type Carriers = { sms: readonly Carrier<Sms>[]; mail: readonly Carrier<Mail>[] };
