import { rows, sql, type Queryable } from "@voltmarg/testkit/ledger";

/** What deploy/citus/distribute.sql makes of a table. Tables of one group lie together, by the same column's value. */
export type Place =
  | { kind: "distributed"; column: string; group: string }
  | { kind: "reference" }
  | { kind: "local" };
export type Places = ReadonlyMap<string, Place>;

/** How many shards stand in for those of each distributed table. */
export const SHARDS = 8;

/**
 * Citus's function that says on which shard a value lies, by how PostgreSQL partitions by hash. It stays, as the service
 * asks it.
 */
const SHARD_OF = `
create schema stand_in;
create table stand_in.hashed (value text) partition by hash (value);
create function get_shard_id_for_distribution_column(t regclass, value text) returns bigint
  language sql stable as $$ select n from generate_series(0, ${SHARDS - 1}) n
    where satisfies_hash_partition('stand_in.hashed'::regclass, ${SHARDS}, n, value) $$;`;
/** Citus's functions that only note what they were told. */
const STAND_INS = `
create table told (place text, tab text primary key, col text, beside text, nth serial);
create function create_distributed_table(t regclass, c text, colocate_with text default 'default') returns void
  language sql as $$ insert into told (place, tab, col, beside) values ('distributed', t::text, c, colocate_with) $$;
create function create_reference_table(t regclass) returns void
  language sql as $$ insert into told (place, tab) values ('reference', t::text) $$;
create function citus_add_local_table_to_metadata(t regclass) returns void
  language sql as $$ insert into told (place, tab) values ('local', t::text) $$;`;

/** Runs the file against a migrated database and returns what it says of each table. */
export async function applyDistribution(on: Queryable, text: string): Promise<Places> {
  await sql.raw(SHARD_OF + STAND_INS).execute(on);
  await sql.raw(text).execute(on);
  const told = await rows<{ place: Place["kind"]; tab: string; col: string; beside: string }>(
    on,
    sql`select place, tab, col, beside from told order by nth`,
  );
  await sql
    .raw(
      `drop function create_distributed_table, create_reference_table, citus_add_local_table_to_metadata; drop table told`,
    )
    .execute(on);
  const places = new Map<string, Place>();
  for (const { place, tab, col, beside } of told) {
    const first = places.get(beside);
    const group = first?.kind === "distributed" ? first.group : tab;
    places.set(
      tab,
      place === "distributed" ? { kind: place, column: col, group } : { kind: place },
    );
  }
  return places;
}

type Index = { tab: string; name: string; columns: string[] };
type Foreign = { tab: string; name: string; columns: string[]; far: string; far_columns: string[] };

/** What Citus would refuse in the catalogue, one sentence each. */
export async function refusedByCatalogue(on: Queryable, places: Places): Promise<string[]> {
  const tables = await rows<{ tab: string }>(
    on,
    sql`select c.relname as tab from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  // Expressions are not columns: an index on lower(id) does not have id.
  const indexes = await rows<Index>(
    on,
    sql`select c.relname as tab, i.indexrelid::regclass::text as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1, 2`,
  );
  const foreign = await rows<Foreign>(
    on,
    sql`select f.conrelid::regclass::text as tab, f.conname::text as name, f.confrelid::regclass::text as far,
        array(select a.attname::text from unnest(f.conkey) with ordinality k(n, o)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n order by k.o) as columns,
        array(select a.attname::text from unnest(f.confkey) with ordinality k(n, o)
          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.n order by k.o) as far_columns
      from pg_constraint f where f.contype = 'f' and f.conparentid = 0
        and f.connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const unplaced = tables
    .filter(({ tab }) => !places.has(tab))
    .map(({ tab }) => `${tab}: distribute.sql does not name it`);
  return [
    ...unplaced,
    ...indexes.flatMap((index) => refusedIndex(index, places)),
    ...foreign.flatMap((key) => refusedKey(key, places)),
  ];
}

/** A unique index of a distributed table has its distribution column, as each shard only sees itself. */
function refusedIndex({ tab, name, columns }: Index, places: Places): string[] {
  const place = places.get(tab);
  if (place?.kind !== "distributed" || columns.includes(place.column)) return [];
  return [`${tab}: the unique index ${name} is without ${place.column}`];
}

/** A foreign key stays on its shard, or leads to a table that every machine has. */
function refusedKey({ tab, name, columns, far, far_columns }: Foreign, places: Places): string[] {
  const [from, to] = [places.get(tab), places.get(far)];
  if (!from || !to || to.kind === "reference") return [];
  if (from.kind === "distributed" && to.kind === "distributed") {
    const together =
      from.group === to.group &&
      columns.includes(from.column) &&
      far_columns[columns.indexOf(from.column)] === to.column;
    return together ? [] : [`${tab}: ${name} leads to another shard of ${far}`];
  }
  if (from.kind === "local" && to.kind === "local") return [];
  return [`${tab}: ${name} leads from a ${from.kind} to a ${to.kind} table, ${far}`];
}
