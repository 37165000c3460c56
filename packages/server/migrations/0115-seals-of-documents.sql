-- The chain of each series of documents, in the order of their numbers: who changes or takes out a document in the
-- database breaks it there. It is on its own, as documents lie with their drivers.
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

-- How many documents were issued before there were seals. They are sealed afterwards, in a chain of their own; what
-- was issued since begins another one.
alter table invoice_series add column issued_before bigint not null default 0;
update invoice_series set issued_before = last_number;

-- The document that its driver has under a number: what `invoice` and `cdr` hold of it. Null: there is none.
-- Never changed: what it answers is stored. Another content is a new function.
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

-- Seals a document once, in the transaction that took its number: the row of the series is locked by it.
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

-- For the release before, which only inserts. Then the function above finds it sealed.
create function invoice_seal_it() returns trigger language plpgsql as $$
begin
  perform seal_invoice(new.user_id, new.number);
  return null;
end $$;
create trigger invoice_sealed after insert on invoice for each row execute function invoice_seal_it();

create trigger invoice_seal_kept before update or delete or truncate on invoice_seal
  for each statement execute function invoice_refuse_change();
