-- An issued document, and what it costs us, is written once. The arguments are the columns that are empty at first and
-- may be filled, once.
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

create trigger cdr_kept before update or delete on cdr for each row execute function keep_issued();
create trigger cdr_kept_whole before truncate on cdr for each statement execute function keep_issued();
-- The operator's credit that took a cost back comes later.
create trigger operator_cost_kept before update or delete on operator_cost
  for each row execute function keep_issued('reversed_by');
create trigger operator_cost_kept_whole before truncate on operator_cost
  for each statement execute function keep_issued();
