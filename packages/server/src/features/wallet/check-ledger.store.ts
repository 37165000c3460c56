import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

export type LedgerFaults = {
  /** Transfers without postings, or with only one side. */
  unbalanced: number;
  /** Accounts with a balance that differs from their postings; wallets whose goodwill does, or is more than they have. */
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

/** Where a check in slices goes on; null: its owners, or its transfers, have all been read. */
export type LedgerCursor = {
  owner: string | null;
  transfer: { scope: string; id: string } | null;
};
export const LEDGER_START: LedgerCursor = { owner: "", transfer: { scope: "", id: "" } };

/**
 * Counts what must be zero, in slices: the next `owners` with a stored balance, and the next `transfers`. An owner
 * is checked by the transfers of its own scope, so a transfer is checked for balances of another owner, or of none that
 * is stored.
 */
export async function checkLedgerSlice(
  on: Queryable,
  from: LedgerCursor,
  most: { owners: number; transfers: number },
): Promise<{ faults: LedgerFaults; next: LedgerCursor }> {
  const next: LedgerCursor = { owner: null, transfer: null };
  const faults = { ...NO_FAULTS };
  if (from.owner !== null) {
    const owners = await ownersAbove(on, from.owner, most.owners);
    if (owners.length === most.owners) next.owner = owners.at(-1)!;
    Object.assign(faults, await checkOwners(on, owners));
  }
  if (from.transfer !== null) {
    const read = await transfersAbove(on, from.transfer, most.transfers);
    const { count, unbalanced, astray, last } = read;
    faults.unbalanced += unbalanced;
    faults.drifted += astray;
    if (count === most.transfers) next.transfer = last;
  }
  return { faults, next };
}

async function transfersAbove(
  on: Queryable,
  { scope, id }: { scope: string; id: string },
  most: number,
): Promise<{
  count: number;
  unbalanced: number;
  astray: number;
  last: { scope: string; id: string } | null;
}> {
  const row = await one(
    on,
    sql<Awaited<ReturnType<typeof transfersAbove>>>`
      with slice as materialized (
        select t.*, ${isUnbalanced} as unbalanced from ledger_transfer t where (t.scope, t.id) > (${scope}, ${id})
        order by t.scope, t.id limit ${most}),
      stored as (
        select owner from ledger_wallet where owner in (select scope from slice)
        union select owner from ledger_account where cached and owner in (select scope from slice))
      select (select count(*)::int from slice) as count,
        (select count(*)::int from slice where unbalanced) as unbalanced,
        (select count(*)::int from slice t where exists (
          select from unnest(t.source_owner || t.destination_owner, t.source_kind || t.destination_kind) u (owner, kind)
          where kind in ('wallet', 'held', 'withdrawing', 'overdraft', 'receivable')
            and (owner <> t.scope or t.scope not in (select owner from stored)))) as astray,
        (select jsonb_build_object('scope', scope, 'id', id) from slice order by scope desc, id desc limit 1) as last`,
  );
  return row!;
}

const NO_FAULTS: LedgerFaults = {
  unbalanced: 0,
  drifted: 0,
  misheld: 0,
  overdrawn: 0,
  below_bound: 0,
  miscredited: 0,
  misbilled: 0,
  misrefunded: 0,
  stranded: 0,
};

/** The next owners with a stored balance, in order: drivers and companies. */
const ownersAbove = async (on: Queryable, above: string, most: number): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ owner: string }>`
        (select owner from ledger_wallet where owner > ${above} order by owner limit ${most})
        union (select owner from ledger_account where cached and owner > ${above} order by owner limit ${most})
        order by owner limit ${most}`,
    )
  ).map(({ owner }) => owner);

export const isUnbalanced = sql<boolean>`(cardinality(t.amount) = 0 or not 0 <= all (t.amount)
  or array_position(t.amount, null) is not null
  or array[cardinality(t.source_owner), cardinality(t.source_kind), cardinality(t.destination_owner),
    cardinality(t.destination_kind)] <> array_fill(cardinality(t.amount), array[4]))`;

