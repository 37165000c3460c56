-- Who sells to the drivers, as invoices name them. While it is an example, invoices say that they are none.
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
  -- What rule 4 of the Consumer Protection (E-Commerce) Rules 2020 has a seller show besides name and address. Null: not
  -- given yet. Customer care is in support_information.
  website text,
  -- Addresses of branches, one a line.
  branches text,
  officer_name text,
  officer_designation text,
  officer_phone text,
  officer_email text,
  updated_at timestamptz not null
);
insert into seller (id, name, address, city, postal_code, state_code, gst_in, email, sac, invoice_series, credit_series,
    example, updated_at)
  values ('default', 'Voltmarg Mobility Private Limited', 'Office 12, Example Chambers, Baner Road', 'Pune', '411045', '27',
    '27AAFCV4182M1ZS', 'bills@voltmarg.example', '998714', 'VM', 'VC', true, '2026-04-01T00:00:00Z');

-- An issued document, and what it costs us, is written once. The arguments of the trigger are the columns that are null at
-- first and may be filled, once.
create function keep_issued() returns trigger language plpgsql as $$
declare
  v_later text[] := coalesce(tg_argv, '{}');
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - v_later = to_jsonb(new) - v_later and not exists (
      select from unnest(v_later) c where to_jsonb(old) ->> c is not null and to_jsonb(old) -> c <> to_jsonb(new) -> c) then
      return new;
    end if;
  end if;
  raise exception 'a row of % never changes after it was issued', tg_table_name using errcode = 'VM005';
end $$;

-- Bills: finished, priced sessions. Amounts are paise: what the driver pays, and what the operator asks.
create table cdr (
  user_id text not null,
  id text not null,
  session_id text,
  -- Of a credit, the bill that it takes back.
  credit_of text,
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  amount bigint not null,
  operator_amount bigint not null,
  -- As the app shows it.
  wire jsonb not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, created_at, id)
) partition by range (created_at);
create table cdr_rest partition of cdr default;
create index cdr_id on cdr (user_id, id);
create index cdr_session on cdr (user_id, session_id);
create trigger cdr_kept before update or delete on cdr for each row execute function keep_issued();
create trigger cdr_kept_whole before truncate on cdr for each statement execute function keep_issued();

-- CDRs that cannot be billed as they are: unknown session, wrong currency, impossible figures, a credit whose CDR is not
-- billed yet.
create table quarantined_cdr (
  id text primary key,
  operator_id text not null,
  ocpi_id text not null,
  reason text not null,
  body jsonb not null,
  -- Of a CDR that could not be read: its text, its size in bytes, and country, party and id as far as all three could be read.
  raw text,
  raw_size int,
  raw_key text,
  received_at timestamptz not null,
  -- What staff decided: billed after all, or never.
  decision text check (decision in ('RELEASED', 'REJECTED')),
  decided_at timestamptz,
  decided_because text,
  constraint quarantined_cdr_decided check ((decision is null) = (decided_at is null))
);
create index quarantined_cdr_newest on quarantined_cdr (received_at desc, id desc);
create index quarantined_cdr_open on quarantined_cdr (received_at) where decision is null;
create index quarantined_cdr_unread on quarantined_cdr (operator_id) include (raw_size, raw_key)
  where raw is not null and decision is null;
-- Those that may belong to one session, as they name it.
create index quarantined_cdr_reference on quarantined_cdr (lower(body ->> 'authorization_reference')) where decision is null;
create index quarantined_cdr_session on quarantined_cdr (lower(body ->> 'session_id')) where decision is null;
create index quarantined_cdr_token on quarantined_cdr (lower(body -> 'cdr_token' ->> 'uid')) where decision is null;
create index quarantined_cdr_credit on quarantined_cdr (lower(body ->> 'credit_reference_id'))
  where decision is null and body ->> 'credit_reference_id' is not null;

