-- When a row was first written, if it was carried to a later day since. Null: it was not.
alter table outbox add column first_at timestamptz;

-- Carries rows that are not done, and that nobody runs, from before an instant to the day of `now`, so many at a time:
-- their days can then be dropped. Rows created in 1970 stay: each stands for one thing (0039). Answers how many.
create function carry_outbox(before timestamptz, now timestamptz, most int) returns int language sql as $$
  with old as (
    select created_at, id from outbox
    where done_at is null and created_at > '1970-01-01 UTC' and created_at < before and (leased_until is null or leased_until <= now)
    limit most for update skip locked),
  carried as (
    update outbox o set created_at = now, first_at = coalesce(o.first_at, o.created_at)
    from old where o.created_at = old.created_at and o.id = old.id returning o.id)
  select count(*)::int from carried
$$;

-- Drops the oldest day that ended before an instant and has only done rows. One day a transaction: each locks the
-- parent for a moment. Answers its partition; null: there is none left. Done rows of the default partition go by slices.
create function drop_outbox_day(before timestamptz) returns text language plpgsql as $$
declare
  p record;
  needed boolean;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'outbox'::regclass order by c.relname
  loop
    if p.is_rest then
      execute format('delete from %I where ctid = any (array(select ctid from %I
        where created_at < $1 and done_at is not null limit 20000))', p.part, p.part) using before;
    elsif p.ends <= before then
      execute format('select exists (select from %I where done_at is null)', p.part) into needed;
      continue when needed;
      execute format('drop table %I', p.part);
      return p.part;
    end if;
  end loop;
  return null;
end $$;
