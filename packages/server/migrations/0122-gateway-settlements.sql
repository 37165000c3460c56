-- What the payment provider paid out to our bank account, and the lines of its report.
create table gateway_settlement (
  id text primary key,
  utr text,
  settled_at timestamptz not null,
  -- Paise that the provider says it paid out; below zero: it paid nothing.
  amount bigint not null,
  -- Of the lines that were read so far, in paise: credits less debits, fees with their tax, and the tax.
  net bigint not null default 0,
  fee bigint not null default 0,
  tax bigint not null default 0,
  lines integer not null default 0,
  unmatched integer not null default 0,
  -- So many transfers of the ledger.
  bookings integer not null default 0
);
create index gateway_settlement_by_time on gateway_settlement (settled_at, id);
create index gateway_settlement_odd on gateway_settlement (settled_at, id)
  where amount < 0 or amount <> net or unmatched > 0;

create table gateway_settlement_line (
  settlement_id text not null references gateway_settlement,
  -- The provider's id of the payment, the refund or the adjustment.
  entity_id text not null,
  type text not null,
  currency text not null,
  amount bigint not null,
  debit bigint not null,
  credit bigint not null,
  fee bigint not null,
  tax bigint not null,
  payment_id text,
  dispute_id text,
  settled_at timestamptz not null,
  -- Why it is in suspense; null: it matched.
  reason text,
  primary key (settlement_id, entity_id)
);
create index gateway_settlement_line_entity on gateway_settlement_line (entity_id);
-- What matched is settled once.
create unique index gateway_settlement_line_matched on gateway_settlement_line (entity_id) where reason is null;
create index gateway_settlement_line_of_dispute on gateway_settlement_line (dispute_id)
  where reason is null and dispute_id is not null;
create index gateway_settlement_line_unmatched on gateway_settlement_line (settled_at, settlement_id, entity_id)
  where reason is not null;

-- Payments that no settlement has had for too long.
create table gateway_unsettled_payment (
  payment_id text primary key,
  amount bigint not null,
  credited_at timestamptz not null
);

-- One row, made by the first reading: what was settled before its day was booked by hand.
create table gateway_report (
  one boolean primary key default true check (one),
  begins date not null,
  read_through date not null
);

-- Payments are stored in the order of time, so that a range index stays tiny.
create index wallet_payment_at on wallet_payment using brin (credited_at);

insert into ledger_account (owner, kind, cached)
  values ('system', 'gateway_fees', false), ('system', 'gateway_gst', false), ('system', 'unmatched', false)
  on conflict do nothing;
