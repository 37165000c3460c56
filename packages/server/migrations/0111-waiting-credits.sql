-- A credit CDR whose record is not billed yet waits among the CDRs that are set aside, where staff see it. A replica of the
-- release before still writes to parked_credit.
create index quarantined_cdr_credit on quarantined_cdr (lower(body ->> 'credit_reference_id'))
  where decision is null and body ->> 'credit_reference_id' is not null;

insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
  select id, operator_id, body ->> 'id', 'the record it takes back is not billed yet', body, received_at from parked_credit
  on conflict do nothing;
delete from parked_credit;

create function set_credit_aside() returns trigger language plpgsql as $$
begin
  insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
    values (new.id, new.operator_id, new.body ->> 'id', 'the record it takes back is not billed yet', new.body, new.received_at)
    on conflict do nothing;
  return null;
end $$;
create trigger parked_credit_aside before insert on parked_credit for each row execute function set_credit_aside();
