import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { Messages } from "./messages/messages.ts";
import { claimMail, isStillWanted, languageOf } from "./notices.store.ts";
import { wordsOfNotice } from "./notices.ts";

type MailDeps = {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  messages: Messages;
  /** The address a driver has given; null: none. */
  mailOf(userId: string): Promise<string | null>;
  publicUrl: string;
};

/** Sends notifications by mail when they are due, in the driver's language: once each, and not what was read or is not wanted any more. */
export function handleMails(deps: MailDeps): void {
  const { database, clock, messages } = deps;
  deps.outbox.on(
    "notice.mail",
    async ({ userId, id }: { userId: string; id: string }) => {
      const to = await deps.mailOf(userId);
      if (!to) return;
      await database.transact(async (tx) => {
        if (!(await isStillWanted(tx, { userId, id, channel: "MAIL" }))) return;
        const notice = await claimMail(tx, userId, id, clock.now());
        if (!notice) return;
        const words = wordsOfNotice(notice, await languageOf(tx, userId));
        const text = `${words.text}\n\n${deps.publicUrl}/notifications\n`;
        await messages.send(tx, {
          channel: "mail",
          kind: "NOTICE",
          to,
          subject: words.title,
          text,
        });
      });
    },
    "message",
  );
}
