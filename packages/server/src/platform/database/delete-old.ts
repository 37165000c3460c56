import { sql, type Database } from "./database.ts";

/**
 * Rows of `table` are deleted so many days after `column`. `strips`: they stay, and only this field of their `details`
 * goes.
 */
export type Age = { table: string; column: string; days: number; strips?: string };

const DAY_MS = 86_400_000;

/** Deletes what has reached its age, in transactions of `slice` rows. Returns how many rows lost it. */
export async function deleteOld(
  database: Database,
  { table, column, days, strips }: Age,
  now: Date,
  slice = 5_000,
): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  const [act, still] = strips
    ? [
        sql`update ${sql.ref(table)} set details = details - ${strips}::text`,
        sql`and details ? ${sql.raw(`'${strips}'`)}`,
      ]
    : [sql`delete from ${sql.ref(table)}`, sql``];
  let count = 0;
  for (;;) {
    const gone = await database.transact(async (tx) => {
      // What is written once lets only this take rows away.
      await sql`select set_config('voltmarg.forgets', ${table}, true)`.execute(tx);
      const { rowCount } = await sql`
        ${act} where ctid = any (array(
          select ctid from ${sql.ref(table)} where ${sql.ref(column)} < ${before} ${still} limit ${slice}))`.execute(
        tx,
      );
      return rowCount ?? 0;
    });
    count += gone;
    if (gone < slice) return count;
  }
}
