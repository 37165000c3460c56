import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import { isTaken } from "../../platform/database/sql-state.ts";
import type { register } from "./register.ts";
import { dropRestricted } from "./restricted.store.ts";

type Table = keyof typeof register;
type Query = ReturnType<typeof sql>;
type Eraser = (who: Person, at: Date, tx: Tx) => Query | Promise<Query>;

export type Person = {
  id: string;
  mobile: string;
  email: string | null;
  name: string | null;
  deactivated_at: Date | null;
};

/** Finds closed accounts too, but not erased ones: they have no number any more. */
export const findByNumber = (on: Queryable, mobile: string) =>
  one(
    on,
    sql<Person>`select u.id, u.mobile, coalesce(u.email, r.row ->> 'email') as email,
        coalesce(u.name, r.row ->> 'name') as name, u.deactivated_at
      from app_user u left join restricted_row r on r.user_id = u.id and r.of_table = 'app_user'
      where u.mobile = ${mobile}`,
  );

export const findById = (on: Queryable, id: string) =>
  one(
    on,
    sql<Person>`select id, mobile, email, name, deactivated_at from app_user where id = ${id}`,
  );

const rowsOf = (table: Table): [Table, Eraser] => [
  table,
  ({ id }) => sql`delete from ${sql.ref(table)} where user_id = ${id}`,
];
/** Recipients of this person's SMS, mail and (in demonstrations) pushes. */
const isRecipient = ({ id, mobile, email }: Person) =>
  sql`recipient in (${mobile}, ${email ?? mobile}, ${id})`;

/** In this order. Files are deleted separately (`dropFiles`), and the account comes last. */
const erasers: readonly (readonly [Table, Eraser])[] = [
  rowsOf("consent"),
  rowsOf("nominee"),
  rowsOf("sign_in"),
  rowsOf("refresh_token"),
  rowsOf("passkey"),
  rowsOf("social_identity"),
  rowsOf("driver_language"),
  rowsOf("vehicle"),
  rowsOf("vehicle_reading"),
  rowsOf("trip_share"),
  rowsOf("trip_place"),
  rowsOf("trip"),
  rowsOf("trip_stop_watch"),
  rowsOf("favourite"),
  rowsOf("station_watch"),
  rowsOf("whitelist_entry"),
  rowsOf("ticket_message"),
  rowsOf("ticket"),
  rowsOf("notification"),
  rowsOf("notification_preference"),
  rowsOf("quiet_hours"),
  rowsOf("device_token"),
  rowsOf("file_try"),
  [
    "check_in_report",
    ({ id }) =>
      sql`delete from check_in_report
        where user_id = ${id} or check_in_id in (
          select id from check_in where user_id = ${id}
          union all select row ->> 'id' from restricted_row where user_id = ${id} and of_table = 'check_in')`,
  ],
  rowsOf("check_in"),
  rowsOf("token_authorization"),
  rowsOf("driver_token"),
  // The linked identities were deleted when the account was closed, so attempts are found by e-mail address and name. A
  // name may be another person's too: only its expired attempts are deleted.
  [
    "social_attempt",
    ({ email, name }, at) =>
      sql`delete from social_attempt where lower(email) = lower(${email})
        or name = ${name} and expires_at < ${at}`,
  ],
  ["otp_challenge", ({ mobile }) => sql`delete from otp_challenge where mobile = ${mobile}`],
  ["otp_failure", ({ mobile }) => sql`delete from otp_failure where mobile = ${mobile}`],
  ["company_number", ({ mobile }) => sql`delete from company_number where mobile = ${mobile}`],
  [
    "desk_read",
    ({ id, mobile }) => sql`delete from desk_read
      where subject ->> 'id' = ${id} or subject ->> 'mobile' in (${id}, ${mobile}, ${mobile.slice(-10)})`,
  ],
  [
    "company_number_limit",
    ({ mobile }) => sql`delete from company_number_limit where mobile = ${mobile}`,
  ],
  ["sent_message", (who) => sql`delete from sent_message where ${isRecipient(who)}`],
  ["message_count", (who) => sql`delete from message_count where ${isRecipient(who)}`],
  // A carrier's reason may contain the number, and by its reference the carrier's records can be searched for the
  // number.
  [
    "message_attempt",
    (who) =>
      sql`update message_attempt set reason = null, reference = null
        where message_id in (select id from message where ${isRecipient(who)})`,
  ],
  [
    "message",
    (who) =>
      sql`update message set recipient = '', content = null,
          state = case when state = 'QUEUED' then 'EXPIRED' else state end where ${isRecipient(who)}`,
  ],
  [
    "session_rating",
    ({ id }) =>
      sql`update session_rating set body = null where user_id = ${id} and body is not null`,
  ],
  [
    "station_problem",
    ({ id }) => sql`update station_problem set body = '' where user_id = ${id} and body <> ''`,
  ],
  [
    "session",
    ({ id }) =>
      sql`update session set snapshot = jsonb_set(snapshot, '{vehicle,registration}', 'null')
        where user_id = ${id} and snapshot #>> '{vehicle,registration}' is not null`,
  ],
  // Earlier releases stored payment notices whole, with the payer's number and e-mail address.
  ["outbox", noticesOfPayments],
];

