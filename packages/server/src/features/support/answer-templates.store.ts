import type { AnswerTemplate } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type TemplateRow = Omit<AnswerTemplate, "updated_at"> & { updated_at: Date };
export type TemplateText = Pick<TemplateRow, "key" | "title" | "category" | "en" | "hi" | "ur">;

export const listTemplates = (on: Queryable) =>
  rows(on, sql<TemplateRow>`select * from answer_template order by lower(title), key`);

/** Serialises changes: a template that is not there yet has no row to lock. */
export const lockTemplates = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('answer-templates', 0))`.execute(tx);

export const findTemplate = (on: Queryable, key: string) =>
  one(on, sql<TemplateRow>`select * from answer_template where key = ${key}`);

export const putTemplate = async (tx: Tx, t: TemplateText, by: string, at: Date) =>
  (await one(
    tx,
    sql<TemplateRow>`
      insert into answer_template (key, title, category, en, hi, ur, updated_at, updated_by)
      values (${t.key}, ${t.title}, ${t.category}, ${t.en}, ${t.hi}, ${t.ur}, ${at}, ${by})
      on conflict (key) do update set title = excluded.title, category = excluded.category, en = excluded.en,
        hi = excluded.hi, ur = excluded.ur, version = excluded.version, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
      returning *`,
  ))!;

export const dropTemplate = (tx: Tx, key: string) =>
  sql`delete from answer_template where key = ${key}`.execute(tx);
