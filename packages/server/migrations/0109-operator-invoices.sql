-- OCPI 2.3.0 invoice reconciliation: which CDRs stand on an operator's invoice, as it says.
create table operator_invoice (
  -- Derived from operator, party and the operator's id.
  id text primary key,
  operator_id text not null references operator (id),
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  -- The number on the paper; null: the operator named none.
  invoice_id text,
  cdrs int not null,
  body_hash text not null,
  last_updated timestamptz not null,
  received_at timestamptz not null,
  -- The operator withdrew it; it has no lines. A message from before that does not bring it back.
  deleted_at timestamptz
);
create index operator_invoice_newest on operator_invoice (last_updated desc, id desc) where deleted_at is null;
create index operator_invoice_operator on operator_invoice (operator_id);

-- Each id as listed, from 0; one that is listed twice has two rows. cdr_id: ours of such a CDR, whether we have it or not.
create table operator_invoice_line (
  cdr_id text not null,
  invoice text not null,
  place int not null,
  operator_id text not null,
  ocpi_id text not null,
  primary key (cdr_id, invoice, place)
);
create index operator_invoice_line_place on operator_invoice_line (invoice, place);

-- What the operator's CDR says: currency, total without and with tax, taxes by name. Null: the line is none of the operator's.
alter table operator_cost add column total_cost jsonb;
update operator_cost c set total_cost = jsonb_build_object('currency', b.body -> 'currency') || (b.body -> 'total_cost')
  from cdr b where b.user_id = c.user_id and b.id = c.cdr_id and jsonb_typeof(b.body -> 'total_cost') = 'object';
create index operator_cost_ended on operator_cost (operator_id, ended_at);

-- The newest invoice that a pull brought.
alter table operator add column invoices_seen_until timestamptz;
