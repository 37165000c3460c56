-- What the provider adds to an operator's tariff. Null: every operator, every type of customer; the most specific wins.
create table retail_rule (
  operator_id text references operator (id),
  customer_type text,
  rule jsonb not null,
  updated_at timestamptz not null,
  unique nulls not distinct (operator_id, customer_type)
);

-- Charge records whose total differs from our own computation on the operator's tariff, to be settled with the operator.
create table cdr_dispute (
  user_id text not null,
  cdr_id text not null,
  session_id text not null,
  operator_id text not null,
  currency text not null,
  -- Exact decimal text in the currency; incl null: the operator gave none.
  asked_excl text not null,
  asked_incl text,
  checked_excl text not null,
  checked_incl text not null,
  tolerance text not null,
  -- Our computation, line by line, on the operator's tariff.
  lines jsonb not null,
  -- Paise the driver paid.
  paid bigint not null,
  state text not null check (state in ('OPEN', 'CLOSED')),
  created_at timestamptz not null,
  primary key (user_id, cdr_id)
);
create index cdr_dispute_newest on cdr_dispute (created_at desc, cdr_id desc);
create index quarantined_cdr_newest on quarantined_cdr (received_at desc, id desc);

-- Real seconds an operator takes from our stop to its end of the charge, learnt from the charges we stopped.
create table stop_lead (
  operator_id text primary key,
  mean double precision not null,
  deviation double precision not null,
  samples int not null,
  updated_at timestamptz not null
);

-- Bills made before their lines named stretch, element and rounding: what was not recorded is null, the stretch the
-- whole charge. What the operator asked was kept only where our own computation found less.
update cdr set wire = (wire - 'operator_amount_minor') || jsonb_build_object(
  'dispute', case when (wire ->> 'operator_amount_minor')::bigint <> (wire ->> 'amount_minor')::bigint
    then jsonb_build_object('asked_minor', wire -> 'operator_amount_minor', 'checked_minor', wire -> 'amount_minor') end,
  'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('from', wire -> 'start_date_time', 'until', wire -> 'end_date_time',
      'element_index', null, 'restrictions', null, 'rounding', null) || line order by place), '[]')
    from jsonb_array_elements(wire -> 'lines') with ordinality as l (line, place)))
where wire ? 'operator_amount_minor';

update session set snapshot = snapshot || '{"operator_tariff": null}' where not snapshot ? 'operator_tariff';
