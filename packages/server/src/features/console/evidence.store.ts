import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

export type DisputedRow = {
  id: string;
  user_id: string | null;
  payment_id: string;
  amount: bigint;
  status: string;
  received_at: Date;
  respond_by: Date | null;
};
export const findPaymentDispute = (on: Queryable, id: string) =>
  one(
    on,
    sql<DisputedRow>`select id, user_id, payment_id, amount, status, received_at, respond_by
      from payment_dispute where id = ${id}`,
  );

export type PaidRow = {
  amount: bigint;
  source: string;
  upi_app: string | null;
  credited_at: Date;
  order_id: string | null;
  begun_at: Date | null;
  balance_after: bigint;
  mobile: string;
  created_at: Date;
  deactivated_at: Date | null;
  erased_at: Date | null;
};
/** A credited payment and the account that has it. */
export const findPaid = (on: Queryable, userId: string, paymentId: string) =>
  one(
    on,
    sql<PaidRow>`
      select p.amount, p.source, p.upi_app, p.credited_at, t.order_id, t.created_at as begun_at, coalesce((
          select l.balance_after from ledger_transfer l where l.scope = p.user_id and l.idem = 'top-up:' || p.payment_id),
        p.amount) as balance_after, u.mobile, u.created_at, u.deactivated_at, u.erased_at
      from wallet_payment p join app_user u on u.id = p.user_id
        left join top_up t on t.user_id = p.user_id and t.id = p.top_up_id
      where p.user_id = ${userId} and p.payment_id = ${paymentId}`,
  );

export type SignInRow = {
  device_type: string;
  browser: string | null;
  system: string | null;
  created_at: Date;
  seen_at: Date;
};
/** Sign-ins that began and were used within a time, also those that have ended. */
export const signInsWithin = (on: Queryable, userId: string, from: Date, until: Date) =>
  rows(
    on,
    sql<SignInRow>`
      select device_type, browser, system, created_at, coalesce(last_seen_at, created_at) as seen_at from sign_in
      where user_id = ${userId} and created_at <= ${until} and coalesce(last_seen_at, created_at) >= ${from}
      order by created_at limit 50`,
  );

export type ChargeRow = {
  id: string;
  session_id: string | null;
  number: string | null;
  amount: bigint;
  place: string;
  city: string;
  charger: string;
  operator: string;
  begun_at: Date;
  ended_at: Date;
  kwh: number;
};
/** Bills from the wallet in a time that were not taken back, oldest first, until they come to a sum in paise. */
export const chargesPaid = (
  on: Queryable,
  userId: string,
  { from, until, sum, limit }: { from: Date; until: Date; sum: bigint; limit: number },
) =>
  rows(
    on,
    sql<ChargeRow>`
      select id, session_id, amount, wire -> 'invoice' ->> 'number' as number, wire -> 'location' ->> 'name' as place,
        wire -> 'location' ->> 'city' as city, wire ->> 'evse_label' as charger, wire ->> 'operator_name' as operator,
        (wire ->> 'start_date_time')::timestamptz as begun_at, (wire ->> 'end_date_time')::timestamptz as ended_at,
        (wire -> 'total_energy')::float8 as kwh
      from (
        select c.*, sum(c.amount) over (order by c.created_at, c.id) - c.amount as before from cdr c
        where c.user_id = ${userId} and c.created_at >= ${from} and c.created_at <= ${until} and c.credit_of is null
          and c.amount > 0 and c.wire ->> 'paid_by' = 'WALLET' and not exists (
            select from invoice n where n.user_id = c.user_id and n.original_cdr_id = c.id)) b
      where before < ${sum}::bigint order by created_at, id limit ${limit}`,
  );

export type PointRow = {
  session_id: string;
  at: Date;
  kwh: number;
  power_kw: number | null;
  state_of_charge: number | null;
};
/** Points of each session's meter: at most 19, evenly taken, with the energy until each. */
export const curvesOf = (
  on: Queryable,
  userId: string,
  { sessions, from, until }: { sessions: readonly string[]; from: Date; until: Date },
) => {
  const these = sql`user_id = ${userId} and session_id = any(${[...sessions]})`;
  const columns = sql`session_id, at, kwh, power_kw, state_of_charge`;
  return rows(
    on,
    sql<PointRow>`
      select session_id, at, so_far::float8 as kwh, power_kw, state_of_charge from (
        select m.*, sum(kwh) over w - kwh as so_far, row_number() over w as n,
          count(*) over (partition by session_id) as total
        from (
          select ${columns} from meter_value where ${these} and at >= ${from} and at <= ${until}
          union all select ${columns} from meter_evidence where ${these}) m
        window w as (partition by session_id order by at)) v
      where n = 1 or n * 18 / total <> (n - 1) * 18 / total order by session_id, at`,
  );
};

export type SentBackRow = {
  id: string;
  refund_id: string | null;
  amount: bigint;
  status: string;
  created_at: Date;
};
/** Refunds of a payment, oldest first. */
export const refundsOfPayment = (on: Queryable, userId: string, paymentId: string) =>
  rows(
    on,
    sql<SentBackRow>`
      select id, refund_id, amount, status, created_at from withdrawal_refund
      where user_id = ${userId} and payment_id = ${paymentId} order by created_at, id limit 100`,
  );
