import { LEGAL_PAGE } from "@voltmarg/contract/app-pages";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { TopicHandler } from "../../platform/feature.ts";
import type { Messages } from "./messages/messages.ts";
import { claimMail, isStillWanted, languageOf } from "./notices.store.ts";
import { wordsOfNotice } from "./notices.ts";

type MailDeps = {
  database: Database;
  clock: Clock;
  messages: Messages;
  /** The driver's e-mail address; null: none. */
  mailOf(userId: string): Promise<string | null>;
  publicUrl: string;
};

/**
 * Sends a notification by mail when it is due, in the driver's language. It is sent once, and not if it was read or mail
 * was switched off meanwhile.
 */
export function mailHandler(deps: MailDeps): TopicHandler {
  const { database, clock, messages } = deps;
  return {
    queue: "message",
    handle: async ({ userId, id }: { userId: string; id: string }) => {
      const to = await deps.mailOf(userId);
      if (!to) return;
      await database.transact(async (tx) => {
        if (!(await isStillWanted(tx, { userId, id, channel: "MAIL" }))) return;
        const notice = await claimMail(tx, userId, id, clock.now());
        if (!notice) return;
        const words = wordsOfNotice(notice, await languageOf(tx, userId));
        const text = `${words.text}\n\n${deps.publicUrl}/notifications\n${deps.publicUrl}${LEGAL_PAGE}\n`;
        await messages.send(tx, {
          channel: "mail",
          kind: "NOTICE",
          to,
          subject: words.title,
          text,
        });
      });
    },
  };
}
