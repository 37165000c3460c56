-- What of a driver's wallet and held money the provider gave: it is spent first and never paid out. A transfer has how it
-- changed this: paise given, paise that its charging session spent, and paise that paid a debt or lie in a dispute; the last
-- two are below zero where they come back. Null: it changed nothing.
alter table ledger_wallet add column goodwill bigint not null default 0
  constraint ledger_wallet_goodwill check (goodwill >= 0);
alter table ledger_transfer add column goodwill bigint[];
create index ledger_transfer_goodwill on ledger_transfer (scope) where goodwill is not null;

-- Of before: what was charged since the first gift has spent it. The transfer of the first gift has the sum.
alter table ledger_transfer disable trigger ledger_transfer_immutable;
with gift as (
  select scope, min(transfer_id) as first, sum(case when source_kind = 'goodwill' then amount else -amount end)::bigint as given
  from ledger_posting where 'goodwill' in (source_kind, destination_kind) group by scope),
rest as (
  select g.scope, g.first, g.given, least(g.given, w.wallet + w.held, greatest(0, g.given - (
      select coalesce(sum(case when p.destination_kind = 'sales' then p.amount else -p.amount end), 0)
      from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
      where t.scope = g.scope and t.id > g.first
        and (t.kind = 'CHARGE' and p.destination_kind = 'sales' or t.kind = 'REFUND' and p.destination_kind = 'wallet'))))::bigint as is_left
  from gift g join ledger_wallet w on w.owner = g.scope),
kept as (update ledger_wallet w set goodwill = r.is_left from rest r where w.owner = r.scope)
update ledger_transfer t set goodwill = array[r.given, 0, r.given - r.is_left]
  from rest r where t.scope = r.scope and t.id = r.first;
alter table ledger_transfer enable trigger ledger_transfer_immutable;

-- Whether what the provider gave lapses: an account that is closed for good never uses it.
alter table wallet_closure add column lapses boolean not null default false;
update wallet_closure c set lapses = true from app_user u where u.id = c.user_id and u.deactivated_at is not null;
