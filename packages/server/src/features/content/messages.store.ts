import type { CustomMessage } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

type Type = CustomMessage["type"];
export type MessageRow = {
  id: string;
  type: Type;
  key: string;
  language: CustomMessage["language"];
  version: number;
  title: string;
  body: string;
  category: string | null;
  position: number;
  written_by: string;
  removed: boolean;
  updated_at: Date;
};
export type TextName = Pick<MessageRow, "type" | "key" | "language">;

/**
 * Each text in the wanted language, or in English. A translation older than the English text is outdated and not used:
 * the English text is returned, or none where it was withdrawn.
 */
export const listShown = (
  on: Queryable,
  types: readonly Type[],
  language: CustomMessage["language"],
) =>
  rows(
    on,
    sql<MessageRow>`
      select * from (
        select distinct on (type, key) * from (
          select newest.*, max(updated_at) filter (where language = 'en') over (partition by type, key) as english_at
          from (
            select distinct on (type, key, language) * from custom_message
            where type = any(${types}) and language in (${language}, 'en')
            order by type, key, language, version desc) newest) told
        where not removed and updated_at >= coalesce(english_at, updated_at)
        order by type, key, (language = ${language}) desc) shown
      order by array_position(${types}::text[], type), position, key`,
  );

/** How often the English text of a type has changed, and when last. */
export const versionOf = async (on: Queryable, type: Type) =>
  (await one(
    on,
    sql<{ version: number; updated_at: Date }>`
      select count(distinct updated_at)::int as version, max(updated_at) as updated_at
      from custom_message where type = ${type} and language = 'en'`,
  ))!;

export const listNewest = (on: Queryable, type: Type | null) =>
  rows(
    on,
    sql<MessageRow>`
      select * from (
        select distinct on (type, key, language) * from custom_message
        where ${type}::text is null or type = ${type} order by type, key, language, version desc) newest
      where not removed order by type, position, key, language`,
  );

export const listVersions = (on: Queryable, type: Type | null, key: string) =>
  rows(
    on,
    sql<MessageRow>`
      select * from custom_message where (${type}::text is null or type = ${type}) and key = ${key}
      order by type, language, version desc`,
  );

/** Whether the text came with the service: its id begins with its type. */
export const isBuiltIn = ({ id, type }: Pick<MessageRow, "id" | "type">) =>
  id.startsWith(`msg_${type.toLowerCase()}_`);

/** Every version of every text, each text's newest last. */
export const listAllVersions = (on: Queryable) =>
  rows(on, sql<MessageRow>`select * from custom_message order by version`);

/** Whether this set of built-in texts had not been loaded; another replica that loads it is waited for. */
export const recordLoaded = async (tx: Tx, digest: string, at: Date) =>
  (await one(
    tx,
    sql`insert into built_in_text (digest, loaded_at) values (${digest}, ${at})
      on conflict do nothing returning digest`,
  )) !== null;

/** Makes writers of any text wait. */
export const lockAllTexts = (tx: Tx) =>
  sql`lock table custom_message in share row exclusive mode`.execute(tx);

/** Serialises writers of one text, so that versions have no gaps. */
export const lockText = (tx: Tx, { type, key, language }: TextName) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${type}/${key}/${language}`}, 16))`.execute(
    tx,
  );

export const findNewest = (on: Queryable, { type, key, language }: TextName) =>
  one(
    on,
    sql<MessageRow>`
      select * from custom_message where type = ${type} and key = ${key} and language = ${language}
      order by version desc limit 1`,
  );

/** The position of the text in any language; a new text comes last of its type. */
export const positionOf = async (on: Queryable, { type, key }: TextName) =>
  (await one(
    on,
    sql<{ position: number }>`
      select coalesce(
        (select position from custom_message where type = ${type} and key = ${key} order by updated_at desc, version desc limit 1),
        (select max(position) + 10 from custom_message where type = ${type}), 10) as position`,
  ))!.position;

export const insertVersion = async (tx: Tx, m: MessageRow) =>
  (await one(
    tx,
    sql<MessageRow>`
      insert into custom_message (id, type, key, language, version, title, body, category, position, written_by,
        removed, updated_at)
      values (${m.id}, ${m.type}, ${m.key}, ${m.language}, ${m.version}, ${m.title}, ${m.body}, ${m.category},
        ${m.position}, ${m.written_by}, ${m.removed}, ${m.updated_at}) returning *`,
  ))!;
