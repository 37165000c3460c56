import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

export type DriverRow = {
  id: string;
  mobile: string;
  name: string | null;
  email: string | null;
  customer_type: string;
  company: { id: string; name: string } | null;
  allow_multi_charging: boolean;
  created_at: Date;
  deactivated_at: Date | null;
  erased_at: Date | null;
  language: string | null;
  wallet: {
    balance_minor: number;
    held_minor: number;
    goodwill_minor: number;
    withdrawing_minor: number;
  } | null;
  charges: number;
  open_charges: number;
  open_tickets: number;
  vehicles: string[];
};

export type DeviceRow = {
  device_type: string;
  browser: string | null;
  system: string | null;
  created_at: Date;
  seen_at: Date;
};
/** Where a driver is signed in. */
export const devicesOf = (on: Queryable, userId: string, now: Date) =>
  rows(
    on,
    sql<DeviceRow>`
      select device_type, browser, system, created_at, coalesce(last_seen_at, created_at) as seen_at from sign_in
      where user_id = ${userId} and revoked_at is null and ends_at > ${now} order by seen_at desc limit 50`,
  );

export const findDriver = (on: Queryable, id: string) =>
  one(
    on,
    sql<DriverRow>`
      select u.id, u.mobile, u.name, u.email, u.customer_type, u.allow_multi_charging, u.created_at, u.deactivated_at,
        u.erased_at, (select language from driver_language where user_id = u.id) as language,
        (select jsonb_build_object('id', id, 'name', name) from company where id = u.company_id) as company,
        (select jsonb_build_object('balance_minor', wallet + held + overdraft, 'held_minor', held, 'goodwill_minor', goodwill,
          'withdrawing_minor', withdrawing) from ledger_wallet where owner = u.id) as wallet,
        (select count(*)::int from session where user_id = u.id) as charges,
        (select count(*)::int from session where user_id = u.id and open) as open_charges,
        (select count(*)::int from ticket where user_id = u.id and state <> 'CLOSED') as open_tickets,
        array(select make || ' ' || model from vehicle where user_id = u.id order by is_primary desc, created_at) as vehicles
      from app_user u where u.id = ${id}`,
  );

export type TimelineRow = {
  at: Date;
  kind: "ACCOUNT" | "CHARGE" | "BILL" | "MOVEMENT" | "PAYMENT" | "REFUND" | "TICKET" | "MESSAGE";
  id: string;
  what: string;
  text: string | null;
  amount: bigint | null;
};

/** What happened to a driver before an instant and an id, newest first: the next of every book, and of these the newest. */
export const timelineOf = (
  on: Queryable,
  userId: string,
  after: { at: Date; id: string } | null,
  limit: number,
  /** What a movement of the wallet, `ledger_transfer t`, moved. */
  movedBy: ReturnType<typeof sql>,
) => {
  const before = (at: string, id: string) =>
    after
      ? sql`and (date_trunc('milliseconds', ${sql.raw(at)}), ${sql.raw(id)}) < (${after.at}::timestamptz, ${after.id})`
      : sql``;
  const next = (at: string, id: string) =>
    sql`${before(at, id)} order by ${sql.raw(at)} desc, ${sql.raw(id)} desc limit ${limit}`;
  return rows(
    on,
    sql<TimelineRow>`
      select * from (
        (select at, 'ACCOUNT' as kind, 'act_' || id as id, act as what, null::text as text, null::bigint as amount
          from account_audit where user_id = ${userId} ${next("at", "'act_' || id")})
        union all
        (select requested_at, 'CHARGE', id, step, snapshot -> 'location' ->> 'name', null
          from session where user_id = ${userId} ${next("requested_at", "id")})
        union all
        (select created_at, 'BILL', id, case when credit_of is null then 'BILL' else 'CREDIT' end,
            wire -> 'invoice' ->> 'number', amount
          from cdr where user_id = ${userId} ${next("created_at", "id")})
        union all
        (select at, 'MOVEMENT', id, kind, reason, ${movedBy}
          from ledger_transfer t where scope = ${userId} ${next("at", "id")})
        union all
        (select created_at, 'PAYMENT', id, status, payment_id, amount
          from top_up where user_id = ${userId} ${next("created_at", "id")})
        union all
        (select created_at, 'REFUND', id, status, payment_id, amount
          from withdrawal_refund where user_id = ${userId} ${next("created_at", "id")})
        union all
        (select created_at, 'TICKET', id, state, category, null
          from ticket where user_id = ${userId} ${next("created_at", "id")})
        union all
        (select created_at, 'MESSAGE', id, kind, title, null
          from notification where user_id = ${userId} ${next("created_at", "id")})
      ) all_books order by at desc, id desc limit ${limit}`,
  );
};
