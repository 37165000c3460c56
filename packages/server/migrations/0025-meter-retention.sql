-- Meter values that a bill rests on, because its operator never sent a record: kept as long as the bill when their
-- month goes.
create table meter_evidence (
  user_id text not null,
  session_id text not null,
  at timestamptz not null,
  until timestamptz,
  kwh numeric not null,
  charging boolean not null,
  power_kw double precision,
  state_of_charge double precision,
  primary key (user_id, session_id, at)
);

-- Drops the months of meter values that ended before an instant, and what older rows the default partition has. A month
-- with a charge that is not settled stays whole until it is. Answers the months that went.
create function drop_meter_months(before timestamptz) returns setof text language plpgsql as $$
declare
  p record;
  needed boolean;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  -- The parent is locked for a moment: who meters now comes first, and the next try is an hour away.
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'meter_value'::regclass order by c.relname
  loop
    continue when not p.is_rest and p.ends > before;
    execute format(
      'select exists (select from %I m join session s on s.user_id = m.user_id and s.id = m.session_id
         where m.at < $1 and (s.open or s.step = ''ENDED'' or s.provisional_since is not null))', p.part)
      into needed using before;
    continue when needed;
    execute format(
      'insert into meter_evidence select m.user_id, m.session_id, m.at, m.until, m.kwh, m.charging, m.power_kw, m.state_of_charge
         from %I m join provisional_bill b on b.user_id = m.user_id and b.session_id = m.session_id
         where m.at < $1 and b.outcome is distinct from ''REPLACED'' on conflict do nothing', p.part) using before;
    if p.is_rest then
      execute format('delete from %I where at < $1', p.part) using before;
    else
      execute format('drop table %I', p.part);
      return next p.part;
    end if;
  end loop;
end $$;