-- Bills made from our own meter values because no CDR came.
create table provisional_bill (
  user_id text not null,
  cdr_id text not null,
  session_id text not null,
  operator_id text not null,
  created_at timestamptz not null,
  -- REPLACED by the bill of the CDR that came after all; FINAL: none came, and the bill stays.
  outcome text check (outcome in ('REPLACED', 'FINAL')),
  replaced_by text,
  settled_at timestamptz,
  primary key (user_id, cdr_id),
  check ((outcome is null) = (settled_at is null)),
  check ((replaced_by is not null) = (outcome is not distinct from 'REPLACED'))
);

-- CDRs whose total differs from our own computation on the operator's tariff, to be settled with the operator.
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
  -- Paise that the driver paid.
  paid bigint not null,
  -- Paise that the driver agreed to, of a session whose price is above them. Null: the dispute is about the price alone.
  agreed bigint,
  state text not null check (state in ('OPEN', 'CLOSED')),
  -- Paise that staff decided to owe the operator of what was disputed, and why; null: nothing yet.
  owed bigint,
  decided_because text,
  created_at timestamptz not null,
  primary key (user_id, cdr_id)
);
create index cdr_dispute_newest on cdr_dispute (created_at desc, cdr_id desc);
create index cdr_dispute_open on cdr_dispute (created_at) where state = 'OPEN';

-- What each CDR costs us: the lines behind the account operator:<id>.
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
  -- What the operator's CDR says: currency, total without and with tax, taxes by name. Null: the line has no CDR.
  total_cost jsonb,
  -- The operator's credit that took the cost back.
  reversed_by text,
  primary key (operator_id, at, cdr_id)
);
create unique index operator_cost_cdr on operator_cost (cdr_id);
create index operator_cost_record on operator_cost (ocpi_id);
create index operator_cost_ended on operator_cost (operator_id, ended_at);
create trigger operator_cost_kept before update or delete on operator_cost
  for each row execute function keep_issued('reversed_by');
create trigger operator_cost_kept_whole before truncate on operator_cost
  for each statement execute function keep_issued();

-- OCPI 2.3.0 invoice reconciliation: which CDRs an operator's invoice lists.
create table operator_invoice (
  -- Made from operator, party and the operator's id.
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
  -- The operator withdrew it and it has no lines. An older message does not bring it back.
  deleted_at timestamptz
);
create index operator_invoice_newest on operator_invoice (last_updated desc, id desc) where deleted_at is null;
create index operator_invoice_operator on operator_invoice (operator_id);

-- Each id as listed, from 0; one that is listed twice has two rows. cdr_id: what a bill of that CDR is named, whether there is
-- one or not.
create table operator_invoice_line (
  cdr_id text not null,
  invoice text not null,
  place int not null,
  operator_id text not null,
  ocpi_id text not null,
  primary key (cdr_id, invoice, place)
);
create index operator_invoice_line_place on operator_invoice_line (invoice, place);

-- The last number given in a series and a financial year. Its row is locked from the number to the commit of the bill, so that
-- a bill that fails leaves no gap.
create table invoice_series (
  series text not null,
  financial_year text not null,
  last_number bigint not null,
  -- How many documents were issued before there were seals. They were sealed later, in a chain of their own.
  issued_before bigint not null default 0,
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
create index invoice_issued on invoice using brin (issued_at);
create function invoice_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice never changes after it was issued' using errcode = 'VM005';
end $$;
create trigger invoice_issued_once before update or delete or truncate on invoice
  for each statement execute function invoice_refuse_change();
create trigger invoice_open_month before insert on invoice
  for each row when (new.issued_at < now() - interval '1 hour') execute function books_refuse_filed('issued_at');

-- The chain of each series of documents, in the order of their numbers: whoever changes or removes a document in the database
-- breaks it there. It has its own table, as documents are with their drivers.
create table invoice_seal (
  series text not null,
  financial_year text not null,
  -- Its place in the series, from 1.
  nth bigint not null,
  number text not null unique,
  -- SHA-256 of the document as it was issued.
  content bytea not null,
  -- The hash of the one before; empty: it begins a chain.
  prior bytea not null,
  -- SHA-256 of prior and content.
  hash bytea not null,
  primary key (series, financial_year, nth)
);
create trigger invoice_seal_kept before update or delete or truncate on invoice_seal
  for each statement execute function invoice_refuse_change();

-- The document that a driver has under a number: what `invoice` and `cdr` hold of it. Null: there is none. Its result is
-- stored, so it never changes: other content is a new function.
create function invoice_content(p_user text, p_number text) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(i.number, i.kind, i.user_id, i.cdr_id, i.original_cdr_id,
      extract(epoch from i.issued_at)::text, c.session_id, c.country_code, c.party_id, c.ocpi_id, c.amount, c.operator_amount,
      c.wire, c.body, extract(epoch from c.created_at)::text, c.credit_of)::text, 'UTF8'))
    from invoice i left join cdr c on c.user_id = i.user_id and c.id = i.cdr_id
    where i.user_id = p_user and i.number = p_number
