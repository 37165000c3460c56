-- Double entry in paise. The functions that move money are in repeatable/ledger-functions.sql.

-- Accounts of companies, operators and the system. Those of companies are cached: every move updates their balance under a
-- lock. The others are summed from postings when somebody asks. The kinds are listed in features/books/chart.ts.
create table ledger_account (
  owner text not null,
  kind text not null,
  cached boolean not null,
  balance bigint not null default 0,
  floor bigint,
  primary key (owner, kind),
  constraint ledger_floor check (floor is null or balance >= floor)
);
insert into ledger_account (owner, kind, cached)
  select 'system', kind, false from unnest(array['payments', 'sales', 'gst', 'suspense', 'bank', 'purchases', 'goodwill',
    'disputed', 'bad_debts', 'gateway_fees', 'gateway_gst', 'unmatched']) kind;

-- A driver's four balances are one row: it is the lock for everything that moves their money, and a move writes it once.
create table ledger_wallet (
  owner text primary key,
  wallet bigint not null default 0,
  held bigint not null default 0,
  -- On its way back to the payments it came from.
  withdrawing bigint not null default 0,
  -- What bills took beyond their holds; whatever comes into the wallet pays it first.
  overdraft bigint not null default 0,
  -- What the provider gave of wallet and held: it is spent first and never paid out.
  goodwill bigint not null default 0 constraint ledger_wallet_goodwill check (goodwill >= 0),
  constraint ledger_wallet_floor check (wallet >= 0 and held >= 0 and withdrawing >= 0 and overdraft <= 0)
) with (fillfactor = 70);

-- A transfer has its postings in arrays: one row is written once, whole or not at all. Each posting takes paise from one
-- account and gives them to another, so the postings of a transfer sum to zero by construction.
create table ledger_transfer (
  -- The driver or company whose balances it changes.
  scope text not null,
  id text not null,
  -- The idempotency key, and the hash of the input it was used with.
  idem text not null,
  input_hash text not null,
  kind text not null,
  reason text not null,
  at timestamptz not null,
  session_id text,
  cdr_id text,
  balance_after bigint,
  source_owner text[] not null,
  source_kind text[] not null,
  destination_owner text[] not null,
  destination_kind text[] not null,
  amount bigint[] not null,
  -- How it changed ledger_wallet.goodwill: paise given, paise that its charging session spent, and paise that paid a debt or
  -- are in a dispute. The last two are below zero where they come back. Null: it changed nothing.
  goodwill bigint[],
  primary key (scope, id),
  unique (scope, idem),
  constraint ledger_transfer_postings check (
    cardinality(amount) > 0 and 0 <= all (amount) and array_position(amount, null) is null
    and cardinality(source_owner) = cardinality(amount) and cardinality(source_kind) = cardinality(amount)
    and cardinality(destination_owner) = cardinality(amount) and cardinality(destination_kind) = cardinality(amount))
);
-- The check of the ledger finds the transfers of a bill or its credit in any scope.
create index ledger_transfer_cdr on ledger_transfer (cdr_id) where kind in ('CHARGE', 'REFUND');
-- A month's books are read by time. Rows come in the order of time, so a range index stays tiny.
create index ledger_transfer_at on ledger_transfer using brin (at);
-- Payments are few among what is booked for an operator.
create index ledger_transfer_payment on ledger_transfer (scope, at) where kind = 'PAYMENT';
create index ledger_transfer_goodwill on ledger_transfer (scope) where goodwill is not null;
-- A trigger needs its function; what it does is in repeatable/ledger-functions.sql.
create function ledger_refuse_change() returns trigger language plpgsql as 'begin end';
create trigger ledger_transfer_immutable before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();

create view ledger_posting as
  select t.scope, t.id as transfer_id, p.seq::int as seq, p.source_owner, p.source_kind, p.destination_owner,
    p.destination_kind, p.amount
  from ledger_transfer t cross join lateral
    unnest(t.source_owner, t.source_kind, t.destination_owner, t.destination_kind, t.amount)
    with ordinality as p (source_owner, source_kind, destination_owner, destination_kind, amount, seq);

-- The balances of ledger_wallet by the kinds of account that postings name.
create view ledger_wallet_account as
  select owner, kind, balance from ledger_wallet w cross join lateral (values
    ('wallet', w.wallet), ('held', w.held), ('withdrawing', w.withdrawing), ('overdraft', w.overdraft)) v (kind, balance);

-- Money set aside for a charging session: one for each.
create table ledger_hold (
  user_id text not null,
  id text not null,
  session_id text not null,
  amount bigint not null check (amount > 0),
  captured bigint not null default 0,
  status text not null check (status in ('HELD', 'CAPTURED', 'RELEASED', 'EXPIRED')),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, session_id)
) with (fillfactor = 80);

-- Months of India's calendar whose books were filed, and what their exports are made from ever after.
create table books_month (
  -- Its first day.
  month date primary key,
  filed_at timestamptz not null,
  filed_by text not null,
  -- The seller's GSTIN, and names of companies and operators by the owner of their accounts, as they were then.
  gst_in text not null,
  names jsonb not null,
  -- SHA-256 of each export by its file's name, in hex.
  digests jsonb not null
);

create function books_refuse_filed() returns trigger language plpgsql as $$
begin
  if exists (select from books_month
      where month = date_trunc('month', (to_jsonb(new) ->> tg_argv[0])::timestamptz at time zone 'Asia/Kolkata')::date) then
    raise exception 'the books of that month are filed: a correction belongs into the open month' using errcode = 'VM006';
  end if;
  return new;
end $$;
create trigger ledger_transfer_open_month before insert on ledger_transfer
  for each row when (new.at < now() - interval '1 hour') execute function books_refuse_filed('at');

-- Customers' money at the end of each day of India's calendar, in paise, and what the bank's statement says of it.
create table customer_money_day (
  day date primary key,
  -- What the provider owes to drivers: free, held for charging, on its way back, under dispute, and paid without an order.
  wallets bigint not null,
  held bigint not null,
  on_way_back bigint not null,
  disputed bigint not null,
  unassigned bigint not null,
  -- What of wallets and held the provider gave.
  goodwill bigint not null,
  -- What the payment provider has received and not paid out yet.
  at_provider bigint not null,
  made_at timestamptz not null,
  -- Null: nobody has entered it yet.
  bank bigint,
  entered_by text,
  entered_at timestamptz
);
