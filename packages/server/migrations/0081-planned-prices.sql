-- A retail rule that holds from the beginning of a day in India, in place of the one before it; null: as in retail_rule.
create table planned_retail_rule (
  operator_id text references operator (id),
  customer_type text,
  from_at timestamptz not null,
  rule jsonb not null,
  updated_at timestamptz not null,
  set_by text not null,
  unique nulls not distinct (operator_id, customer_type, from_at)
);
-- Null: set before this was kept, or by a release that does not.
alter table retail_rule add column set_by text;
