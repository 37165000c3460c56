import type { Notification, NotificationPreferences, RouteInput } from "@voltmarg/contract";
import { notifications } from "@voltmarg/contract";
import { createHash } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database.ts";
import { page } from "../../platform/http/paging.ts";
import { newId } from "../../platform/ids.ts";
import { CHANNELS, KINDS, wantedByItself, type Channel, type Kind } from "./kinds.ts";
import {
  countNotices,
  findQuiet,
  insertNotice,
  listNotices,
  listWishes,
  markAll,
  markNotice,
  putDevice,
  putQuiet,
  putWish,
  removeQuiet,
  type NoticeRow,
  type Wish,
} from "./notices.store.ts";
import { afterQuietHours, minuteOf, timeOf } from "./quiet-hours.ts";

const MOST_DEVICES = 10;

type NoticesDeps = { database: Database; clock: Clock };

export type Notice = {
  userId: string;
  kind: Kind;
  /** Says of what it tells: the same is told once. */
  key: string;
  title: string;
  /** Sentences for the driver, without amounts. */
  text: string;
  subject: Notification["subject"];
};

export type Notices = ReturnType<typeof createNotices>;
type Change = RouteInput<typeof notifications.updateNotificationPreferences>["body"];

/** What drivers are told of: listed for them, with when it may be carried further and how they wish it to be. */
export function createNotices({ database, clock }: NoticesDeps) {
  return {
    /**
     * Tells a driver, in the caller's transaction. The row says from when on each channel the driver wants may carry
     * it: at once, or after the quiet hours unless it is urgent. False: this was told before, and nothing is done.
     */
    async notify(tx: Tx, { userId, kind, key, title, text, subject }: Notice): Promise<boolean> {
      const at = clock.now();
      const wishes = await listWishes(tx, userId);
      const due = KINDS[kind].urgent ? at : afterQuietHours(await findQuiet(tx, userId), at);
      const dueOn = (channel: Channel) => (isWanted(wishes, kind, channel) ? due : null);
      return insertNotice(tx, {
        user_id: userId,
        id: newId("ntf", at),
        kind,
        key,
        title,
        body: text,
        subject_type: subject.type,
        subject_id: subject.id,
        created_at: at,
        push_due_at: dueOn("PUSH"),
        mail_due_at: dueOn("MAIL"),
      });
    },

    async list(userId: string, { unread = false, pageNo = 0, pageSize = 20 }) {
      const { db } = database;
      const found = await listNotices(db, userId, {
        unread,
        limit: pageSize,
        offset: pageNo * pageSize,
      });
      const count = await countNotices(db, userId);
      const total = unread ? count.unread : count.total;
      return { ...page(found.map(toWire), pageNo, pageSize, total), unread: count.unread };
    },

    async mark(userId: string, id: string, read: boolean): Promise<Notification | null> {
      const row = await markNotice(database.db, userId, id, read ? clock.now() : null);
      return row && toWire(row);
    },

    async markAll(userId: string): Promise<number> {
      return (await markAll(database.db, userId, clock.now())).length;
    },

    preferences: (userId: string) => preferencesOf(database.db, userId),

    change(userId: string, { kinds = [], quiet_hours }: Change): Promise<NotificationPreferences> {
      return database.transact(async (tx) => {
        for (const { kind, channels } of kinds) {
          for (const channel of CHANNELS) {
            const wanted = channels[channel];
            if (wanted !== undefined) await putWish(tx, userId, { kind, channel, wanted });
          }
        }
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

    /** A device belongs to the driver who registered it last. */
    async register(userId: string, token: string, transport: "NATIVE" | "OTHER"): Promise<void> {
      const hash = createHash("sha256").update(token).digest();
      const device = { userId, token, hash, transport, at: clock.now() };
      await database.transact((tx) => putDevice(tx, device, MOST_DEVICES));
    },
  };
}

const isWanted = (wishes: readonly Wish[], kind: Kind, channel: Channel): boolean =>
  wishes.find((wish) => wish.kind === kind && wish.channel === channel)?.wanted ??
  wantedByItself(channel);

async function preferencesOf(on: Queryable, userId: string): Promise<NotificationPreferences> {
  const wishes = await listWishes(on, userId);
  const quiet = await findQuiet(on, userId);
  return {
    kinds: notifications.NotificationKind.options.map((kind) => ({
      kind,
      channels: { PUSH: isWanted(wishes, kind, "PUSH"), MAIL: isWanted(wishes, kind, "MAIL") },
      urgent: KINDS[kind].urgent,
    })),
    quiet_hours: quiet && { from: timeOf(quiet.from_minute), until: timeOf(quiet.until_minute) },
  };
}

const toWire = (row: NoticeRow): Notification => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  text: row.body,
  subject: { type: row.subject_type, id: row.subject_id },
  created_at: row.created_at.toISOString(),
  read_at: row.read_at && row.read_at.toISOString(),
});
