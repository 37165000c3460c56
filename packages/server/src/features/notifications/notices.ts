import type {
  Language,
  Notification,
  NotificationPreferences,
  RouteInput,
} from "@voltmarg/contract";
import { notifications } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import { page } from "../../platform/http/paging.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { CHANNELS, KIND_OF, KINDS, wantedByItself, type Channel, type Kind } from "./kinds.ts";
import {
  countNotices,
  findQuiet,
  findStanding,
  insertNotice,
  languageOf,
  listNotices,
  listWishes,
  markAll,
  markNotice,
  putLanguage,
  putQuiet,
  putWish,
  removeQuiet,
  type NoticeRow,
  type Standing,
  type Wish,
} from "./notices.store.ts";
import { afterQuietHours, minuteOf, timeOf } from "./quiet-hours.ts";
import type { Said, Words } from "./words/said.ts";
import { say } from "./words/say.ts";

type NoticesDeps = { database: Database; clock: Clock; outbox: Outbox };

export type Notice = {
  userId: string;
  /** Idempotency key: the same event makes one notification. */
  key: string;
  said: Said;
  subject: Notification["subject"];
};

export type Notices = ReturnType<typeof createNotices>;
type Change = RouteInput<typeof notifications.updateNotificationPreferences>["body"];

/** Notifications: the driver's list, delivery times and preferences. */
export function createNotices({ database, clock, outbox }: NoticesDeps) {
  /** The row says from when on each channel the driver wants may carry it: at once, or after the quiet hours unless urgent. */
  const write = async (
    tx: Tx,
    { userId, key, said, subject }: Notice,
    { wishes, quiet, closed }: Standing,
  ): Promise<boolean> => {
    if (closed) return false;
    const at = clock.now();
    const kind = KIND_OF[said.of];
    const { title, text } = say(said, "en");
    const due = KINDS[kind].urgent ? at : afterQuietHours(quiet, at);
    const dueOn = (channel: Channel) => (isWanted(wishes, kind, channel) ? due : null);
    const [push, mail] = [dueOn("PUSH"), dueOn("MAIL")];
    const id = newId("ntf", at);
    const isNew = await insertNotice(tx, {
      user_id: userId,
      id,
      kind,
      key,
      title,
      body: text,
      said,
      subject_type: subject.type,
      subject_id: subject.id,
      created_at: at,
      push_due_at: push,
      mail_due_at: mail,
    });
    if (!isNew) return false;
    if (push) await outbox.enqueue(tx, "notice.push", { userId, id }, push);
    if (mail) await outbox.enqueue(tx, "notice.mail", { userId, id }, mail);
    return true;
  };

  return {
    /** Tells a driver, in the caller's transaction. False: this was told before, or the account is closed, and nothing is done. */
    notify: async (tx: Tx, notice: Notice): Promise<boolean> =>
      write(tx, notice, await findStanding(tx, notice.userId, [])),

    /** Tells one driver what was not told before. */
    async notifyAll(tx: Tx, notices: readonly Notice[]): Promise<void> {
      if (notices.length === 0) return;
      const keys = notices.map(({ key }) => key);
      const standing = await findStanding(tx, notices[0]!.userId, keys);
      for (const notice of notices)
        if (!standing.told.includes(notice.key)) await write(tx, notice, standing);
    },

    async list(userId: string, language: Language, { unread = false, pageNo = 0, pageSize = 20 }) {
      const { db } = database;
      const found = await listNotices(db, userId, {
        unread,
        limit: pageSize,
        offset: pageNo * pageSize,
      });
      const count = await countNotices(db, userId);
      const total = unread ? count.unread : count.total;
      return {
        ...page(
          found.map((row) => toWire(row, language)),
          pageNo,
          pageSize,
          total,
        ),
        unread: count.unread,
      };
    },

    async mark(
      { userId, language }: { userId: string; language: Language },
      id: string,
      read: boolean,
    ): Promise<Notification | null> {
      const row = await markNotice(database.db, userId, id, read ? clock.now() : null);
      return row && toWire(row, language);
    },

    async markAll(userId: string): Promise<number> {
      return (await markAll(database.db, userId, clock.now())).length;
    },

    preferences: (userId: string) => preferencesOf(database.db, userId),

    change(
      userId: string,
      { kinds = [], quiet_hours, language }: Change,
    ): Promise<NotificationPreferences> {
      return database.transact(async (tx) => {
        for (const { kind, channels } of kinds) {
          for (const channel of CHANNELS) {
            const wanted = channels[channel];
            if (wanted !== undefined) await putWish(tx, userId, { kind, channel, wanted });
          }
        }
        if (language) await putLanguage(tx, userId, language);
        if (quiet_hours === null) await removeQuiet(tx, userId);
        else if (quiet_hours) {
          await putQuiet(tx, userId, {
            from_minute: minuteOf(quiet_hours.from),
            until_minute: minuteOf(quiet_hours.until),
          });
        }
        return preferencesOf(tx, userId);
      });
    },
  };
}

const isWanted = (wishes: readonly Wish[], kind: Kind, channel: Channel): boolean =>
  wishes.find((wish) => wish.kind === kind && wish.channel === channel)?.wanted ??
  wantedByItself(kind, channel);

async function preferencesOf(on: Queryable, userId: string): Promise<NotificationPreferences> {
  const wishes = await listWishes(on, userId);
  const quiet = await findQuiet(on, userId);
  const language = await languageOf(on, userId);
  return {
    kinds: notifications.NotificationKind.options.map((kind) => ({
      kind,
      channels: { PUSH: isWanted(wishes, kind, "PUSH"), MAIL: isWanted(wishes, kind, "MAIL") },
      urgent: KINDS[kind].urgent,
    })),
    quiet_hours: quiet && { from: timeOf(quiet.from_minute), until: timeOf(quiet.until_minute) },
    language,
  };
}

/** A notification in a language, or in English if an earlier release stored it. */
export const wordsOfNotice = (
  { said, title, body }: NoticeRow,
  language: Language,
): Words & { language: Language } =>
  said ? { ...say(said, language), language } : { title, text: body, language: "en" };

const toWire = (row: NoticeRow, language: Language): Notification => ({
  id: row.id,
  kind: row.kind,
  ...wordsOfNotice(row, language),
  subject: { type: row.subject_type, id: row.subject_id },
  bill: null,
  created_at: row.created_at.toISOString(),
  read_at: row.read_at && row.read_at.toISOString(),
});
