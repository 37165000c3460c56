import type { Cdr } from "@voltmarg/contract";
import type { Cdr as OcpiCdr } from "@voltmarg/ocpi";
import {
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

/** A bill as it was made; it never changes. Its later state is added when it is read. */
export type StoredBill = Omit<Cdr, "credited_by" | "provisional">;

/** The basis of a bill: an operator's CDR, our own figures, or the reason of our credit note. */
export type BillBasis = OcpiCdr | { total_cost?: undefined; credit?: undefined };

export type CdrRow = {
  id: string;
  user_id: string;
  session_id: string | null;
  wire: StoredBill;
  /** Null: it is valid. */
  credited_by: Cdr["credited_by"];
  /** Null: made from a CDR. */
  provisional: NonNullable<Cdr["provisional"]> | null;
  body: BillBasis;
  created_at: Date;
};

export const insertCdr = (
  tx: Tx,
  c: {
    userId: string;
    id: string;
    sessionId: string;
    countryCode: string;
    partyId: string;
    ocpiId: string;
    amount: bigint;
    operatorAmount: bigint;
    wire: StoredBill;
    body: unknown;
    at: Date;
    /** The bill that it credits. */
    creditOf: string | null;
  },
) =>
  sql`insert into cdr (user_id, id, session_id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body,
        created_at, credit_of)
      values (${c.userId}, ${c.id}, ${c.sessionId}, ${c.countryCode}, ${c.partyId}, ${c.ocpiId}, ${c.amount},
        ${c.operatorAmount}, ${JSON.stringify(c.wire)}, ${JSON.stringify(c.body)}, ${c.at}, ${c.creditOf}) ${planKept}`.execute(
    tx,
  );

const cdrSelect = sql`
  select c.id, c.user_id, c.session_id, c.wire, c.body, c.created_at,
    (select jsonb_build_object('cdr_id', n.cdr_id, 'number', n.number, 'issued_at',
        to_char(n.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from invoice n where n.user_id = c.user_id and n.original_cdr_id = c.id) as credited_by,
    (select jsonb_build_object('state', coalesce(p.outcome, 'OPEN'), 'replaced_by', p.replaced_by)
      from provisional_bill p where p.user_id = c.user_id and p.cdr_id = c.id) as provisional
  from cdr c`;

export const findCdr = (on: Queryable, userId: string, id: string) =>
  one(on, sql<CdrRow>`${cdrSelect} where c.user_id = ${userId} and c.id = ${id}`);

/** Amount and energy of some bills. */
export const listFigures = (on: Queryable, userId: string, ids: readonly string[]) =>
  rows(
    on,
    sql<{ id: string; amount_minor: number; kwh: number }>`
      select id, (wire -> 'amount_minor')::int8::float8 as amount_minor, (wire -> 'total_energy')::float8 as kwh
      from cdr where user_id = ${userId} and id = any(${[...ids]})`,
  );

/** The newest bill of a session. */
export const findCdrOfSession = (on: Queryable, userId: string, sessionId: string) =>
  one(
    on,
    sql<CdrRow>`${cdrSelect} where c.user_id = ${userId} and c.session_id = ${sessionId} and c.credit_of is null
      order by c.created_at desc, c.id desc limit 1`,
  );

/** A bill of a session that was not credited. */
export type StandingBill = { amount: bigint; kwh: number; start: Date; end: Date };

export const listStandingBills = (on: Queryable, userId: string, sessionId: string) =>
  rows(
    on,
    sql<StandingBill>`
      select amount, (wire -> 'total_energy')::float8 as kwh, (wire ->> 'start_date_time')::timestamptz as start,
        (wire ->> 'end_date_time')::timestamptz as end
      from cdr c where user_id = ${userId} and session_id = ${sessionId} and credit_of is null and not exists (
        select from invoice n where n.user_id = c.user_id and n.original_cdr_id = c.id)`,
  );

/** Days in India's time, both included; words that must all occur. */
export type BillFilter = { from: string | null; until: string | null; words: readonly string[] };

const startDay = sql`((c.wire ->> 'start_date_time')::timestamptz at time zone 'Asia/Kolkata')::date`;

const billsOf = (userId: string, f: BillFilter) =>
  sql`c.user_id = ${userId} and c.credit_of is null
      and (${f.from}::date is null or ${startDay} >= ${f.from}::date)
      and (${f.until}::date is null or ${startDay} <= ${f.until}::date)
      and not exists (select 1 from unnest(${f.words}::text[]) word where strpos(lower(concat_ws(' ',
        c.wire -> 'location' ->> 'name', c.wire -> 'location' ->> 'address', c.wire -> 'location' ->> 'city',
        c.wire ->> 'operator_name', c.wire ->> 'evse_label', c.wire -> 'invoice' ->> 'number')), word) = 0)`;

export const listCdrs = (
  on: Queryable,
  userId: string,
  filter: BillFilter,
  offset: number,
  limit: number,
) =>
  rows(
    on,
    sql<CdrRow>`${cdrSelect} where ${billsOf(userId, filter)}
      order by c.created_at desc, c.id desc offset ${offset} limit ${limit}`,
  );

export const countCdrs = async (
  on: Queryable,
  userId: string,
  filter: BillFilter,
): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from cdr c where ${billsOf(userId, filter)}`,
  ))!.n;

export type Arrival = { key: string; body_hash: string };

/** Stores the first arrival of a CDR by its natural key; null if it came before. */
export const receiveCdr = (tx: Tx, key: string, hash: string, at: Date) =>
  one(
    tx,
    sql<Arrival>`insert into inbox (source, key, body_hash, received_at) values ('cdr', ${key}, ${hash}, ${at})
      on conflict do nothing returning key, body_hash ${planKept}`,
  );

export const findArrival = (on: Queryable, key: string) =>
  one(
    on,
    sql<Arrival>`select key, body_hash from inbox where source = 'cdr' and key = ${key} ${planKept}`,
  );

export const quarantine = (
  tx: Tx,
  q: { id: string; operatorId: string; ocpiId: string; reason: string; body: unknown; at: Date },
) =>
  sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
      values (${q.id}, ${q.operatorId}, ${q.ocpiId}, ${q.reason}, ${JSON.stringify(q.body)}, ${q.at})
      on conflict do nothing`.execute(tx);

export const findQuarantined = (on: Queryable, operatorId: string, id: string) =>
  one(
    on,
    sql<{
      body: OcpiCdr;
      reason: string;
    }>`select body, reason from quarantined_cdr
        where operator_id = ${operatorId} and id = ${id} and raw is null`,
  );

export type QuarantinedRow = {
  id: string;
  operator_id: string;
  operator_name: string | null;
  ocpi_id: string;
  reason: string;
  received_at: Date;
  decision: "RELEASED" | "REJECTED" | null;
  decided_at: Date | null;
  decided_because: string | null;
} & (
  | { body: OcpiCdr; raw: null }
  /** It was unreadable. */
  | { body: Record<string, never>; raw: string }
);

export const lockQuarantined = (tx: Tx, id: string) =>
  one(
    tx,
    sql<QuarantinedRow>`select q.*, null as operator_name from quarantined_cdr q where id = ${id} for update`,
  );

/**
 * Quarantined CDRs with one reason that staff have not decided on and that may belong to a session, by what they name of
 * it, oldest first.
 */
export const lockWaitingQuarantined = (
  tx: Tx,
  row: { operator_id: string; id: string; ocpi_session_id: string | null },
  tokenUids: readonly string[],
  reason: string,
) =>
  rows(
    tx,
    sql<{ id: string; body: OcpiCdr }>`
      select id, body from quarantined_cdr
      where operator_id = ${row.operator_id} and reason = ${reason} and decision is null and id in (
        select id from quarantined_cdr
          where decision is null and lower(body ->> 'authorization_reference') = lower(${row.id})
        union all select id from quarantined_cdr
          where decision is null and lower(body ->> 'session_id') = lower(${row.ocpi_session_id})
        union all select id from quarantined_cdr
          where decision is null and lower(body -> 'cdr_token' ->> 'uid') = any(${[...tokenUids]}))
      order by received_at, id for update`,
  );

export const decideQuarantined = (
  tx: Tx,
  d: { id: string; decision: "RELEASED" | "REJECTED"; because: string; at: Date },
) =>
  sql`update quarantined_cdr set decision = ${d.decision}, decided_at = ${d.at}, decided_because = ${d.because}
      where id = ${d.id}`.execute(tx);

/** It stays set aside, for another reason. */
export const setReason = (on: Queryable, id: string, reason: string) =>
  sql`update quarantined_cdr set reason = ${reason} where id = ${id} and decision is null`.execute(
    on,
  );

/** The longest excerpt of an unreadable CDR in a list. */
const EXCERPT = 2_000;

/** A quarantined CDR with its full text. */
export const getQuarantined = (on: Queryable, id: string) =>
  one(
    on,
    sql<QuarantinedRow>`
      select q.*, o.name as operator_name from quarantined_cdr q left join operator o on o.id = q.operator_id
      where q.id = ${id}`,
  );

export const listQuarantined = (
  on: Queryable,
  operatorId: string | null,
  offset: number,
  limit: number,
) =>
  rows(
    on,
    sql<QuarantinedRow>`
      select q.id, q.operator_id, q.ocpi_id, q.reason, q.body, left(q.raw, ${EXCERPT}) as raw, q.received_at, q.decision,
        q.decided_at, q.decided_because, o.name as operator_name from quarantined_cdr q left join operator o on o.id = q.operator_id
      where ${operatorId}::text is null or q.operator_id = ${operatorId}
      order by q.received_at desc, q.id desc offset ${offset} limit ${limit}`,
  );

export const countQuarantined = async (on: Queryable, operatorId: string | null): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from quarantined_cdr
      where ${operatorId}::text is null or operator_id = ${operatorId}`,
  ))!.n;
