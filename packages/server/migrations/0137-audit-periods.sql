-- The log of what accounts went through has periods: rows go by age, and addresses earlier. Only the job that deletes old
-- rows may do it, and it can change nothing else.
create function account_audit_keep() returns trigger language plpgsql as $$
begin
  if current_setting('voltmarg.forgets', true) = 'account_audit' then
    if tg_op = 'DELETE' then return old; end if;
    if (new.id, new.at, new.user_id, new.act, new.details)
        is not distinct from (old.id, old.at, old.user_id, old.act, old.details - 'address') then return new; end if;
  end if;
  raise exception '% is written once', tg_table_name using errcode = 'VM004';
end $$;
create trigger account_audit_kept before update or delete on account_audit
  for each row execute function account_audit_keep();
create or replace trigger account_audit_append_only before truncate on account_audit
  for each statement execute function desk_refuse_change();
create index account_audit_at on account_audit (at);
create index account_audit_addresses on account_audit (at) where details ? 'address';
