import type { Tx } from "../../../platform/database/database.ts";
import type { TopicHandler } from "../../../platform/feature.ts";
import { newId } from "../../../platform/ids.ts";
import { messagesTo, type SentRow } from "../notifications.store.ts";
import { indianDayOf } from "@voltmarg/rules";
import type { Mail, Message, Sms } from "./message.ts";
import type { MessagesDeps } from "./messages-deps.ts";
import { expireMessage, insertMessage, takeFromBudget } from "./messages.store.ts";
import { unregisteredText } from "./registered.ts";
import { sendMessage } from "./send-message.ts";

export type Messages = {
  /**
   * Queues a message in the caller's transaction and returns its id. Null: the day's budget is spent or the text is not
   * registered, and nothing is sent. `toDriver`: the number or address is that of an account; others may not use the last
   * fifth of the day's budget. What is said of a breach has no budget: the law has every driver told at once.
   */
  send(tx: Tx, message: Mail | Omit<Sms, "text">, toDriver?: boolean): Promise<string | null>;
  /** The messages in the development table, newest first. */
  listSent(to: string | undefined): Promise<SentRow[]>;
};

const MAIL_SECONDS = 86_400;
/** The share of a day's budget for numbers without an account: the rest is kept for drivers. */
const OPEN_TO_ALL = 0.8;

export const messageHandlers = (deps: MessagesDeps): Record<string, TopicHandler> => ({
  "message.send": {
    queue: "message",
    handle: (at: { id: string }, row) => sendMessage(deps, at, row.attempts),
  },
  "message.expire": {
    queue: "message",
    handle: (at: { id: string }) => expireMessage(deps.database.db, at.id),
  },
});

/** Queues every SMS and mail that the service sends. */
export function createMessages(deps: MessagesDeps): Messages {
  const { database, clock, outbox } = deps;
  return {
    send: async (tx, asked, toDriver = true) => {
      const at = clock.now();
      const message: Message =
        asked.channel === "mail" ? asked : { ...asked, text: unregisteredText(asked, deps.sender) };
      const { channel, to } = message;
      if (message.channel === "sms" && !deps.isSendable(message.kind)) {
        deps.logger.error({ kind: message.kind }, "the text of an SMS is not registered");
        return null;
      }
      const { perDay, perRecipient } = deps.budgets[channel];
      const most = toDriver ? perDay : Math.ceil(perDay * OPEN_TO_ALL);
      const wish = { channel, recipient: to, perDay: most, perRecipient };
      if (message.kind !== "BREACH" && !(await takeFromBudget(tx, indianDayOf(at), wish))) {
        deps.logger.error({ channel }, "the budget of messages is spent");
        deps.metrics.messages.inc({ channel, carrier: "none", outcome: "over_budget" });
        return null;
      }
      const seconds = channel === "sms" ? message.validSeconds : MAIL_SECONDS;
      const expiresAt = new Date(at.getTime() + seconds * 1000);
      const id = newId("msg", at);
      await insertMessage(tx, {
        id,
        channel,
        kind: message.kind,
        recipient: to,
        content: deps.seal.encrypt(JSON.stringify(message)),
        created_at: at,
        expires_at: expiresAt,
      });
      await outbox.enqueue(tx, "message.send", { id });
      await outbox.enqueue(tx, "message.expire", { id }, expiresAt);
      return id;
    },
    listSent: async (to) => {
      // So that a message that was just queued is in the table.
      await outbox.settle();
      return messagesTo(database.db, to);
    },
  };
}
