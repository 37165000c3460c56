import { one, rows, sql, type Queryable, type Tx } from "../../../platform/database/database.ts";

type Channel = "sms" | "mail";
type MessageState = "QUEUED" | "SENT" | "DELIVERED" | "FAILED" | "UNCLEAR" | "EXPIRED";
export type AttemptState = "BEGUN" | "SENT" | "DELIVERED" | "FAILED" | "REFUSED" | "UNCLEAR";

export type MessageRow = {
  id: string;
  channel: Channel;
  kind: string;
  recipient: string;
  /** Encrypted; null once it need not be sent any more. */
  content: string | null;
  state: MessageState;
  created_at: Date;
  expires_at: Date;
};
export type AttemptRow = { carrier: string; state: AttemptState };

export const insertMessage = (tx: Tx, m: Omit<MessageRow, "state">) =>
  sql`insert into message (id, channel, kind, recipient, content, state, created_at, expires_at)
      values (${m.id}, ${m.channel}, ${m.kind}, ${m.recipient}, ${m.content}, 'QUEUED', ${m.created_at},
        ${m.expires_at})`.execute(tx);

export const findMessage = (on: Queryable, id: string) =>
  one(on, sql<MessageRow>`select * from message where id = ${id}`);

/** Keeps a delivery report that came meanwhile. */
export async function endMessage(
  on: Queryable,
  id: string,
  state: "SENT" | "FAILED" | "UNCLEAR",
): Promise<void> {
  // Only a message that was accepted may still need another carrier.
  await sql`update message set state = ${state}, content = case when ${state === "SENT"} then content end
      where id = ${id} and state = 'QUEUED'`.execute(on);
}

export async function expireMessage(on: Queryable, id: string): Promise<void> {
  await sql`update message set content = null, state = case when state = 'QUEUED' then 'EXPIRED' else state end
      where id = ${id}`.execute(on);
}

export const attemptsOf = (on: Queryable, id: string) =>
  rows(on, sql<AttemptRow>`select carrier, state from message_attempt where message_id = ${id}`);

type At = { id: string; carrier: string };

export const beginAttempt = (on: Queryable, { id, carrier }: At, at: Date) =>
  sql`insert into message_attempt (message_id, carrier, tries, begun_at, state)
      values (${id}, ${carrier}, 1, ${at}, 'BEGUN')
      on conflict (message_id, carrier) do update set tries = message_attempt.tries + 1, begun_at = excluded.begun_at,
        ended_at = null, state = 'BEGUN', reason = null`.execute(on);

/** Keeps a delivery report that came meanwhile. */
export async function endAttempt(
  on: Queryable,
  { id, carrier }: At,
  state: "SENT" | "REFUSED" | "UNCLEAR",
  at: Date,
  { reference = null, reason = null }: { reference?: string | null; reason?: string | null },
): Promise<void> {
  await sql`update message_attempt set reference = coalesce(${reference}, reference),
        state = case when state = 'BEGUN' then ${state} else state end, reason = coalesce(reason, ${reason}),
        ended_at = ${at}
      where message_id = ${id} and carrier = ${carrier}`.execute(on);
}

export const findByReference = (on: Queryable, carrier: string, reference: string) =>
  one(
    on,
    sql<{ message_id: string }>`
      select message_id from message_attempt where carrier = ${carrier} and reference = ${reference}`,
  );

/**
 * Stores a delivery report; true: it changed the state. "Delivered" always counts; "failed" only if the message is not
 * known to be delivered or refused.
 */
export const reportAttempt = async (
  tx: Tx,
  { id, carrier }: At,
  state: "DELIVERED" | "FAILED",
  reason: string,
  at: Date,
): Promise<boolean> =>
  (await one(
    tx,
    sql<object>`
      update message_attempt set state = ${state}, reason = ${reason}, ended_at = ${at}
      where message_id = ${id} and carrier = ${carrier} and state <> ${state}
        and (${state} = 'DELIVERED' or state in ('BEGUN', 'SENT', 'UNCLEAR'))
      returning message_id`,
  )) !== null;

export const lockMessage = (tx: Tx, id: string) =>
  one(tx, sql<MessageRow>`select * from message where id = ${id} for update`);

export async function putState(tx: Tx, id: string, state: MessageState): Promise<void> {
  await sql`update message set state = ${state},
      content = case when ${state === "QUEUED"} then content end where id = ${id}`.execute(tx);
}

type Wish = { channel: Channel; recipient: string; perDay: number; perRecipient: number };

/** Takes one message from the day's budgets; false: none is left, and a refusal is counted. Locks the recipient's row first. */
export async function takeFromBudget(tx: Tx, day: string, wish: Wish): Promise<boolean> {
  const { channel, recipient } = wish;
  const take = async (whose: string, most: number) =>
    (await one(
      tx,
      sql<object>`
        insert into message_count as c (day, channel, recipient, sent)
        select ${day}::date, ${channel}, ${whose}, 1 where ${most} > 0
        on conflict (day, channel, recipient) do update set sent = c.sent + 1 where c.sent < ${most}
        returning day`,
    )) !== null;
  const mine = await take(recipient, wish.perRecipient);
  if (mine && (await take("", wish.perDay))) return true;
  await sql`
      insert into message_count as c (day, channel, recipient, refused)
      values (${day}::date, ${channel}, '', 1)
      on conflict (day, channel, recipient) do update set refused = c.refused + 1`.execute(tx);
  if (mine) {
    await sql`update message_count set sent = sent - 1
        where day = ${day}::date and channel = ${channel} and recipient = ${recipient}`.execute(tx);
  }
  return false;
}

export const budgetUse = (on: Queryable, day: string) =>
  rows(
    on,
    sql<{ channel: Channel; sent: number; refused: number }>`
      select channel, sent, refused from message_count where day = ${day}::date and recipient = ''`,
  );

/** Outcomes of the attempts that began within [from, to). */
export const countAttempts = (on: Queryable, from: Date, until: Date) =>
  rows(
    on,
    sql<{ channel: Channel; carrier: string; state: AttemptState; messages: number }>`
      select m.channel, a.carrier, a.state, count(*)::int as messages
      from message_attempt a join message m on m.id = a.message_id
      where a.begun_at >= ${from} and a.begun_at < ${until}
      group by 1, 2, 3 order by 1, 2, 3`,
  );
