-- Operators' OCPI tariffs.
create table tariff (
  id text primary key,
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  body jsonb not null,
  last_updated timestamptz not null,
  removed_at timestamptz
);
create unique index tariff_natural on tariff (lower(country_code), lower(party_id), lower(ocpi_id));

-- What the provider adds to an operator's tariff. Null: every operator, every type of customer; the most specific wins.
create table retail_rule (
  operator_id text references operator (id),
  customer_type text,
  rule jsonb not null,
  updated_at timestamptz not null,
  -- Null: set before this was stored.
  set_by text,
  unique nulls not distinct (operator_id, customer_type)
);

-- A retail rule that replaces the one before it at the beginning of a day in India. Nulls as in retail_rule.
create table planned_retail_rule (
  operator_id text references operator (id),
  customer_type text,
  from_at timestamptz not null,
  rule jsonb not null,
  updated_at timestamptz not null,
  set_by text not null,
  unique nulls not distinct (operator_id, customer_type, from_at)
);

-- The seller's tax on what it sells, from a moment on. kind null: all that has no row of its own.
create table tax_rate (
  kind text check (kind in ('ENERGY', 'TIME', 'FLAT', 'PARKING_TIME', 'RESERVATION')),
  percent numeric(7, 4) not null check (percent between 0 and 100),
  -- Services Accounting Code.
  sac text not null check (sac ~ '^\d{6}$'),
  from_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null: a preset that nobody of the provider has confirmed.
  set_by text,
  unique nulls not distinct (kind, from_at)
);
insert into tax_rate (kind, percent, sac, from_at, updated_at)
  values (null, 18, '998714', '2017-07-01T00:00:00+05:30', '2026-04-01T00:00:00Z');