$$;
create function seal_append(p_series text, p_year text, p_nth bigint, p_number text, p_user text, p_before bigint) returns void
language plpgsql as $$
declare
  v_content bytea := invoice_content(p_user, p_number);
  v_prior bytea := coalesce((select s.hash from invoice_seal s
    where s.series = p_series and s.financial_year = p_year and s.nth = p_nth - 1 and p_nth - 1 <> p_before), '');
begin
  insert into invoice_seal (series, financial_year, nth, number, content, prior, hash)
    values (p_series, p_year, p_nth, p_number, v_content, v_prior, sha256(v_prior || v_content));
end $$;
-- Seals a document once, in the transaction that took its number and so has locked the row of the series.
create function seal_invoice(p_user text, p_number text) returns void language plpgsql as $$
declare
  v_series text := split_part(p_number, '/', 1);
  v_year text := split_part(p_number, '/', 2);
  v_nth bigint;
  v_before bigint;
begin
  if exists (select from invoice_seal where number = p_number) then return; end if;
  select last_number, issued_before into v_nth, v_before from invoice_series
    where series = v_series and financial_year = v_year;
  perform seal_append(v_series, v_year, v_nth, p_number, p_user, v_before);
end $$;
create function issue_invoice(p_number text, p_kind text, p_user text, p_cdr text, p_original text, p_at timestamptz) returns void
language plpgsql as $$
begin
  insert into invoice (number, kind, user_id, cdr_id, original_cdr_id, issued_at)
    values (p_number, p_kind, p_user, p_cdr, p_original, p_at);
  perform seal_invoice(p_user, p_number);
end $$;

-- Invoices and credit notes to buyers with a GSTIN, and what the invoice registration portal said of each.
create table gst_document (
  user_id text not null,
  -- Of the invoice or credit note.
  number text not null,
  cdr_id text not null,
  kind text not null,
  gst_in text not null,
  issued_at timestamptz not null,
  -- It was issued without the buyer's address.
  lacks_address boolean not null,
  -- The bill that a credit note takes back.
  original_cdr_id text,
  -- NOT_DUE: registration was off. WITHDRAWN: an invoice that the portal never took, and its credit note.
  state text not null default 'PENDING' check (state in ('NOT_DUE', 'PENDING', 'REGISTERED', 'REFUSED', 'WITHDRAWN')),
  -- Sent again after a correction, with the addresses as they are then.
  corrected boolean not null default false,
  -- Why it is not registered yet, as the portal or the service says.
  reason text,
  tried_at timestamptz,
  irn text,
  ack_number text,
  -- As the portal writes it, in Indian time.
  ack_at text,
  signed_qr text,
  primary key (user_id, number),
  check ((state = 'REGISTERED') = (irn is not null and signed_qr is not null))
);
create index gst_document_bill on gst_document (user_id, cdr_id);
create index gst_document_newest on gst_document (issued_at desc, number desc);
create index gst_document_open on gst_document (issued_at) where state in ('PENDING', 'REFUSED');
