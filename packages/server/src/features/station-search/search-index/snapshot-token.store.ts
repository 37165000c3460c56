import { one, sql, type Queryable } from "../../../platform/database/database.ts";

const KEY = "search snapshot ";

/** Commits that a file with this token is of this database, and forgets files that are too old to be used. */
export async function addToken(db: Queryable, token: string, mostDays: number): Promise<void> {
  await sql`delete from setting where starts_with(name, ${KEY})
    and (value #>> '{}')::timestamptz < now() - ${mostDays} * interval '1 day'`.execute(db);
  await sql`insert into setting (name, value) values (${KEY + token}, to_jsonb(now()))`.execute(db);
}

export const isKnown = async (db: Queryable, token: string): Promise<boolean> =>
  Boolean(await one(db, sql`select 1 from setting where name = ${KEY + token}`));
