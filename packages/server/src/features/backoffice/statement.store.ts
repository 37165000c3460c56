import type { Cdr } from "@voltmarg/contract";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

export const companyName = async (on: Queryable, id: string): Promise<string | null> =>
  (await one(on, sql<{ name: string }>`select name from company where id = ${id}`))?.name ?? null;

/** Paise a company owed before an instant: the debits of its account less the credits. */
export const owedBefore = async (on: Queryable, companyId: string, at: Date): Promise<bigint> =>
  (await one(
    on,
    sql<{ owed: bigint }>`
      select coalesce(sum(case when p.source_kind = 'receivable' then p.amount else 0 end
        - case when p.destination_kind = 'receivable' then p.amount else 0 end), 0)::bigint as owed
      from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
      where t.scope = ${companyId} and t.at < ${at}`,
  ))!.owed;

export type BilledRow = {
  cdr_id: string;
  at: Date;
  total: bigint;
  wire: Cdr;
  driver_name: string | null;
  driver_mobile: string;
  vehicle: { make: string; model: string; registration: string | null } | null;
};

/**
 * The bills posted to a company's account, in the order they were posted. A provisional bill that was replaced within the
 * period is not listed, and neither is its credit: the session counts once.
 */
export const billsBetween = (on: Queryable, companyId: string, from: Date, until: Date) =>
  rows(
    on,
    sql<BilledRow>`
      select b.id as cdr_id, t.at, b.amount as total, b.wire, u.name as driver_name, u.mobile as driver_mobile,
        s.snapshot -> 'vehicle' as vehicle
      from ledger_transfer t
        join session_reference r on r.key = 'cdr:' || t.cdr_id
        join cdr b on b.user_id = r.user_id and b.id = t.cdr_id
        join app_user u on u.id = r.user_id
        left join session s on s.user_id = r.user_id and s.id = r.session_id
      where t.scope = ${companyId} and t.kind = 'CHARGE' and t.at >= ${from} and t.at < ${until}
        and not exists (select from provisional_bill p
          where p.user_id = b.user_id and p.cdr_id = b.id and p.outcome = 'REPLACED'
            and p.settled_at >= ${from} and p.settled_at < ${until})
      order by t.at, t.id`,
  );

export type ReceivedRow = { at: Date; kind: string; reference: string; amount: bigint };

/** All other postings of a company's account: payments and credits. Positive: it reduces the debt. */
export const receivedBetween = (on: Queryable, companyId: string, from: Date, until: Date) =>
  rows(
    on,
    sql<ReceivedRow>`
      select t.at, t.kind,
        -- Of a credit its note, by which an accountant finds it, and the place of the charge.
        concat_ws(', ', (select n.number from session_reference r
            join invoice n on n.user_id = r.user_id and n.cdr_id = t.cdr_id
          where r.key = 'cdr:' || t.cdr_id), t.reason) as reference,
        sum(case when p.destination_kind = 'receivable' then p.amount else 0 end
          - case when p.source_kind = 'receivable' then p.amount else 0 end)::bigint as amount
      from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
      where t.scope = ${companyId} and t.kind <> 'CHARGE' and t.at >= ${from} and t.at < ${until}
        and not exists (select from session_reference r
            join cdr n on n.user_id = r.user_id and n.id = t.cdr_id
            join provisional_bill p on p.user_id = n.user_id and p.cdr_id = n.credit_of and p.outcome = 'REPLACED'
          where r.key = 'cdr:' || t.cdr_id and p.created_at >= ${from} and p.created_at < ${until})
      group by t.scope, t.id, t.at, t.kind, t.reason, t.cdr_id order by t.at, t.id`,
  );
