create sequence session_version;

create table session (
  user_id text not null,
  id text not null,
  operator_id text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'COMPLETED', 'INVALID', 'FAILED')),
  step text not null,
  version bigint not null,
  idempotency_key text,
  request_hash text,
  -- Where, with what and at which price: as it was when the driver asked.
  snapshot jsonb not null,
  timeline jsonb not null,
  failure jsonb,
  ocpi_session_id text,
  ocpi_last_updated timestamptz,
  requested_at timestamptz not null,
  start_at timestamptz,
  end_at timestamptz,
  kwh double precision,
  power_kw double precision,
  state_of_charge double precision,
  cost_minor bigint,
  duration_s double precision,
  news_at timestamptz,
  -- Until when the operator may still answer the start.
  answer_due_at timestamptz not null,
  limit_due_at timestamptz,
  stop_reason text,
  stop_asked_at timestamptz,
  stop_sent_at timestamptz,
  cdr_id text,
  open boolean not null,
  primary key (user_id, id)
);
create unique index session_key on session (user_id, idempotency_key) where idempotency_key is not null;
create index session_newest on session (user_id, requested_at desc);
create index session_open on session (user_id) where open;

-- What the outside knows a session by: our own id (authorization_reference) and the operator's.
create table session_reference (
  key text primary key,
  user_id text not null,
  session_id text not null
);

-- A session's charging periods as the operator told them, on the session's own clock: each lasts until the next one.
create table meter_value (
  user_id text not null,
  session_id text not null,
  at timestamptz not null,
  until timestamptz,
  kwh numeric not null,
  charging boolean not null,
  power_kw double precision,
  state_of_charge double precision,
  primary key (user_id, session_id, at)
) partition by range (at);
create table meter_value_rest partition of meter_value default;

create table cdr (
  user_id text not null,
  id text not null,
  session_id text,
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  amount bigint not null,
  operator_amount bigint not null,
  wire jsonb not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, created_at, id)
) partition by range (created_at);
create table cdr_rest partition of cdr default;
create index cdr_id on cdr (user_id, id);
create index cdr_session on cdr (user_id, session_id);

-- Charge records that cannot be billed as they are: unknown session, wrong currency, impossible figures.
create table quarantined_cdr (
  id text primary key,
  operator_id text not null,
  ocpi_id text not null,
  reason text not null,
  body jsonb not null,
  received_at timestamptz not null
);

insert into partitioned_table values ('meter_value', 'month'), ('cdr', 'month');
