-- A driver's wish to add money.
create table top_up (
  user_id text not null,
  id text not null,
  amount bigint not null check (amount > 0),
  -- The order that is shown; all of them are in payment_order.
  order_id text,
  status text not null check (status in ('CREATED', 'PROCESSING', 'CREDITED', 'FAILED')),
  payment_id text,
  idempotency_key text,
  created_at timestamptz not null,
  -- When the payment provider was last asked about it because somebody looked.
  asked_at timestamptz,
  settled_at timestamptz,
  primary key (user_id, id)
);
create unique index top_up_key on top_up (user_id, idempotency_key) where idempotency_key is not null;
-- The payment provider's webhooks name its order only.
create unique index top_up_order on top_up (order_id) where order_id is not null;
-- Staff name a top-up by its id alone.
create index top_up_by_id on top_up (id);
create index top_up_by_time on top_up (created_at, id);
create index top_up_by_status on top_up (status, created_at, id);

-- Every order that was made for a top-up: the payment provider may make another one for the same receipt, and whichever is
-- paid, the money is the driver's.
create table payment_order (
  order_id text primary key,
  user_id text not null,
  top_up_id text not null
);
create index payment_order_of_top_up on payment_order (user_id, top_up_id);

-- What a top-up's payment brought, and what may still go back to it.
create table wallet_payment (
  user_id text not null,
  payment_id text not null,
  top_up_id text not null,
  amount bigint not null check (amount > 0),
  -- As the driver knows it: UPI, card ••1234.
  source text not null,
  -- By the handle of the payer's address, which is not stored. Null: not known, or no UPI.
  upi_app text,
  credited_at timestamptz not null,
  -- Paise that are under dispute, or that disputes took: they take no refund.
  disputed bigint not null default 0,
  -- Since when the payment provider refuses refunds to it.
  closed_at timestamptz,
  primary key (user_id, payment_id)
);
create index wallet_payment_end on wallet_payment (reverse(payment_id) text_pattern_ops);
-- Payments are stored in the order of time, so a range index stays tiny.
create index wallet_payment_at on wallet_payment using brin (credited_at);

create table withdrawal (
  user_id text not null,
  id text not null,
  amount bigint not null check (amount > 0),
  -- What was asked for; null: everything.
  asked bigint,
  cause text not null check (cause in ('REQUEST', 'CLOSURE')),
  idempotency_key text,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index withdrawal_key on withdrawal (user_id, idempotency_key) where idempotency_key is not null;

create table withdrawal_refund (
  user_id text not null,
  id text not null,
  withdrawal_id text not null,
  payment_id text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('REQUESTED', 'SENT', 'DONE', 'FAILED')),
  -- The provider's id, once it is known.
  refund_id text,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- The failed refund that this one tries again, once.
  retry_of text,
  primary key (user_id, id),
  foreign key (user_id, withdrawal_id) references withdrawal (user_id, id),
  foreign key (user_id, payment_id) references wallet_payment (user_id, payment_id)
);
create index withdrawal_refund_of on withdrawal_refund (user_id, withdrawal_id);
-- The provider's notices name the refund's receipt, which is our id.
create unique index withdrawal_refund_id on withdrawal_refund (id);
create index withdrawal_refund_waiting on withdrawal_refund (created_at) where status in ('REQUESTED', 'SENT');
create index withdrawal_refund_failed on withdrawal_refund (created_at) where status = 'FAILED';
create index withdrawal_refund_by_time on withdrawal_refund (created_at, id);
create unique index withdrawal_refund_retry on withdrawal_refund (user_id, retry_of) where retry_of is not null;

-- Closed accounts: what still comes in goes back by itself.
create table wallet_closure (
  user_id text primary key,
  at timestamptz not null,
  -- Goodwill lapses: an account that is closed for good never uses it.
  lapses boolean not null default false
);

-- Cardholders' disputes. Amounts are paise.
create table payment_dispute (
  id text primary key,
  payment_id text not null,
  -- Null: the payment belongs to no driver that is known.
  user_id text,
  amount bigint not null,
  status text not null,
  body jsonb not null,
  -- What was set aside from the driver's wallet; null: nothing was booked yet.
  set_aside bigint,
  -- What the payment provider took for good; null: not decided.
  loss bigint,
  -- Until when the payment provider wants evidence.
  respond_by timestamptz,
  received_at timestamptz not null
);
-- Each look at a wallet reads what is set aside of it.
create index payment_dispute_open on payment_dispute (user_id) where loss is null;

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

-- One row, made by the first reading: what was settled before `begins` was booked by hand.
create table gateway_report (
  one boolean primary key default true check (one),
  begins date not null,
  read_through date not null
);
