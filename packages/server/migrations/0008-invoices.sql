-- Who sells to the drivers, as invoices name them. An example: its invoices say that they are none.
create table seller (
  id text primary key check (id = 'default'),
  name text not null,
  address text not null,
  city text not null,
  postal_code text not null,
  -- Two-digit GST state code; the GSTIN begins with it.
  state_code text not null check (state_code ~ '^\d{2}$'),
  gst_in text not null check (left(gst_in, 2) = state_code),
  email text,
  phone text,
  -- Services Accounting Code of charging.
  sac text not null,
  invoice_series text not null check (invoice_series ~ '^[A-Z0-9]{1,3}$'),
  credit_series text not null check (credit_series ~ '^[A-Z0-9]{1,3}$' and credit_series <> invoice_series),
  example boolean not null default false,
  updated_at timestamptz not null
);
insert into seller values ('default', 'Voltmarg Mobility Private Limited', 'Office 12, Example Chambers, Baner Road', 'Pune',
  '411045', '27', '27AAFCV4182M1ZS', 'bills@voltmarg.example', null, '998714', 'VM', 'VC', true, '2026-04-01T00:00:00Z');

-- What invoices to a company say of it besides its name.
alter table company
  add column address text,
  add column city text,
  add column postal_code text,
  add column state_code text,
  add column gst_in text,
  add column email text;

-- The last number given in a series and a financial year. Its row is locked from the number to the commit of the bill,
-- so that a bill that fails leaves no gap.
create table invoice_series (
  series text not null,
  financial_year text not null,
  last_number bigint not null,
  primary key (series, financial_year)
) with (fillfactor = 20);

create table invoice (
  number text primary key,
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  user_id text not null,
  cdr_id text not null,
  -- The bill that a credit note takes back, once.
  original_cdr_id text,
  issued_at timestamptz not null,
  unique (user_id, cdr_id),
  check ((kind = 'CREDIT_NOTE') = (original_cdr_id is not null))
);
create unique index invoice_credited on invoice (user_id, original_cdr_id) where original_cdr_id is not null;

create function invoice_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice never changes after it was issued' using errcode = 'VM005';
end $$;
create trigger invoice_issued_once before update or delete or truncate on invoice
  for each statement execute function invoice_refuse_change();

alter table cdr add column credit_of text;

-- Credits that came before the record they take back, by that record's natural key.
create table parked_credit (
  original_key text not null,
  id text primary key,
  operator_id text not null,
  body jsonb not null,
  received_at timestamptz not null
);
create index parked_credit_original on parked_credit (original_key);

-- Bills made before there were invoices have none.
update cdr set wire = wire || '{"igst_minor": 0, "invoice": null}' where not wire ? 'invoice';
