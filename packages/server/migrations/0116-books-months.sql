-- Months of India's calendar whose books were filed, and what their exports go by for ever.
create table books_month (
  -- Its first day.
  month date primary key,
  filed_at timestamptz not null,
  filed_by text not null,
  -- The seller's GSTIN, and names of companies and operators by the owner of their accounts, as they were then.
  gst_in text not null,
  names jsonb not null,
  -- SHA-256 of each export by its file's name, in hex.
  digests jsonb not null
);

-- What is late enough to be meant for another month is looked up; all else is booked at its own time.
create function books_refuse_filed() returns trigger language plpgsql as $$
begin
  if exists (select from books_month
      where month = date_trunc('month', (to_jsonb(new) ->> tg_argv[0])::timestamptz at time zone 'Asia/Kolkata')::date) then
    raise exception 'the books of that month are filed: a correction belongs into the open month' using errcode = 'VM006';
  end if;
  return new;
end $$;
create trigger ledger_transfer_open_month before insert on ledger_transfer
  for each row when (new.at < now() - interval '1 hour') execute function books_refuse_filed('at');
create trigger invoice_open_month before insert on invoice
  for each row when (new.issued_at < now() - interval '1 hour') execute function books_refuse_filed('issued_at');
