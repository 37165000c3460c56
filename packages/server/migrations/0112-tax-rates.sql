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

-- The rate was a part of the retail rules before; the general one was the seller's.
insert into tax_rate (kind, percent, sac, from_at, updated_at, set_by)
select null, coalesce((r.rule ->> 'gst_percent')::numeric, 18), s.sac, '2017-07-01T00:00:00+05:30', s.updated_at,
  case when r.rule ->> 'gst_percent' is not null then r.set_by end
from seller s left join retail_rule r on r.operator_id is null and r.customer_type is null;

update retail_rule set rule = rule - 'gst_percent';
update planned_retail_rule set rule = rule - 'gst_percent';
