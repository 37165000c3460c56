import type { Cdr } from "@voltmarg/contract";
import { one, planKept, rows, sql, type Queryable } from "../../platform/database/database.ts";

type Fragment = ReturnType<typeof sql>;

/** Which charges; null: all. */
export type ChargesWanted = {
  state: "RUNNING" | "STUCK" | "FAILED" | "UNBILLED" | "BILLED" | null;
  operatorId: string | null;
  userId: string | null;
  sessionId: string | null;
  from: Date | null;
  before: Date | null;
  /** The row before the first of the page. */
  after: { at: Date; id: string } | null;
  order: "NEWEST" | "OLDEST";
};

export type ChargeRow = {
  user_id: string;
  id: string;
  requested_at: Date;
  step: string;
  waits_for: "START" | "NEWS" | "STOP" | "BILL" | "RECORD" | "UNCLEAR" | null;
  failure: string | null;
  operator_id: string;
  operator_name: string | null;
  location: { id: string; name: string; city: string };
  /** Null: erased. */
  mobile: string | null;
  kwh: number | null;
  cost_minor: bigint | null;
  cdr_id: string | null;
};

/** Charging's own words: what a session waits for, which may wait, and which have no bill yet. */
type Waiting = { waitsFor: Fragment; mayWait: Fragment; isUnbilled: Fragment };

function conditionsOf(f: ChargesWanted, { waitsFor, mayWait, isUnbilled }: Waiting): Fragment {
  const all: (Fragment | false)[] = [
    f.state === "RUNNING" && sql`open`,
    f.state === "STUCK" && sql`${mayWait} and ${waitsFor} is not null`,
    f.state === "FAILED" && sql`failure is not null`,
    f.state === "UNBILLED" && isUnbilled,
    f.state === "BILLED" && sql`step = 'BILLED'`,
    f.operatorId !== null && sql`operator_id = ${f.operatorId}`,
    f.userId !== null && sql`user_id = ${f.userId}`,
    f.sessionId !== null && sql`id = ${f.sessionId}`,
    f.from !== null && sql`requested_at >= ${f.from}`,
    f.before !== null && sql`requested_at < ${f.before}`,
    f.after !== null &&
      sql`(requested_at, id) ${f.order === "NEWEST" ? sql`<` : sql`>`} (${f.after.at}, ${f.after.id})`,
    sql`true`,
  ];
  return sql.join(
    all.filter((each) => each !== false),
    sql` and `,
  );
}

const ORDERS = {
  NEWEST: sql`requested_at desc, id desc`,
  OLDEST: sql`requested_at, id`,
};

const named = (
  waitsFor: Fragment,
  where: Fragment,
  limit: number,
  order: keyof typeof ORDERS = "NEWEST",
) => sql<ChargeRow>`
  with picked as (
    select user_id, id, requested_at, step, ${waitsFor} as waits_for, failure ->> 'code' as failure, operator_id,
      snapshot -> 'location' as location, kwh, cost_minor, cdr_id
    from session where ${where} order by ${ORDERS[order]} limit ${limit})
  select p.user_id, p.id, p.requested_at, p.step, p.waits_for, p.failure, p.operator_id, o.name as operator_name,
    jsonb_build_object('id', p.location -> 'id', 'name', p.location -> 'name', 'city', p.location -> 'city') as location,
    case when u.erased_at is null then u.mobile end as mobile, p.kwh,
    coalesce((select c.amount from cdr c where c.user_id = p.user_id and c.id = p.cdr_id), p.cost_minor) as cost_minor, p.cdr_id
  from picked p left join operator o on o.id = p.operator_id left join app_user u on u.id = p.user_id
  order by ${ORDERS[order]}`;

export const listCharges = (
  on: Queryable,
  wanted: ChargesWanted,
  waiting: Waiting,
  limit: number,
) => rows(on, named(waiting.waitsFor, conditionsOf(wanted, waiting), limit, wanted.order));

export const findCharge = (
  on: Queryable,
  at: { user_id: string; session_id: string },
  waitsFor: Fragment,
) => one(on, named(waitsFor, sql`user_id = ${at.user_id} and id = ${at.session_id}`, 1));

type At = { userId: string; sessionId: string };

export const customerType = async (on: Queryable, userId: string): Promise<string | null> =>
  (
    await one(
      on,
      sql<{ customer_type: string }>`select customer_type from app_user where id = ${userId}`,
    )
  )?.customer_type ?? null;

export type MeterRow = {
  at: Date;
  until: Date | null;
  kwh: number;
  charging: boolean;
  power_kw: number | null;
  state_of_charge: number | null;
};
/** The longest charges have some hundred values. */
const MOST_ROWS = 2_000;

export const meterOf = (on: Queryable, { userId, sessionId }: At, since: Date) =>
  rows(
    on,
    sql<MeterRow>`
      select at, until, kwh::float8 as kwh, charging, power_kw, state_of_charge from (
        select at, until, kwh, charging, power_kw, state_of_charge from meter_value
          where user_id = ${userId} and session_id = ${sessionId} and at >= ${since}
        union all select at, until, kwh, charging, power_kw, state_of_charge from meter_evidence
          where user_id = ${userId} and session_id = ${sessionId}) m
      order by at limit ${MOST_ROWS} ${planKept}`,
  );

