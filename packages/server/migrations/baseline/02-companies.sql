-- A company pays for the charging sessions of its drivers. Limits are paise in a calendar month of India; null: none.
create table company (
  id text primary key,
  name text not null unique,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED')),
  monthly_limit bigint check (monthly_limit >= 0),
  -- What a number without a limit of its own may spend.
  number_limit bigint default 1000000 check (number_limit >= 0),
  -- What invoices to a company show besides its name.
  address text,
  city text,
  postal_code text,
  state_code text,
  gst_in text,
  email text,
  created_at timestamptz not null
);

create table company_number (
  mobile text primary key,
  company_id text not null references company (id),
  -- Unused: limits are in company_number_limit.
  monthly_limit bigint check (monthly_limit >= 0)
);
create index company_number_company on company_number (company_id);

-- What a number may spend in a month belongs to the company and the number, and stays when the number is removed from the
-- list and added again. No row: the company's default. Null: no limit, as a member of finance decided.
create table company_number_limit (
  company_id text not null references company (id),
  mobile text not null,
  monthly_limit bigint check (monthly_limit >= 0),
  primary key (company_id, mobile)
);

create table company_vehicle (
  company_id text not null references company (id),
  id text not null,
  make text not null,
  model text not null,
  variant text not null default '',
  vehicle_type text not null check (vehicle_type in ('TWO_WHEELER', 'THREE_WHEELER', 'FOUR_WHEELER')),
  -- Units and nulls as in `vehicle`.
  battery_capacity double precision,
  range double precision,
  max_dc_intake double precision,
  onboard_charger_capacity double precision,
  inlets text[],
  adapters text[] not null default '{}',
  registration text,
  created_at timestamptz not null,
  primary key (company_id, id)
);

-- What each charging session of a company's driver may cost, costs so far, and did cost in the end: limits are checked
-- against it, and statements are made of it.
create table company_charge (
  session_id text primary key,
  company_id text not null references company (id),
  user_id text not null,
  started_at timestamptz not null,
  -- Paise: expected at the start, and set against the limits while the session is open.
  expected bigint not null,
  may_cost bigint not null check (may_cost >= 0),
  cdr_id text,
  amount bigint,
  billed_at timestamptz,
  -- It got no bill, or was withdrawn.
  dropped_at timestamptz
);
create index company_charge_open on company_charge (company_id) where billed_at is null and dropped_at is null;
create index company_charge_billed on company_charge (company_id, billed_at) where billed_at is not null;

-- Paise billed to a company in a month of India's calendar: running totals of company_charge.amount.
create table company_month (
  company_id text not null references company (id),
  -- Empty: all drivers together.
  user_id text not null,
  month date not null,
  billed bigint not null,
  primary key (company_id, user_id, month)
) with (fillfactor = 70);

create function company_month_keep() returns trigger language plpgsql as $$
begin
  -- In the order of the key, so that two bills never wait for each other in a circle.
  insert into company_month as m (company_id, user_id, month, billed)
    select company_id, who, month, sum(amount) from (
      select old.company_id, who, date_trunc('month', old.billed_at at time zone 'Asia/Kolkata')::date as month,
        -old.amount as amount
        from unnest(array['', old.user_id]) who where tg_op <> 'INSERT' and old.billed_at is not null
      union all
      select new.company_id, who, date_trunc('month', new.billed_at at time zone 'Asia/Kolkata')::date, new.amount
        from unnest(array['', new.user_id]) who where tg_op <> 'DELETE' and new.billed_at is not null) d
    group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3
    on conflict (company_id, user_id, month) do update set billed = m.billed + excluded.billed;
  return null;
end $$;
create trigger company_month_of_bill after insert or delete or update of billed_at, amount on company_charge
  for each row execute function company_month_keep();
