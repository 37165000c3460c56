import { sql, type Database } from "./database.ts";

/** Rows of `table` are deleted so many days after `column`. */
export type Age = { table: string; column: string; days: number };

const DAY_MS = 86_400_000;

/** Deletes the rows that have reached their age, in transactions of `slice` rows. Returns how many were deleted. */
export async function deleteOld(
  database: Database,
  { table, column, days }: Age,
  now: Date,
  slice = 5_000,
): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS);
  let count = 0;
  for (;;) {
    const gone = await database.transact(async (tx) => {
      // What is written once lets only this take rows away.
      await sql`select set_config('voltmarg.forgets', ${table}, true)`.execute(tx);
      const { rowCount } = await sql`
        delete from ${sql.ref(table)} where ctid = any (array(
          select ctid from ${sql.ref(table)} where ${sql.ref(column)} < ${before} limit ${slice}))`.execute(
        tx,
      );
      return rowCount ?? 0;
    });
    count += gone;
    if (gone < slice) return count;
  }
}