export type CommandRow = {
  kind: string;
  sent_at: Date | null;
  response: string | null;
  result: string | null;
  result_at: Date | null;
};
export const commandsOf = (on: Queryable, { userId, sessionId }: At, since: Date) =>
  rows(
    on,
    sql<CommandRow>`
      select kind, sent_at, response, result, result_at from operator_command
      where user_id = ${userId} and created_at >= ${since} and session_id = ${sessionId} order by created_at`,
  );

export type BillRow = {
  id: string;
  amount: bigint;
  created_at: Date;
  credit_of: string | null;
  provisional: boolean;
  number: string | null;
  lines: Cdr["lines"];
  net_minor: number;
  /** The operator's totals in rupees without GST; null: it asked for none. */
  asked: Record<"ENERGY" | "TIME" | "PARKING_TIME" | "FLAT" | "TOTAL", number | null>;
};
export const billsOf = (on: Queryable, { userId, sessionId }: At) =>
  rows(
    on,
    sql<BillRow>`
      select c.id, c.amount, c.created_at, c.credit_of, c.wire -> 'invoice' ->> 'number' as number,
        c.wire -> 'lines' as lines, (c.wire ->> 'net_minor')::int as net_minor,
        exists (select from provisional_bill p where p.user_id = c.user_id and p.cdr_id = c.id) as provisional,
        jsonb_build_object('ENERGY', c.body -> 'total_energy_cost' -> 'excl_vat',
          'TIME', c.body -> 'total_time_cost' -> 'excl_vat', 'PARKING_TIME', c.body -> 'total_parking_cost' -> 'excl_vat',
          'FLAT', c.body -> 'total_fixed_cost' -> 'excl_vat', 'TOTAL', c.body -> 'total_cost' -> 'excl_vat') as asked
      from cdr c where c.user_id = ${userId} and c.session_id = ${sessionId} order by c.created_at, c.id`,
  );

export type TransferRow = {
  id: string;
  at: Date;
  kind: string;
  reason: string;
  postings: { from: string; to: string; amount_minor: number }[];
};
/** Money moved for a charge, in the books of whoever pays. */
export const transfersOf = (on: Queryable, { userId, sessionId }: At, billIds: readonly string[]) =>
  rows(
    on,
    sql<TransferRow>`
      select t.id, t.at, t.kind, t.reason, (
        select coalesce(jsonb_agg(jsonb_build_object('from', p.source_owner || '/' || p.source_kind,
          'to', p.destination_owner || '/' || p.destination_kind, 'amount_minor', p.amount) order by p.seq), '[]')
        from ledger_posting p where p.scope = t.scope and p.transfer_id = t.id) as postings
      from (
        select scope, id, at, kind, reason from ledger_transfer where scope = ${userId} and session_id = ${sessionId}
        union select scope, id, at, kind, reason from ledger_transfer
          where cdr_id = any(${billIds}) and kind in ('CHARGE', 'REFUND')) t
      order by t.at, t.id limit ${MOST_ROWS}`,
  );

export type MessageRow = {
  id: string;
  at: Date;
  direction: "IN" | "OUT";
  method: string;
  path: string;
  http_status: number | null;
  status_code: number | null;
  failure: string | null;
  milliseconds: number;
};
const MOST_MESSAGES = 500;
/** By our id of the charge, by the operator's, and by our ids of the commands. */
export const messagesOf = (
  on: Queryable,
  s: { operatorId: string; references: readonly string[]; since: Date },
) =>
  rows(
    on,
    sql<MessageRow>`
      select id, at, direction, method, path, http_status, status_code, failure, milliseconds from (
        select * from ocpi_log where operator_id = ${s.operatorId} and reference = any(${s.references}) and at >= ${s.since}
        union select * from ocpi_log where operator_id = ${s.operatorId} and object_id = any(${s.references}) and at >= ${s.since}
      ) m order by at, id limit ${MOST_MESSAGES}`,
  );

export type AsideRow = { id: string; reason: string; received_at: Date };
export const setAsideOf = (on: Queryable, sessionId: string, ocpiId: string | null) =>
  rows(
    on,
    sql<AsideRow>`
      select id, reason, received_at from quarantined_cdr
        where decision is null and lower(body ->> 'authorization_reference') = lower(${sessionId})
      union select id, reason, received_at from quarantined_cdr
        where decision is null and lower(body ->> 'session_id') = lower(${ocpiId}::text)
      order by received_at`,
  );

export type ActRow = {
  at: Date;
  credential: string;
  method: string;
  route: string;
  outcome: string;
  reason: string | null;
};
/** What the staff did to things of these ids. */
export const actsAbout = (on: Queryable, ids: readonly string[]) =>
  rows(
    on,
    sql<ActRow>`
      select at, credential, method, route, outcome, parameters ->> 'reason' as reason from desk_audit
      where method <> 'GET' and parameters ->> 'id' = any(${ids}) order by id limit ${MOST_ROWS}`,
  );

export type TicketRow = { id: string; number: bigint; state: string; created_at: Date };
export const ticketsOf = (on: Queryable, { userId, sessionId }: At) =>
  rows(
    on,
    sql<TicketRow>`select id, number, state, created_at from ticket
      where user_id = ${userId} and session_id = ${sessionId} order by created_at`,
  );
