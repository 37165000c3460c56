import type { Language } from "@voltmarg/contract";
import type { SmsTemplate } from "../../../platform/config/messaging.ts";

/** A message with a registered text: `text` is the English text with its variables filled in, for where there is no carrier. */
export type Sms = {
  channel: "sms";
  kind: SmsTemplate;
  /** E.164. */
  to: string;
  text: string;
  /** The driver's language; a translation is sent only where it is registered. */
  language: Language;
  variables: Record<string, string>;
  /** Seconds after which it is useless. */
  validSeconds: number;
  /** What the development outbox shows besides the text. */
  code?: string;
};
export type Mail = {
  channel: "mail";
  kind: "NOTICE" | "BREACH";
  to: string;
  subject: string;
  text: string;
};
export type Message = Sms | Mail;

/**
 * A carrier's result. Refused: certainly not sent; `passing`: a later try may succeed. Unclear: it is not known whether
 * it was sent.
 */
export type Sent =
  | { is: "sent"; reference: string | null }
  | { is: "refused"; reason: string; passing: boolean }
  | { is: "unclear"; reason: string };

/** Sends SMS or mail; `id` is the same for every try of a message. */
export type Carrier<M extends Message> = {
  name: string;
  send(id: string, message: M): Promise<Sent>;
};
/** Tried in order. */
export type Carriers = { sms: readonly Carrier<Sms>[]; mail: readonly Carrier<Mail>[] };
