import {
  one,
  rows,
  sql,
  type Queryable,
  type Sql,
  type Tx,
} from "../../platform/database/database.ts";
import { movedWhenClosed, type register } from "./register.ts";

type Table = keyof typeof register;

/** Of the tables of which some rows stay: those that go. */
const ALL = sql`true`;
const ticketIsClosed = sql`t.state = 'CLOSED'`;
const gone: Partial<Record<Table, Sql>> = {
  ticket: ticketIsClosed,
  ticket_message: sql`not exists (
    select from ticket o where o.user_id = t.user_id and o.id = t.ticket_id and o.state <> 'CLOSED')`,
};

/** Rows are passed on as text, so that every number stays as it is. */
type AsText = { row: string };

const keep = (tx: Tx, userId: string, table: Table, found: readonly AsText[], at: Date) =>
  sql`insert into restricted_row (user_id, of_table, row, at)
      select ${userId}, ${table}, row::jsonb, ${at} from unnest(${found.map(({ row }) => row)}::text[]) row`.execute(
    tx,
  );

/** Moves what no feature needs any more of a closed account out of its tables. May be repeated. */
export async function moveRows(tx: Tx, userId: string, at: Date): Promise<void> {
  for (const table of movedWhenClosed) {
    const found = await rows(
      tx,
      sql<AsText>`delete from ${sql.ref(table)} t where user_id = ${userId} and ${gone[table] ?? ALL}
        returning to_jsonb(t)::text as row`,
    );
    if (found.length > 0) await keep(tx, userId, table, found, at);
  }
  // The stars count for their station; what was said goes.
  const said = await rows(
    tx,
    sql<AsText>`select jsonb_build_object('session_id', session_id, 'body', body)::text as row from session_rating
      where user_id = ${userId} and body is not null for update`,
  );
  if (said.length === 0) return;
  await keep(tx, userId, "session_rating", said, at);
  await sql`update session_rating set body = null where user_id = ${userId}`.execute(tx);
}

const NAMES = [
  "name",
  "email",
  "gst_in",
  "business_name",
  "business_address",
  "business_city",
  "business_postal_code",
] as const;
const names = sql.raw(NAMES.join(", "));

/** Moves the names of a closed account too, once. */
export async function moveNames(tx: Tx, userId: string, at: Date): Promise<void> {
  const found = await one(
    tx,
    sql<AsText>`select to_jsonb(n)::text as row from (
        select ${names} from app_user where id = ${userId} and restricted_at is null for update) n`,
  );
  if (!found) return;
  await keep(tx, userId, "app_user", [found], at);
  await sql`update app_user set restricted_at = ${at}, ${sql.raw(NAMES.map((name) => `${name} = null`).join(", "))}
      where id = ${userId}`.execute(tx);
}

/** Deletes for good what was moved; answers how many rows of which table. */
export async function dropRestricted(tx: Tx, userId: string) {
  const moved = await rows(
    tx,
    sql<{ of_table: string; count: number }>`
      select of_table, count(*)::int as count from restricted_row where user_id = ${userId} group by of_table`,
  );
  await sql`delete from restricted_row where user_id = ${userId}`.execute(tx);
  return moved;
}

/** All rows of a driver in a table, those that were moved included. */
export const withRestricted = (table: Table, userId: string): Sql =>
  movedWhenClosed.includes(table)
    ? sql`(select * from ${sql.ref(table)} where user_id = ${userId}
        union all select r.* from restricted_row x
          cross join lateral jsonb_populate_record(null::${sql.ref(table)}, x.row) r
          where x.user_id = ${userId} and x.of_table = ${table})`
    : sql.ref(table);

type ClosedAccount = { id: string; mobile: string };
const SLICE = 200;
const closed = sql`select id, mobile from app_user where deactivated_at is not null and erased_at is null`;

/**
 * The next closed accounts by id of which something may be in sight: names, a ticket that was closed since, or, of those
 * closed after `lately`, what a request wrote that began before.
 */
export const listUnrestricted = (on: Queryable, after: string, lately: Date) =>
  rows(
    on,
    sql<ClosedAccount>`${closed} and id > ${after} and (restricted_at is null or deactivated_at > ${lately}
        or exists (select from ticket t where t.user_id = app_user.id and ${ticketIsClosed}))
      order by id limit ${SLICE}`,
  );

/** The next accounts by id that were closed before an instant. */
export const listClosedBefore = (on: Queryable, after: string, before: Date) =>
  rows(
    on,
    sql<ClosedAccount>`${closed} and id > ${after} and deactivated_at <= ${before} order by id limit ${SLICE}`,
  );
