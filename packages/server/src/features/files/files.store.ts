import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type FileRow = {
  user_id: string;
  id: string;
  category: "CUSTOMER" | "TICKET" | "CHECK_IN";
  bytes: number;
  width: number;
  height: number;
  created_at: Date;
};

/** Serialises uploads of one driver, so that there is one profile image and the limit holds. */
export const lockFiles = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 14))`.execute(tx);

export const insertFile = (tx: Tx, f: FileRow) =>
  sql`insert into file_record (user_id, id, category, bytes, width, height, created_at)
      values (${f.user_id}, ${f.id}, ${f.category}, ${f.bytes}, ${f.width}, ${f.height}, ${f.created_at})`.execute(
    tx,
  );

export const listOwn = (on: Queryable, userId: string, category: FileRow["category"]) =>
  rows(
    on,
    sql<FileRow>`
      select * from file_record where user_id = ${userId} and category = ${category} order by created_at desc, id desc`,
  );

export const findOwn = (on: Queryable, userId: string, id: string) =>
  one(on, sql<FileRow>`select * from file_record where user_id = ${userId} and id = ${id}`);

export const removeOwn = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<FileRow>`delete from file_record where user_id = ${userId} and id = ${id} returning *`,
  );

export const isKnown = async (on: Queryable, id: string) =>
  (await one(on, sql<object>`select 1 from file_record where id = ${id}`)) !== null;

/** Counts an attempt and deletes those from before `since`; false: there were `most` since then. Call after `lockFiles`. */
export async function noteTry(
  tx: Tx,
  attempt: { userId: string; id: string; at: Date; since: Date; most: number },
): Promise<boolean> {
  const { userId, id, at, since, most } = attempt;
  await sql`delete from file_try where user_id = ${userId} and at <= ${since}`.execute(tx);
  const noted = await one(
    tx,
    sql<object>`
      insert into file_try (user_id, id, at)
      select ${userId}, ${id}, ${at} where (select count(*) from file_try where user_id = ${userId}) < ${most}
      returning id`,
  );
  return noted !== null;
}
