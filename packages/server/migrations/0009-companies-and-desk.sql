-- A company pays for its drivers' charges. Limits are paise a calendar month in India; null: none.
alter table company
  add column state text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED')),
  add column monthly_limit bigint check (monthly_limit >= 0);
alter table company_number add column monthly_limit bigint check (monthly_limit >= 0);
create index company_number_company on company_number (company_id);

-- What each charge of a company's driver may cost, costs so far, and cost in the end: what its limits are checked
-- against and its statement is made from.
create table company_charge (
  session_id text primary key,
  company_id text not null references company (id),
  user_id text not null,
  started_at timestamptz not null,
  -- Paise set against the limits while the charge is open.
  may_cost bigint not null check (may_cost >= 0),
  cdr_id text,
  amount bigint,
  billed_at timestamptz,
  -- It became no charge, or was withdrawn.
  dropped_at timestamptz
);
create index company_charge_open on company_charge (company_id) where billed_at is null and dropped_at is null;
create index company_charge_billed on company_charge (company_id, billed_at) where billed_at is not null;

insert into company_charge (session_id, company_id, user_id, started_at, may_cost, cdr_id, amount, billed_at)
  select t.session_id, t.scope, b.user_id, s.requested_at, 0, b.id, b.amount, t.at
  from ledger_transfer t
    join company c on c.id = t.scope
    join session_reference r on r.key = 'cdr:' || t.cdr_id
    join cdr b on b.user_id = r.user_id and b.id = t.cdr_id
    join session s on s.user_id = r.user_id and s.id = r.session_id
  where t.kind = 'CHARGE';
insert into company_charge (session_id, company_id, user_id, started_at, may_cost)
  select s.id, u.company_id, u.id, s.requested_at, 0
  from session s join app_user u on u.id = s.user_id
  where u.company_id is not null and s.snapshot -> 'hold_minor' = 'null' and (s.open or s.step = 'ENDED');

create table company_vehicle (
  company_id text not null references company (id),
  id text not null,
  make text not null,
  model text not null,
  vehicle_type text not null check (vehicle_type in ('TWO_WHEELER', 'THREE_WHEELER', 'FOUR_WHEELER')),
  battery_capacity double precision not null,
  range double precision not null,
  max_dc_intake double precision,
  onboard_charger_capacity double precision,
  registration text,
  created_at timestamptz not null,
  primary key (company_id, id)
);

-- Who may charge where not everybody may: a driver or a company, at a location or everywhere at an operator.
create table whitelist_entry (
  id text primary key,
  user_id text references app_user (id),
  company_id text references company (id),
  location_id text,
  operator_id text references operator (id),
  created_at timestamptz not null,
  check (num_nonnulls(user_id, company_id) = 1),
  check (num_nonnulls(location_id, operator_id) = 1),
  unique nulls not distinct (user_id, company_id, location_id, operator_id)
);

-- Named credentials of the provider's desk. The token itself is shown once and kept as a hash.
create table desk_credential (
  name text primary key,
  role text not null check (role in ('read', 'support', 'finance', 'admin')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz
);

-- Every call of the desk, written with its effect. Rows are added and never changed.
create table desk_audit (
  -- Also their order.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  credential text not null,
  method text not null,
  route text not null,
  parameters jsonb,
  outcome text not null,
  request_id text not null
);

create function desk_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name using errcode = 'VM004';
end $$;
create trigger desk_audit_append_only before update or delete or truncate on desk_audit
  for each statement execute function desk_refuse_change();

-- What each charge record costs us: the books behind the account operator:<id>, line by line.
create table operator_cost (
  operator_id text not null references operator (id),
  at timestamptz not null,
  cdr_id text not null,
  user_id text not null,
  ocpi_id text not null,
  ended_at timestamptz not null,
  kwh double precision not null,
  -- Paise, GST included: what the operator asks, what our check found, what we owe, what is disputed, what the driver paid.
  asked bigint not null,
  checked bigint not null,
  payable bigint not null,
  disputed bigint not null,
  paid bigint not null,
  primary key (operator_id, at, cdr_id)
);
create unique index operator_cost_cdr on operator_cost (cdr_id);

insert into ledger_account (owner, kind, cached) values
  ('system', 'bank', false),
  ('system', 'purchases', false),
  ('system', 'goodwill', false);
