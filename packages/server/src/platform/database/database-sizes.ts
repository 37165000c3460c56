import { one, rows, sql, type Database } from "./database.ts";

export type DatabaseSizes = {
  /** Number of partitions of the outbox. */
  partitions: number;
  /** The largest tables, with their indexes; a partitioned table counts as one. */
  tables: { table: string; bytes: number }[];
};

const REFRESH_MS = 60_000;
const TABLES = 10;
const known = new WeakMap<Database, { at: number; sizes: DatabaseSizes }>();

/** Sizes by the page counts in the catalogue, which the last vacuum updated. Read once a minute. */
export async function databaseSizes(database: Database): Promise<DatabaseSizes> {
  const last = known.get(database);
  if (last && performance.now() - last.at < REFRESH_MS) return last.sizes;
  const partitions = await one(
    database.db,
    sql<{
      n: number;
    }>`select count(*)::int as n from pg_inherits where inhparent = 'outbox'::regclass`,
  );
  const tables = await rows(
    database.db,
    sql<{ table: string; bytes: number }>`
      select coalesce(parent.relname, t.relname) as table,
        (sum(t.relpages + coalesce(x.pages, 0)) * current_setting('block_size')::int)::float8 as bytes
      from pg_class t
        left join pg_inherits i on i.inhrelid = t.oid
        left join pg_class parent on parent.oid = i.inhparent
        left join (select indrelid, sum(c.relpages) as pages from pg_index join pg_class c on c.oid = indexrelid
          group by 1) x on x.indrelid = t.oid
      where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      group by 1 order by 2 desc, 1 limit ${TABLES}`,
  );
  const sizes = { partitions: partitions!.n, tables };
  known.set(database, { at: performance.now(), sizes });
  return sizes;
}
