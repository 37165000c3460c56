import type { Breach, Language } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type Texts = Record<Language, string>;
export type BreachRow = {
  id: string;
  reference: string;
  reason: string;
  who: Breach["who"];
  /** Account ids, of LISTED alone. */
  drivers: string[] | null;
  from_at: Date | null;
  until_at: Date | null;
  phone: string;
  texts: Texts;
  told_by: string;
  at: Date;
  told_until: string;
  finished_at: Date | null;
};

export const insertBreach = (tx: Tx, b: Omit<BreachRow, "told_until" | "finished_at">) =>
  sql`insert into breach (id, reference, reason, who, drivers, from_at, until_at, phone, texts, told_by, at)
      values (${b.id}, ${b.reference}, ${b.reason}, ${b.who}, ${b.drivers}, ${b.from_at}, ${b.until_at}, ${b.phone},
        ${JSON.stringify(b.texts)}, ${b.told_by}, ${b.at})`.execute(tx);

/** Calls under one reference wait for each other. */
export const lockReference = (tx: Tx, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${reference}, 23))`.execute(tx);

export const findByReference = (tx: Tx, reference: string) =>
  one(tx, sql<BreachRow>`select * from breach where reference = ${reference}`);

export const lockBreach = (tx: Tx, id: string) =>
  one(tx, sql<BreachRow>`select * from breach where id = ${id} for update`);

/** The accounts of numbers and ids, closed ones included, and which of the names are nobody's. */
export async function accountsOf(on: Queryable, named: readonly string[]) {
  const found = await rows(
    on,
    sql<{ id: string; mobile: string }>`select id, mobile from app_user
      where erased_at is null and (id = any(${[...named]}) or mobile = any(${[...named]}))`,
  );
  const known = new Set(found.flatMap(({ id, mobile }) => [id, mobile]));
  return {
    ids: found.map(({ id }) => id),
    unknown: named.filter((name) => !known.has(name)),
  };
}

const SLICE = 200;

export type Affected = {
  id: string;
  mobile: string;
  email: string | null;
  language: Language;
};

/** The next accounts by id that a breach affects: those that there were when it was told. */
export const listAffected = (on: Queryable, b: BreachRow) => {
  const within = (column: string) => sql`${sql.raw(column)} between ${b.from_at} and ${b.until_at}`;
  const isAffected = {
    ALL: sql`true`,
    LISTED: sql`u.id = any(${b.drivers})`,
    ACTIVE: sql`(
      exists (select from sign_in s where s.user_id = u.id and s.created_at <= ${b.until_at}
        and coalesce(s.last_seen_at, s.created_at) >= ${b.from_at})
      or exists (select from session s where s.user_id = u.id and ${within("s.requested_at")})
      or exists (select from ledger_transfer t where t.scope = u.id and ${within("t.at")})
      or exists (select from account_audit a where a.user_id = u.id and ${within("a.at")}))`,
  }[b.who];
  return rows(
    on,
    sql<Affected>`
      select u.id, u.mobile, coalesce(u.email, r.row ->> 'email') as email, coalesce(l.language, 'en') as language
      from app_user u left join driver_language l on l.user_id = u.id
        left join restricted_row r on r.user_id = u.id and r.of_table = 'app_user'
      where u.erased_at is null and u.id > ${b.told_until} and u.created_at <= ${b.at} and ${isAffected}
      order by u.id limit ${SLICE}`,
  );
};

export const insertTold = (
  tx: Tx,
  t: { userId: string; breachId: string; at: Date; smsId: string | null; mailId: string | null },
) =>
  sql`insert into breach_person (user_id, breach_id, told_at, sms_id, mail_id)
      values (${t.userId}, ${t.breachId}, ${t.at}, ${t.smsId}, ${t.mailId})`.execute(tx);

export const noteToldUntil = (tx: Tx, id: string, userId: string) =>
  sql`update breach set told_until = ${userId} where id = ${id}`.execute(tx);

export const noteFinished = (tx: Tx, id: string, at: Date) =>
  sql`update breach set finished_at = ${at} where id = ${id}`.execute(tx);

export type Counts = { told: number; reached: number; waiting: number };

/** What became of those who were told, as their messages say it now. */
const counts = sql`
  select p.breach_id, count(*)::int as told,
    count(*) filter (where reached)::int as reached,
    count(*) filter (where not reached and waits)::int as waiting
  from breach_person p cross join lateral (
    select coalesce(bool_or(m.state in ('SENT', 'DELIVERED')), false) or exists (
        select from notification n
        where n.user_id = p.user_id and n.key = 'breach:' || p.breach_id and n.read_at is not null) as reached,
      coalesce(bool_or(m.state = 'QUEUED'), false) as waits
    from message m where m.id in (p.sms_id, p.mail_id)) c
  group by p.breach_id`;

/** Newest first. What was written down of the messages holds, as they go by age. */
export const listBreachRows = (on: Queryable) =>
  rows(
    on,
    sql<BreachRow & Counts & { not_reached: number }>`
      with c as (${counts})
      select b.id, b.reference, b.reason, b.who, b.drivers, b.from_at, b.until_at, b.phone, b.texts, b.told_by, b.at,
        b.told_until, b.finished_at, coalesce(c.told, 0) as told, coalesce(b.reached, c.reached, 0) as reached,
        case when b.reached is null then coalesce(c.waiting, 0) else 0 end as waiting,
        coalesce(b.not_reached, c.told - c.reached - c.waiting, 0) as not_reached
      from breach b left join c on c.breach_id = b.id order by b.at desc, b.id desc`,
  );

/** Writes down for good how many were reached. */
export const noteReached = (tx: Tx, id: string) =>
  sql`with c as (${counts})
      update breach b set reached = coalesce((select reached from c where breach_id = b.id), 0),
        not_reached = coalesce((select told - reached from c where breach_id = b.id), 0)
      where b.id = ${id}`.execute(tx);
