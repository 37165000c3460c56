import type { ConsoleTicketSummary, TicketCounts } from "@voltmarg/contract";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

type Fragment = ReturnType<typeof sql>;

/** Which tickets; null: all. */
export type TicketsWanted = {
  state: ConsoleTicketSummary["state"] | null;
  /** Null: whoever's; `name: null`: nobody's. */
  assignee: { name: string | null } | null;
  category: ConsoleTicketSummary["category"] | null;
  /** Whose last message is at least so old. */
  before: Date | null;
  number: bigint | null;
  id: string | null;
  userId: string | null;
  sessionId: string | null;
  /** Whose clock has passed at an instant, or the grievance officer's. */
  clock: { overdueAt: Date } | "ESCALATED" | null;
  order: "OLDEST" | "NEWEST" | "DUE";
  after: { at: Date; id: string } | null;
};

export type TicketRow = {
  user_id: string;
  id: string;
  number: bigint;
  category: ConsoleTicketSummary["category"];
  state: ConsoleTicketSummary["state"];
  session_id: string | null;
  assignee: string | null;
  created_at: Date;
  updated_at: Date;
  due_at: Date | null;
  escalated_at: Date | null;
  /** The text of the first message. */
  first: string;
  mobile: string;
  name: string | null;
};

const keyOf = (order: TicketsWanted["order"]) =>
  order === "DUE" ? sql.raw("due_at") : sql.raw("updated_at");

function conditionsOf(f: TicketsWanted): Fragment {
  const all: (Fragment | false)[] = [
    f.state !== null && sql`state = ${f.state}`,
    f.assignee?.name === null && sql`assignee is null`,
    typeof f.assignee?.name === "string" && sql`assignee = ${f.assignee.name}`,
    f.category !== null && sql`category = ${f.category}`,
    f.before !== null && sql`updated_at <= ${f.before}`,
    f.number !== null && sql`number = ${f.number}`,
    f.id !== null && sql`id = ${f.id}`,
    f.userId !== null && sql`user_id = ${f.userId}`,
    f.sessionId !== null && sql`session_id = ${f.sessionId}`,
    f.clock === "ESCALATED" && sql`escalated_at is not null`,
    f.clock !== null && f.clock !== "ESCALATED" && sql`due_at <= ${f.clock.overdueAt}`,
    f.order === "DUE" && sql`due_at is not null`,
    f.after !== null &&
      (f.order === "NEWEST"
        ? sql`(updated_at, id) < (${f.after.at}, ${f.after.id})`
        : sql`(${keyOf(f.order)}, id) > (${f.after.at}, ${f.after.id})`),
    sql`true`,
  ];
  return sql.join(
    all.filter((each) => each !== false),
    sql` and `,
  );
}

/** By the time of the last message, or by what is due first. */
export const listTickets = (on: Queryable, wanted: TicketsWanted, limit: number) => {
  const way = wanted.order === "NEWEST" ? sql`desc` : sql`asc`;
  const key = keyOf(wanted.order);
  return rows(
    on,
    sql<TicketRow>`
      with picked as (
        select * from ticket where ${conditionsOf(wanted)}
        order by ${key} ${way}, id ${way} limit ${limit})
      select p.user_id, p.id, p.number, p.category, p.state, p.session_id, p.assignee, p.created_at, p.updated_at,
        p.due_at, p.escalated_at,
        u.mobile, u.name, (select m.body from ticket_message m where m.user_id = p.user_id and m.ticket_id = p.id
          order by m.created_at, m.id limit 1) as first
      from picked p join app_user u on u.id = p.user_id order by p.${key} ${way}, p.id ${way}`,
  );
};

/** What is counted no further. */
const MOST = 1_000;
const countOf = (where: Fragment) =>
  sql`(select count(*)::int from (select 1 from ticket where ${where} limit ${MOST}) n)`;

export const countTickets = async (on: Queryable, me: string, now: Date): Promise<TicketCounts> =>
  (await one(
    on,
    sql<TicketCounts>`
      select ${countOf(sql`state = 'OPEN'`)} as open,
        ${countOf(sql`state = 'OPEN' and assignee is null`)} as open_nobody,
        ${countOf(sql`state = 'OPEN' and assignee = ${me}`)} as open_mine,
        ${countOf(sql`state = 'ANSWERED'`)} as answered,
        ${countOf(sql`due_at <= ${now}`)} as overdue,
        ${countOf(sql`escalated_at is not null and state = 'OPEN'`)} as escalated`,
  ))!;

export type TicketDriver = { mobile: string; name: string | null; language: string | null };
export const driverOf = (on: Queryable, userId: string) =>
  one(
    on,
    sql<TicketDriver>`
      select mobile, name, (select language from driver_language where user_id = id) as language
      from app_user where id = ${userId}`,
  );

export type GoodwillRow = { at: Date; amount: bigint; reason: string };
const MOST_GOODWILL = 20;
export const goodwillOf = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<GoodwillRow>`
      select t.at, t.reason, (select sum(amount)::bigint from ledger_posting p
        where p.scope = t.scope and p.transfer_id = t.id) as amount
      from ledger_transfer t where t.scope = ${userId} and t.kind = 'CORRECTION' and t.idem like 'goodwill:%'
      order by t.at desc, t.id desc limit ${MOST_GOODWILL}`,
  );

/** Who of the staff read a ticket since an instant. `names` are its id and its number. */
export const readersSince = async (on: Queryable, names: readonly string[], since: Date) =>
  (
    await rows(
      on,
      sql<{ credential: string }>`
        select distinct credential from desk_read
        where route = '/provider/v1/tickets/:id' and subject ->> 'id' = any(${names}) and last_at > ${since}
        order by credential`,
    )
  ).map(({ credential }) => credential);
