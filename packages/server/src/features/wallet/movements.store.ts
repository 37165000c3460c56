import type { Movement } from "@voltmarg/contract";
import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";
import type { HoldRow } from "./ledger.store.ts";

export type MovementRow = {
  id: string;
  at: Date;
  kind: Movement["kind"];
  reason: string;
  session_id: string | null;
  cdr_id: string | null;
  balance_after: bigint;
  amount: bigint;
  hold_status: HoldRow["status"] | null;
  held: bigint | null;
  place: string | null;
};

/** Which movements: of one kind, from an instant on, before an instant, one for each session. Null: no limit. */
export type MovementFilter = {
  kind: Movement["kind"] | null;
  from: Date | null;
  until: Date | null;
  perSession: boolean;
};

const chosen = (userId: string, { kind, from, until, perSession }: MovementFilter) => sql`
  t.scope = ${userId} and t.kind <> 'PAYOUT'
  and (${kind}::text is null or t.kind = ${kind}) and (${from}::timestamptz is null or t.at >= ${from})
  and (${until}::timestamptz is null or t.at < ${until})
  and (not ${perSession} or t.session_id is null or case t.kind
    when 'RELEASE' then false
    when 'HOLD' then exists (
        select 1 from ledger_hold h
        where h.user_id = t.scope and h.session_id = t.session_id and h.status <> 'CAPTURED')
      -- A hold that grew has several transfers.
      and not exists (
        select 1 from ledger_transfer first
        where first.scope = t.scope and first.session_id = t.session_id and first.kind = 'HOLD' and first.id < t.id)
    else true end)`;

/** The change of the driver's balance by a transfer `t`. */
export const movedBy = sql`
        (select coalesce(sum(case
            when t.kind = 'CHARGE' and p.destination_kind = 'sales' then -p.amount
            when t.kind = 'CHARGE' then 0
            -- What pays a debt stays the driver's.
            when p.source_kind = 'wallet' and p.destination_kind = 'overdraft' then 0
            -- A debt that was written off.
            when p.destination_kind = 'overdraft' then p.amount
            -- A lost dispute that the wallet did not cover.
            when p.source_kind = 'overdraft' then -p.amount
            when p.destination_kind = 'wallet' then p.amount
            when p.source_kind = 'wallet' then -p.amount
            else 0 end), 0)::bigint
         from ledger_posting p where p.scope = t.scope and p.transfer_id = t.id)`;

/** Newest first, as ids sort by age; the amount is the change of the driver's balance. */
export const listMovements = (
  on: Queryable,
  userId: string,
  filter: MovementFilter,
  page: { offset: number; limit: number },
) =>
  rows(
    on,
    sql<MovementRow>`
      select t.id, t.at, t.kind, t.reason, t.session_id, t.cdr_id, t.balance_after,
        case t.kind when 'HOLD' then h.status end as hold_status,
        case when t.kind in ('HOLD', 'CHARGE') then h.amount end as held,
        s.snapshot -> 'location' ->> 'name' as place,
        ${movedBy} as amount
      from ledger_transfer t
        left join ledger_hold h on h.user_id = t.scope and h.session_id = t.session_id
        left join session s on s.user_id = t.scope and s.id = t.session_id
      where ${chosen(userId, filter)}
      order by t.id desc offset ${page.offset} limit ${page.limit}`,
  );

export const countMovements = async (
  on: Queryable,
  userId: string,
  filter: MovementFilter,
): Promise<number> =>
  (await one(
    on,
    sql<{
      n: number;
    }>`select count(*)::int as n from ledger_transfer t where ${chosen(userId, filter)}`,
  ))!.n;

/** Whether a driver ever had money here. */
export const hasMovements = async (on: Queryable, userId: string): Promise<boolean> =>
  (await one(on, sql`select 1 from ledger_transfer where scope = ${userId} limit 1`)) !== null;
