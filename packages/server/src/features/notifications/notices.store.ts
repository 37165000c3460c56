import type { Language } from "@voltmarg/contract";
import {
  columnsOf,
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";
import type { Channel, Kind, SubjectType } from "./kinds.ts";
import type { Said } from "./words/said.ts";

export type NoticeRow = {
  user_id: string;
  id: string;
  kind: Kind;
  key: string;
  title: string;
  body: string;
  /** Null: stored in English only, by an earlier release. */
  said: Said | null;
  subject_type: SubjectType;
  subject_id: string | null;
  created_at: Date;
  read_at: Date | null;
  /** The earliest time for the channel; null: the driver switched the channel off. */
  push_due_at: Date | null;
  mail_due_at: Date | null;
  /** When it was passed on. */
  pushed_at: Date | null;
  mailed_at: Date | null;
};

const columns = columnsOf<NoticeRow>({
  user_id: true,
  id: true,
  kind: true,
  key: true,
  title: true,
  body: true,
  said: true,
  subject_type: true,
  subject_id: true,
  created_at: true,
  read_at: true,
  push_due_at: true,
  mail_due_at: true,
  pushed_at: true,
  mailed_at: true,
});

/** False: this notification exists already. */
export const insertNotice = async (
  tx: Tx,
  n: Omit<NoticeRow, "read_at" | "pushed_at" | "mailed_at">,
): Promise<boolean> =>
  (await one(
    tx,
    sql<object>`
      insert into notification (user_id, id, kind, key, title, body, said, subject_type, subject_id, created_at,
        push_due_at, mail_due_at)
      values (${n.user_id}, ${n.id}, ${n.kind}, ${n.key}, ${n.title}, ${n.body}, ${JSON.stringify(n.said)},
        ${n.subject_type}, ${n.subject_id}, ${n.created_at}, ${n.push_due_at}, ${n.mail_due_at})
      on conflict (user_id, key) do nothing returning id ${planKept}`,
  )) !== null;

export const listNotices = (
  on: Queryable,
  userId: string,
  { unread, limit, offset }: { unread: boolean; limit: number; offset: number },
) =>
  rows(
    on,
    sql<NoticeRow>`
      select * from notification where user_id = ${userId} and (not ${unread} or read_at is null)
      order by created_at desc, id desc limit ${limit} offset ${offset}`,
  );

export const countNotices = async (on: Queryable, userId: string) =>
  (await one(
    on,
    sql<{ total: number; unread: number }>`
      select count(*)::int as total, count(*) filter (where read_at is null)::int as unread
      from notification where user_id = ${userId}`,
  ))!;

/** Keeps the time at which it was first read. */
export const markNotice = (on: Queryable, userId: string, id: string, at: Date | null) =>
  one(
    on,
    sql<NoticeRow>`
      update notification set read_at = case when ${at}::timestamptz is null then null else coalesce(read_at, ${at}) end
      where user_id = ${userId} and id = ${id} returning *`,
  );

export const markAll = (on: Queryable, userId: string, at: Date) =>
  rows(
    on,
    sql<object>`
      update notification set read_at = ${at} where user_id = ${userId} and read_at is null returning id`,
  );

export type Wish = { kind: Kind; channel: Channel; wanted: boolean };

export const listWishes = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<Wish>`select kind, channel, wanted from notification_preference where user_id = ${userId}`,
  );

/** What a driver wants of notifications, and which of the given keys they were told. Closed: nobody can read them. */
export type Standing = {
  wishes: Wish[];
  quiet: QuietMinutes | null;
  told: string[];
  closed: boolean;
};

export const findStanding = async (
  on: Queryable,
  userId: string,
  keys: readonly string[],
): Promise<Standing> =>
  (await one(
    on,
    sql<Standing>`
      select
        (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'channel', channel, 'wanted', wanted)), '[]')
          from notification_preference where user_id = ${userId}) as wishes,
        (select jsonb_build_object('from_minute', from_minute, 'until_minute', until_minute)
          from quiet_hours where user_id = ${userId}) as quiet,
        (select coalesce(jsonb_agg(key), '[]') from notification
          where user_id = ${userId} and key = any(${[...keys]})) as told,
        exists (select from app_user where id = ${userId} and deactivated_at is not null) as closed ${planKept}`,
  ))!;

export const putWish = (tx: Tx, userId: string, { kind, channel, wanted }: Wish) =>
  sql`insert into notification_preference (user_id, kind, channel, wanted)
      values (${userId}, ${kind}, ${channel}, ${wanted})
      on conflict (user_id, kind, channel) do update set wanted = excluded.wanted`.execute(tx);

export type QuietMinutes = { from_minute: number; until_minute: number };

export const findQuiet = (on: Queryable, userId: string) =>
  one(
    on,
    sql<QuietMinutes>`select from_minute, until_minute from quiet_hours where user_id = ${userId}`,
  );

export const putQuiet = (tx: Tx, userId: string, quiet: QuietMinutes) =>
  sql`insert into quiet_hours (user_id, from_minute, until_minute)
      values (${userId}, ${quiet.from_minute}, ${quiet.until_minute})
      on conflict (user_id) do update set from_minute = excluded.from_minute, until_minute = excluded.until_minute`.execute(
    tx,
  );

export const removeQuiet = (tx: Tx, userId: string) =>
  sql`delete from quiet_hours where user_id = ${userId}`.execute(tx);

/** English, until the driver's app sets another language. */
export const languageOf = async (on: Queryable, userId: string): Promise<Language> =>
  (
    await one(
      on,
      sql<{ language: Language }>`select language from driver_language where user_id = ${userId}`,
    )
  )?.language ?? "en";

export const putLanguage = (tx: Tx, userId: string, language: Language) =>
  sql`insert into driver_language (user_id, language) values (${userId}, ${language})
      on conflict (user_id) do update set language = excluded.language`.execute(tx);

type At = { userId: string; id: string };

export const findNotice = (on: Queryable, userId: string, id: string) =>
  one(on, sql<NoticeRow>`select * from notification where user_id = ${userId} and id = ${id}`);

/** Neither read nor switched off on this channel since it was created. */
const stillWanted = (channel: Channel) =>
  sql`n.read_at is null and not exists (
        select 1 from notification_preference p
        where p.user_id = n.user_id and p.kind = n.kind and p.channel = ${channel} and not p.wanted)`;

/** Marks a notification as handed on to devices; null: it was before, or is not wanted any more. */
export const claimPush = (tx: Tx, userId: string, id: string, at: Date) =>
  one(
    tx,
    sql<NoticeRow>`
      update notification n set pushed_at = ${at}
      where user_id = ${userId} and id = ${id} and pushed_at is null and ${stillWanted("PUSH")}
      returning ${columns} ${planKept}`,
  );
/** Marks it as handed on to the mailbox; null: it was before. */
export const claimMail = (tx: Tx, userId: string, id: string, at: Date) =>
  one(
    tx,
    sql<NoticeRow>`
      update notification set mailed_at = ${at} where user_id = ${userId} and id = ${id} and mailed_at is null
      returning *`,
  );

export const isStillWanted = async (
  on: Queryable,
  { userId, id, channel }: At & { channel: Channel },
): Promise<boolean> =>
  (await one(
    on,
    sql<object>`
      select 1 from notification n where n.user_id = ${userId} and n.id = ${id} and ${stillWanted(channel)}`,
  )) !== null;
