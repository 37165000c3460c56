import { one, sql, type Queryable } from "../../platform/database/database.ts";

export type LedgerFaults = {
  /** Transfers without postings, or with only one side. */
  unbalanced: number;
  /** Accounts with a balance that differs from their postings. */
  drifted: number;
  /** Drivers whose held money differs from their open holds. */
  misheld: number;
  /** Wallets below zero. */
  overdrawn: number;
  /**
   * Drivers who owe more than the overrun bounds of the charges billed since their last hold, which needed a wallet that
   * was not below zero.
   */
  below_bound: number;
  /** Payments without exactly one TOP_UP of theirs, TOP_UPs without a payment, credited top-ups without either. */
  miscredited: number;
  /** Bills without exactly one CHARGE, credits of bills without exactly one REFUND. */
  misbilled: number;
  /** Refunds on their way that differ from the money set aside, or are not paid out or returned exactly once. */
  misrefunded: number;
  /** Open holds of sessions that need none: failed, invalidated, billed, or without an expected CDR. */
  stranded: number;
};

/** Counts that must be zero. Reads everything: for tests, audits and restores. */
export async function checkLedger(on: Queryable): Promise<LedgerFaults> {
  const row = await one(
    on,
    sql<LedgerFaults>`
      with moved as (
        select owner, kind, sum(delta) as total from (
          select destination_owner as owner, destination_kind as kind, amount as delta from ledger_posting
          union all select source_owner, source_kind, -amount from ledger_posting) d group by owner, kind),
      account as (
        select owner, kind, balance from ledger_wallet_account
        union all select owner, kind, balance from ledger_account where cached),
      top_up_transfer as (
        select scope, substr(idem, 8) as payment_id from ledger_transfer where kind = 'TOP_UP' and idem like 'top-up:%'),
      refund_transfer as (
        select scope, substr(idem, 8) as id, kind from ledger_transfer
        where kind in ('PAYOUT', 'WITHDRAWAL_RETURNED'))
      select
        (select count(*)::int from ledger_transfer t
          where cardinality(t.amount) = 0 or not 0 <= all (t.amount) or array_position(t.amount, null) is not null
            or array[cardinality(t.source_owner), cardinality(t.source_kind), cardinality(t.destination_owner),
              cardinality(t.destination_kind)] <> array_fill(cardinality(t.amount), array[4])) as unbalanced,
        (select count(*)::int from account a full join moved m using (owner, kind)
          where coalesce(a.balance, 0) <> coalesce(m.total, 0)
            and (a.owner is not null or kind in ('wallet', 'held', 'withdrawing', 'overdraft'))) as drifted,
        (select count(*)::int from ledger_wallet w where w.held <> (
          select coalesce(sum(h.amount), 0) from ledger_hold h
          where h.user_id = w.owner and h.status = 'HELD')) as misheld,
        (select count(*)::int from ledger_wallet w where least(w.wallet, w.held, w.withdrawing, -w.overdraft) < 0) as overdrawn,
        (select count(*)::int from ledger_wallet w where -(w.wallet + w.overdraft) > (
          select coalesce(sum((s.snapshot ->> 'bound_minor')::bigint), 0)
          from (
            select distinct t.session_id from ledger_transfer t
            where t.scope = w.owner and t.kind = 'CHARGE' and t.at >= coalesce((
              select max(h.at) from ledger_transfer h where h.scope = w.owner and h.kind = 'HOLD'), '-infinity')) c
          join session s on s.user_id = w.owner and s.id = c.session_id)
          and w.wallet + w.overdraft < 0) as below_bound,
        (select count(*)::int from wallet_payment p full join top_up_transfer t on t.scope = p.user_id and t.payment_id = p.payment_id
          where p.payment_id is null or t.payment_id is null)
        + (select count(*)::int from top_up u where u.status = 'CREDITED'
          and not exists (select 1 from wallet_payment p where p.user_id = u.user_id and p.top_up_id = u.id)) as miscredited,
        (select count(*)::int from (
          select from cdr c left join ledger_transfer t
            on t.cdr_id = c.id and t.kind = case when c.credit_of is null then 'CHARGE' else 'REFUND' end
          group by c.id having count(t.id) <> 1) b) as misbilled,
        (select count(*)::int from ledger_wallet w where w.withdrawing <> (
          select coalesce(sum(r.amount), 0) from withdrawal_refund r
          where r.user_id = w.owner and r.status in ('REQUESTED', 'SENT')))
        + (select count(*)::int from (select * from withdrawal_refund where status in ('DONE', 'FAILED')) r
          full join refund_transfer t on t.scope = r.user_id and t.id = r.id
          where r.id is null or t.id is null and r.status = 'DONE'
            or t.kind = 'PAYOUT' and r.status = 'FAILED' or t.kind <> 'PAYOUT' and r.status = 'DONE') as misrefunded,
        (select count(*)::int from ledger_hold h join session s on s.user_id = h.user_id and s.id = h.session_id
          where h.status = 'HELD' and (s.status in ('FAILED', 'INVALID') or s.step = 'BILLED'
            or s.provisional_since is not null)) as stranded`,
  );
  return row!;
}
