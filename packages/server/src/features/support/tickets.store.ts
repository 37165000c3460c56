import type { Ticket, TicketMessage } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type TicketRow = {
  user_id: string;
  id: string;
  number: bigint;
  category: Ticket["category"];
  state: Ticket["state"];
  session_id: string | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  /** The text of the first message. */
  first: string;
  assignee: string | null;
  /** The clock that runs; null: it is not support's turn. */
  due_at: Date | null;
  answer_by: Date;
  solve_by: Date;
  latest_by: Date;
  answered_at: Date | null;
  escalated_at: Date | null;
  escalated_by: "DRIVER" | "CLOCK" | null;
};
export type MessageRow = {
  id: string;
  author: TicketMessage["author"];
  credential: string | null;
  body: string;
  file_ids: string[];
  created_at: Date;
};

const select = sql`
  select t.*, (
    select m.body from ticket_message m where m.user_id = t.user_id and m.ticket_id = t.id order by m.created_at, m.id limit 1
  ) as first
  from ticket t`;

/** Serialises one driver's writes, so that the limits hold. */
export const lockTickets = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 15))`.execute(tx);

export const insertTicket = (
  tx: Tx,
  t: {
    user_id: string;
    id: string;
    category: string;
    session_id: string | null;
    key: string | null;
    at: Date;
  },
) =>
  sql`insert into ticket (user_id, id, category, state, session_id, idempotency_key, created_at, updated_at)
      values (${t.user_id}, ${t.id}, ${t.category}, 'OPEN', ${t.session_id}, ${t.key}, ${t.at}, ${t.at})`.execute(
    tx,
  );

/** Adds a message after all that are there, also where two are written within a millisecond or clocks differ. */
export const insertMessage = (
  tx: Tx,
  m: { userId: string; ticketId: string; id: string; credential: string | null } & {
    text: string;
    fileIds: readonly string[];
    key?: string | null;
    at: Date;
  },
) =>
  sql`insert into ticket_message
        (user_id, ticket_id, id, author, credential, body, file_ids, idempotency_key, created_at)
      values (${m.userId}, ${m.ticketId}, ${m.id}, ${m.credential === null ? "DRIVER" : "SUPPORT"}, ${m.credential},
              ${m.text}, ${m.fileIds}, ${m.key ?? null}, greatest(${m.at}::timestamptz, (
                select max(created_at) + interval '1 millisecond' from ticket_message
                where user_id = ${m.userId} and ticket_id = ${m.ticketId})))`.execute(tx);

/** Whether a message of the driver, in any ticket, has this idempotency key. */
export const isMessageKeyUsed = async (on: Queryable, userId: string, key: string) =>
  (await one(
    on,
    sql<object>`select 1 from ticket_message where user_id = ${userId} and idempotency_key = ${key}`,
  )) !== null;

export const findTicket = (on: Queryable, userId: string, id: string) =>
  one(on, sql<TicketRow>`${select} where t.user_id = ${userId} and t.id = ${id}`);

/** A ticket of any driver, by its id or its number, so for the back office only. */
export const findAnyTicket = (on: Queryable, named: string) =>
  /^\d{1,15}$/.test(named)
    ? one(on, sql<TicketRow>`${select} where t.number = ${BigInt(named)}`)
    : one(on, sql<TicketRow>`${select} where t.id = ${named}`);

export const findByKey = (on: Queryable, userId: string, key: string) =>
  one(on, sql<TicketRow>`${select} where t.user_id = ${userId} and t.idempotency_key = ${key}`);

export type Listing = { state: Ticket["state"] | null; limit: number; offset: number };

export const listTickets = (on: Queryable, userId: string, { state, limit, offset }: Listing) =>
  rows(
    on,
    sql<TicketRow>`${select} where t.user_id = ${userId} and (${state}::text is null or t.state = ${state})
      order by t.updated_at desc, t.id desc limit ${limit} offset ${offset}`,
  );

export const countTickets = async (on: Queryable, userId: string, state: Ticket["state"] | null) =>
  (await one(
    on,
    sql<{ n: number }>`
      select count(*)::int as n from ticket
      where user_id = ${userId} and (${state}::text is null or state = ${state})`,
  ))!.n;

export const messagesOf = (on: Queryable, userId: string, ticketId: string) =>
  rows(
    on,
    sql<MessageRow>`
      select id, author, credential, body, file_ids, created_at from ticket_message
      where user_id = ${userId} and ticket_id = ${ticketId} order by created_at, id`,
  );

export const messagesSince = async (tx: Tx, userId: string, since: Date) =>
  (await one(
    tx,
    sql<{ n: number }>`
      select count(*)::int as n from ticket_message
      where user_id = ${userId} and author = 'DRIVER' and created_at > ${since}`,
  ))!.n;

export const setState = (tx: Tx, userId: string, id: string, state: Ticket["state"], at: Date) =>
  sql`update ticket set state = ${state}, updated_at = ${at}, closed_at = ${state === "CLOSED" ? at : null},
        answered_at = coalesce(answered_at, ${state === "ANSWERED" ? at : null}::timestamptz)
      where user_id = ${userId} and id = ${id}`.execute(tx);

/** It is the grievance officer's from now on, and support's turn. */
export const setEscalated = (
  tx: Tx,
  userId: string,
  id: string,
  by: "DRIVER" | "CLOCK",
  at: Date,
) =>
  sql`update ticket set state = 'OPEN', updated_at = ${at}, escalated_at = ${at}, escalated_by = ${by}
      where user_id = ${userId} and id = ${id}`.execute(tx);

/** Tickets whose clock has passed and that nobody has handed on, locked; others of them may be in work elsewhere. */
export const lockOverdue = (tx: Tx, now: Date, limit: number) =>
  rows(
    tx,
    sql<{ user_id: string; id: string; number: bigint }>`
      select user_id, id, number from ticket where due_at <= ${now} and escalated_at is null
      order by due_at, id limit ${limit} for update skip locked`,
  );

export const setAssignee = (tx: Tx, userId: string, id: string, assignee: string | null) =>
  sql`update ticket set assignee = ${assignee} where user_id = ${userId} and id = ${id}`.execute(
    tx,
  );

export const lockTicket = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<{ state: Ticket["state"]; assignee: string | null }>`
      select state, assignee from ticket where user_id = ${userId} and id = ${id} for update`,
  );

export const isInTicket = async (on: Queryable, userId: string, fileId: string) =>
  (await one(
    on,
    sql<object>`
      select 1 from ticket_message where user_id = ${userId} and file_ids @> array[${fileId}]::text[] limit 1`,
  )) !== null;
