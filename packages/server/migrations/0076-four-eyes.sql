-- What the staff did with money: goodwill, corrections of bills, refunds by bank transfer. From an amount on it waits for
-- a second member of finance; below it is BOOKED by one alone, and counts towards what the same person gives the driver.
create table desk_approval (
  id text primary key,
  kind text not null check (kind in ('GOODWILL', 'CORRECTION', 'BANK_REFUND')),
  state text not null check (state in ('BOOKED', 'WAITING', 'CONFIRMED', 'REJECTED', 'EXPIRED')),
  user_id text not null,
  amount bigint not null check (amount >= 0),
  -- What its reference belongs to: the driver, the bill, or all bank transfers.
  subject text not null,
  reference text not null,
  reason text not null,
  proposed_by text not null,
  -- Whose name that is: a credential belongs to the member who made it.
  person text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  because text
);
-- A reference is used once; what was rejected or has expired may be proposed again.
create unique index desk_approval_reference on desk_approval (kind, subject, reference)
  where state not in ('REJECTED', 'EXPIRED');
create index desk_approval_of_driver on desk_approval (user_id, proposed_at);
create index desk_approval_by_time on desk_approval (proposed_at, id);
create index desk_approval_waiting on desk_approval (proposed_at, id) where state = 'WAITING';
