import { one, sql, type Queryable, type Sql } from "../../platform/database/database.ts";

/** One kind of row that is compared with what it must agree with, in slices by its key. */
export type Check = {
  /** The key's columns, as they are sorted, with the types that text is read as. */
  key: Readonly<Record<string, "text" | "timestamptz" | "bigint">>;
  /** The rows: what stands behind `from`; they are called `r`. */
  rows: Sql;
  /** What a slice looks up for its rows: joins, which leave each row single. */
  joins: Sql;
  /** By what is wrong: a condition that a sound row does not meet. */
  faults: Readonly<Record<string, Sql>>;
  /** How many times as many rows as usual are read at once. */
  times?: number;
};
export type Checks = Readonly<Record<string, Check>>;

/** By check: after which key it goes on; null: it has read all. One that is absent begins. */
export type RowsCursor = Record<string, string[] | null>;

export type RowFault = { kind: string; row: string; wrong: string[] };

/** How many rows with faults a slice names. */
const NAMED = 100;

/** Compares the next rows of each check. Every statement reads so many rows of its kind, and looks up what belongs to each. */
export async function checkRowsSlice(
  on: Queryable,
  checks: Checks,
  from: RowsCursor,
  most: number,
): Promise<{ next: RowsCursor; faults: Record<string, number>; named: RowFault[] }> {
  const next: RowsCursor = {};
  const faults: Record<string, number> = {};
  const named: RowFault[] = [];
  for (const [kind, check] of Object.entries(checks)) {
    const after = from[kind] === undefined ? [] : from[kind];
    next[kind] = null;
    faults[kind] = 0;
    if (after === null) continue;
    const found = await sliceOf(on, check, after, most * (check.times ?? 1));
    next[kind] = found.last;
    faults[kind] = found.count;
    for (const { key, wrong } of found.named) named.push({ kind, row: key.join(" "), wrong });
  }
  return { next, faults, named };
}

type Slice = {
  last: string[] | null;
  count: number;
  named: { key: string[]; wrong: string[] }[];
};

async function sliceOf(
  on: Queryable,
  { key, rows, joins, faults }: Check,
  after: readonly string[],
  most: number,
): Promise<Slice> {
  const columns = Object.keys(key).map((column) => sql`r.${sql.ref(column)}`);
  const from = Object.values(key).map((type, n) => sql`${after[n]}::${sql.raw(type)}`);
  const beyond = after.length === 0 ? sql`true` : sql`(${sql.join(columns)}) > (${sql.join(from)})`;
  const words = Object.entries(faults).map(
    ([word, condition]) => sql`case when ${condition} then ${word}::text end`,
  );
  const slice = await one(
    on,
    sql<Slice>`
      with slice as materialized (
        select row_number() over (order by ${sql.join(columns)}) as place,
          array[${sql.join(columns.map((column) => sql`${column}::text`))}] as key, r.*
        from ${rows} r where ${beyond} order by ${sql.join(columns)} limit ${most}),
      found as (
        select r.key, array_remove(array[${sql.join(words)}], null) as wrong from slice r ${joins}),
      wrong as (select * from found where wrong <> '{}')
      select (select key from slice where place = ${most}) as last, (select count(*)::int from wrong) as count,
        coalesce((select jsonb_agg(n) from (select * from wrong order by key limit ${NAMED}) n), '[]') as named`,
  );
  return slice!;
}
