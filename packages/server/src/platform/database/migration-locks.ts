import { one, sql, type Tx } from "./database.ts";

/** What stands before a table that is locked against readers: these statements need it, or a later one on the table may. */
const CHANGED =
  /\b(?:alter table(?: if exists)?(?: only)?|update|delete from|insert into|truncate|trigger \w+ (?:before|after) [a-z ]+? on) (\w+)/g;
/** What stands before a table that is locked against writers only. */
const READ = /\b(?:index(?: if not exists)?(?: \w+)? on|references) (\w+)/g;
const DROPPED = /\bdrop index (?:if exists )?(\w+)/g;

/**
 * Takes all table locks that these migrations need before their first statement. A lock that becomes stronger later can
 * deadlock: a transaction that has read the table waits to write to it, and the migration waits for that transaction. Tables
 * that the text only seems to change are locked as well, which costs little.
 */
export async function lockTables(tx: Tx, texts: readonly string[]): Promise<void> {
  const text = texts.map(bareOf).join(";");
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
  const { changed, read } = (await one(
    tx,
    sql<{ changed: string | null; read: string | null }>`
      with named as (
        select to_regclass(name) as id, true as changed from unnest(${named(CHANGED)}::text[]) name
        union all select indrelid, true from unnest(${named(DROPPED)}::text[]) name
          join pg_index on indexrelid = to_regclass(name)
        union all select to_regclass(name), false from unnest(${named(READ)}::text[]) name),
      locked as (
        select c.oid::regclass::text as name, bool_or(changed) as changed
        from named join pg_class c on c.oid = named.id and c.relkind in ('r', 'p') group by c.oid)
      select string_agg(name, ', ' order by name) filter (where changed) as changed,
        string_agg(name, ', ' order by name) filter (where not changed) as read from locked`,
  ))!;
  if (changed) await sql.raw(`lock table ${changed} in access exclusive mode`).execute(tx);
  if (read) await sql.raw(`lock table ${read} in share row exclusive mode`).execute(tx);
}

/** SQL in lower case and on one line, without comments, string literals and bodies of functions. */
export const bareOf = (text: string): string =>
  text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