/** All but `unbalanced`, of these owners; null: of all, whichever scope moved their balances. */
export async function checkOwners(
  on: Queryable,
  owners: readonly string[] | null,
): Promise<Omit<LedgerFaults, "unbalanced">> {
  const within = (column: string) =>
    owners === null ? sql`true` : sql`${sql.ref(column)} = any (${owners})`;
  const ownScope = owners === null ? sql`true` : sql`owner = scope`;
  const row = await one(
    on,
    sql<Omit<LedgerFaults, "unbalanced">>`
      with leg as (
        select scope, destination_owner as owner, destination_kind as kind, amount as delta
          from ledger_posting where ${within("scope")}
        union all select scope, source_owner, source_kind, -amount from ledger_posting where ${within("scope")}),
      moved as (select owner, kind, sum(delta) as total from leg where ${ownScope} group by owner, kind),
      given as (
        select scope, sum(goodwill[1]) as given, sum(goodwill[1] - goodwill[2] - goodwill[3]) as is_left
        from ledger_transfer where goodwill is not null and ${within("scope")} group by scope),
      gave as (
        select scope, sum(case when source_kind = 'goodwill' then amount else -amount end) as total from ledger_posting
        where ${within("scope")} and 'goodwill' in (source_kind, destination_kind) group by scope),
      account as (
        select owner, kind, balance from ledger_wallet_account where ${within("owner")}
        union all select owner, kind, balance from ledger_account where cached and ${within("owner")}),
      top_up_transfer as (
        select scope, substr(idem, 8) as payment_id from ledger_transfer
        where kind = 'TOP_UP' and idem like 'top-up:%' and ${within("scope")}),
      refund_transfer as (
        select scope, substr(idem, 8) as id, kind from ledger_transfer
        where kind in ('PAYOUT', 'WITHDRAWAL_RETURNED') and ${within("scope")}),
      payment as (select * from wallet_payment where ${within("user_id")}),
      -- Refunds to a payment and by bank transfer.
      refund as (
        select user_id, id, amount, case when status in ('REQUESTED', 'SENT') then 'OPEN' else status end as status
          from withdrawal_refund where ${within("user_id")}
        union all select user_id, id, amount, case state when 'WAITING' then 'OPEN' when 'BOOKED' then 'DONE'
            when 'CONFIRMED' then 'DONE' else 'RETURNED' end
          from desk_approval where kind = 'BANK_REFUND' and ${within("user_id")})
      select
        (select count(*)::int from account a full join moved m using (owner, kind)
          where coalesce(a.balance, 0) <> coalesce(m.total, 0)
            and (a.owner is not null or kind in ('wallet', 'held', 'withdrawing', 'overdraft')))
        + (select count(*)::int from ledger_wallet w left join given g on g.scope = w.owner
          left join gave p on p.scope = w.owner
          where ${within("w.owner")} and (w.goodwill <> coalesce(g.is_left, 0) or w.goodwill not between 0 and greatest(0, w.wallet + w.held)
            or coalesce(g.given, 0) <> coalesce(p.total, 0))) as drifted,
        (select count(*)::int from ledger_wallet w where ${within("w.owner")} and w.held <> (
          select coalesce(sum(h.amount), 0) from ledger_hold h
          where h.user_id = w.owner and h.status = 'HELD')) as misheld,
        (select count(*)::int from ledger_wallet w where ${within("w.owner")}
          and least(w.wallet, w.held, w.withdrawing, -w.overdraft) < 0) as overdrawn,
        (select count(*)::int from ledger_wallet w where ${within("w.owner")} and -(w.wallet + w.overdraft) > (
          select coalesce(sum((s.snapshot ->> 'bound_minor')::bigint), 0)
          from (
            select distinct t.session_id from ledger_transfer t
            where t.scope = w.owner and t.kind = 'CHARGE' and t.at >= coalesce((
              select max(h.at) from ledger_transfer h where h.scope = w.owner and h.kind = 'HOLD'), '-infinity')) c
          join session s on s.user_id = w.owner and s.id = c.session_id)
          -- What banks took back of payments that were spent.
          + (select coalesce(sum(p.amount), 0) from ledger_posting p
            where p.scope = w.owner and p.source_kind = 'overdraft' and p.destination_kind = 'payments')
          and w.wallet + w.overdraft < 0) as below_bound,
        (select count(*)::int from payment p full join top_up_transfer t on t.scope = p.user_id and t.payment_id = p.payment_id
          where p.payment_id is null or t.payment_id is null)
        + (select count(*)::int from top_up u where u.status = 'CREDITED' and ${within("u.user_id")}
          and not exists (select 1 from wallet_payment p where p.user_id = u.user_id and p.top_up_id = u.id)) as miscredited,
        (select count(*)::int from (
          select from cdr c left join ledger_transfer t
            on t.cdr_id = c.id and t.kind in ('CHARGE', 'REFUND')
              and t.kind = case when c.credit_of is null then 'CHARGE' else 'REFUND' end
          where ${within("c.user_id")} group by c.id having count(t.id) <> 1) b) as misbilled,
        (select count(*)::int from ledger_wallet w where ${within("w.owner")} and w.withdrawing <> (
          select coalesce(sum(r.amount), 0) from refund r where r.user_id = w.owner and r.status = 'OPEN'))
        + (select count(*)::int from (select * from refund where status <> 'OPEN') r
          full join refund_transfer t on t.scope = r.user_id and t.id = r.id
          -- What failed may have gone to another payment instead of the wallet.
          where r.id is null or t.id is null and r.status <> 'FAILED'
            or t.kind = 'PAYOUT' and r.status <> 'DONE' or t.kind <> 'PAYOUT' and r.status = 'DONE') as misrefunded,
        (select count(*)::int from ledger_hold h join session s on s.user_id = h.user_id and s.id = h.session_id
          where h.status = 'HELD' and ${within("h.user_id")} and (s.status in ('FAILED', 'INVALID') or s.step = 'BILLED'
            or s.provisional_since is not null)) as stranded`,
  );
  return row!;
}