/** The orders are read first: each of the three tables may lie on another machine. A notice names no driver. */
async function noticesOfPayments({ id }: Person, _at: Date, tx: Tx): Promise<Query> {
  const first = await one(
    tx,
    sql<{ at: Date | null }>`select min(created_at) as at from top_up where user_id = ${id}`,
  );
  const orders = await rows(
    tx,
    sql<{ order_id: string }>`select order_id from payment_order where user_id = ${id}`,
  );
  return sql`delete from outbox
    where shard = '' and topic = 'payment.notice' and done_at is not null and created_at >= ${first?.at ?? null}
      and payload ->> 'orderId' = any(${orders.map(({ order_id }) => order_id)})`;
}

/** Erases a person's own data except files. Returns the number of rows by table. */
export async function eraseRows(tx: Tx, who: Person, at: Date): Promise<Record<string, number>> {
  const erased: Record<string, number> = {};
  for (const [table, erase] of erasers) {
    const { rowCount } = await (await erase(who, at, tx)).execute(tx);
    erased[table] = rowCount ?? 0;
  }
  for (const { of_table, count } of await dropRestricted(tx, who.id))
    erased[of_table] = (erased[of_table] ?? 0) + count;
  // No number begins with "erased:". The account keeps its id, by which ledger and bills refer to it.
  await sql`update app_user set mobile = 'erased:' || id, name = null, email = null, gst_in = null, business_name = null,
      business_address = null, business_city = null, business_postal_code = null, company_id = null,
      allow_multi_charging = false, erased_at = ${at} where id = ${who.id}`.execute(tx);
  return { ...erased, app_user: 1 };
}

export type ErasureRow = {
  user_id: string;
  reference: string;
  mobile_salt: Buffer;
  mobile_hash: Buffer;
  erased: Record<string, number>;
  erased_at: Date;
};

export const findErasure = (on: Queryable, reference: string) =>
  one(on, sql<ErasureRow>`select * from erasure where reference = ${reference}`);

/** Another erasure has this reference. The transaction is aborted. */
export class ReferenceTaken extends Error {}

export const insertErasure = (tx: Tx, e: ErasureRow) =>
  sql`insert into erasure (user_id, reference, mobile_salt, mobile_hash, erased, erased_at)
      values (${e.user_id}, ${e.reference}, ${e.mobile_salt}, ${e.mobile_hash}, ${JSON.stringify(e.erased)},
        ${e.erased_at})`
    .execute(tx)
    .catch((error: unknown) => {
      if (isTaken(error)) throw new ReferenceTaken(e.reference, { cause: error });
      throw error;
    });

/** How long an operator may still correct a disputed CDR, which makes a new bill. */
const DISPUTED = "90 days";
/** How long an order that was created may still be paid. */
const PAYABLE = "1 day";
/** Paise of which less cannot be sent back: LEAST_REFUND of the wallet. */
const REFUNDABLE = 100;

/** What is not settled yet for an account: how many of each, or paise. */
export const countObstacles = async (on: Queryable, id: string, now: Date) =>
  (
    await rows(
      on,
      sql<{ what: string; count: bigint }>`
      select what, count from (
        select 'CHARGE_OPEN' as what, count(*) from session where user_id = ${id} and open
        union all select 'BILL_TO_COME', count(*) from session
          where user_id = ${id} and not open and (step = 'ENDED' and closed_at is null and status <> 'INVALID' or provisional_since is not null)
        union all select 'RECORD_DISPUTED', count(*) from cdr_dispute
          where user_id = ${id} and state = 'OPEN' and created_at > ${now}::timestamptz - ${DISPUTED}::interval
        union all select 'RECORD_SET_ASIDE', count(*) from quarantined_cdr
          where decision is null and exists (
            select from (select ${id} as uid union all select uid from driver_token where user_id = ${id}) t
            where body #>> '{cdr_token,uid}' = t.uid or strpos(lower(raw), t.uid) > 0)
        union all select 'MONEY_HELD', held from ledger_wallet where owner = ${id}
        union all select 'MONEY_ON_ITS_WAY_BACK', withdrawing from ledger_wallet where owner = ${id}
        union all select 'PAYMENT_UNDER_WAY', count(*) from top_up
          where user_id = ${id} and (status = 'PROCESSING'
            or status = 'CREATED' and created_at > ${now}::timestamptz - ${PAYABLE}::interval)
        union all select 'PAYMENT_DISPUTED', count(*) from payment_dispute d
          join wallet_payment p on p.payment_id = d.payment_id
          where p.user_id = ${id} and d.status not in ('won', 'lost', 'closed')
        union all select 'MONEY_LEFT', wallet from ledger_wallet where owner = ${id} and wallet >= ${REFUNDABLE}
        union all select 'MONEY_OWED', -overdraft from ledger_wallet where owner = ${id}
      ) o where count <> 0`,
    )
  ).map(({ what, count }) => ({ what, count: Number(count) }));
