import { one, sql, type Tx } from "./database.ts";

/** After these stands a table that nobody may read meanwhile, as a statement of the migrations locks it so, or may later. */
const CHANGED =
  /\b(?:alter table(?: if exists)?(?: only)?|update|delete from|insert into|truncate|trigger \w+ (?:before|after) [a-z ]+? on) (\w+)/g;
/** After these one that others may read. */
const READ = /\b(?:index(?: if not exists)?(?: \w+)? on|references) (\w+)/g;
const DROPPED = /\bdrop index (?:if exists )?(\w+)/g;

/**
 * Locks what these migrations will lock, at once and as strongly as they will. A lock that grows is a deadlock: who has read
 * the table waits to write to it, and the migration waits for who has read it. Tables that the text only seems to name are
 * locked as well, which costs little.
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

/** In lower case and on one line, without comments, texts and the bodies of functions, which are no statements of their own. */
export const bareOf = (text: string): string =>
  text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
