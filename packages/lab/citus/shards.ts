// Stands in for Citus: every distributed table becomes one that PostgreSQL itself partitions by the hash of its
// distribution column. The planner then leaves out partitions by the rule by which Citus finds a shard: an equality
// with the distribution column, written or implied.
import { rows, sql, type Queryable } from "@voltmarg/testkit/ledger";
import { SHARDS, type Places } from "./catalogue.ts";

/** What a shard says when it gets a row, before its name. */
export const INSERTED = "a row for ";
/** What follows a table's name in the name of a shard. */
export const SHARD = /__shard(\d+)$/;

type Line = { tab: string; text: string };

/** Rebuilds the distributed tables, empty: for a database that no driver has used yet. */
export async function shard(on: Queryable, places: Places): Promise<void> {
  const script: string[] = [];
  const distributed = [...places].flatMap(([tab, place]) =>
    place.kind === "distributed" ? [{ tab, column: place.column }] : [],
  );
  const ours = distributed.map(({ tab }) => tab);
  const foreign = await rows<Line & { name: string }>(
    on,
    sql`select conrelid::regclass::text as tab, conname::text as name, pg_get_constraintdef(oid) as text
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
        and (conrelid::regclass::text = any (${ours}) or confrelid::regclass::text = any (${ours}))`,
  );
  const keys = await rows<Line & { name: string }>(
    on,
    sql`select conrelid::regclass::text as tab, conname::text as name, pg_get_constraintdef(oid) as text
      from pg_constraint where contype in ('p', 'u') and conrelid::regclass::text = any (${ours})`,
  );
  const indexes = await rows<Line>(
    on,
    sql`select indrelid::regclass::text as tab, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as text
      from pg_index where indrelid::regclass::text = any (${ours})
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
  );
  const triggers = await rows<Line>(
    on,
    sql`select tgrelid::regclass::text as tab, pg_get_triggerdef(oid) as text from pg_trigger
      where not tgisinternal and tgrelid::regclass::text = any (${ours})`,
  );
  const views = await rows<Line>(
    on,
    sql`select c.relname as tab, pg_get_viewdef(c.oid) as text from pg_class c
      where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`,
  );
  const sequences = await rows<{ name: string }>(
    on,
    sql`select c.oid::regclass::text as name from pg_class c join pg_depend d on d.objid = c.oid and d.deptype = 'a'
      where c.relkind = 'S' and d.refobjid::regclass::text = any (${ours})`,
  );
  for (const { tab } of views) script.push(`drop view ${tab}`);
  for (const { tab, name } of foreign) script.push(`alter table ${tab} drop constraint "${name}"`);
  for (const { name } of sequences) script.push(`alter sequence ${name} owned by none`);
  for (const { tab, column } of distributed) {
    script.push(`delete from partitioned_table where name = '${tab}'`);
    script.push(`create table ${tab}__new (like ${tab} including defaults including generated
      including identity including constraints) partition by hash (${column})`);
    script.push(`drop table ${tab}`);
    script.push(`alter table ${tab}__new rename to ${tab}`);
    for (let n = 0; n < SHARDS; n += 1)
      script.push(`create table ${tab}__shard${n} partition of ${tab}
        for values with (modulus ${SHARDS}, remainder ${n})`);
  }
  for (const { tab, name, text } of keys)
    script.push(`alter table ${tab} add constraint "${name}" ${text}`);
  for (const { text } of indexes) script.push(text);
  for (const { tab, name, text } of foreign)
    script.push(`alter table ${tab} add constraint "${name}" ${text}`);
  for (const { text } of triggers) script.push(text);
  for (const { tab, text } of views) script.push(`create view ${tab} as ${text}`);
  script.push(`create function stand_in.say_shard() returns trigger language plpgsql as
    $$ begin raise notice '${INSERTED}%', tg_table_name; return null; end $$`);
  // The plan of an insert does not name the shard, as the row decides. Outbox rows of nobody are no driver's.
  for (const { tab } of distributed)
    script.push(`create trigger say_shard after insert on ${tab} for each row
      ${tab === "outbox" ? "when (new.shard <> '')" : ""} execute function stand_in.say_shard()`);
  // As one text: three hundred round trips take longer than the work.
  await sql.raw(script.join(";\n")).execute(on);
}
