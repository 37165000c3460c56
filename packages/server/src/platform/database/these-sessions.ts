import { sql } from "./sql.ts";

/** A session, as tables of sessions name it. */
export type SessionKey = { user_id: string; session_id: string };

/** Rows of these sessions; of a single one by constants, as in `andThis`. */
export function areThese(table: string, these: readonly SessionKey[], id = "session_id") {
  if (these.length === 1) return sql<boolean>`true ${andThis(table, these, id)}`;
  const users = these.map((each) => each.user_id);
  const ids = these.map((each) => each.session_id);
  return sql<boolean>`(${sql.ref(`${table}.user_id`)}, ${sql.ref(`${table}.${id}`)})
    in (select * from unnest(${users}::text[], ${ids}::text[]))`;
}

/**
 * Beside a join by session: names a single one by constants as well, so that a database that is distributed by driver
 * sends the statement to one machine, and PostgreSQL finds it by its key.
 */
export function andThis(table: string, these: readonly SessionKey[], id = "session_id") {
  const [only] = these;
  return these.length === 1 && only
    ? sql`and ${sql.ref(`${table}.user_id`)} = ${only.user_id} and ${sql.ref(`${table}.${id}`)} = ${only.session_id}`
    : sql``;
}
