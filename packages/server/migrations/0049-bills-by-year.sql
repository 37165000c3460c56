-- Bills are kept for years and found by their id or session, which names no month: each such look-up is planned over all
-- partitions. Years instead of months leave a few. Months that exist stay; a year begins where they end.
alter table partitioned_table drop constraint partitioned_table_unit_check;
alter table partitioned_table add constraint partitioned_table_unit_check check (unit in ('day', 'month', 'year')) not valid;
update partitioned_table set unit = 'year' where name = 'cdr';

create or replace function ensure_partitions(at timestamptz) returns void language plpgsql as $$
declare
  t record;
  step interval;
  first timestamp;
  last timestamp;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  for t in select * from partitioned_table loop
    step := ('1 ' || t.unit)::interval;
    -- All of it without a zone and meant as UTC: the zone of the session must not move a border.
    first := date_trunc(t.unit, at at time zone 'UTC');
    for i in 0..case t.unit when 'year' then 1 else 3 end loop
      last := first + step;
      -- Where the partitions that begin in this span end: those of its months, or itself.
      select coalesce(max(b.upto) filter (where b.upto > first and b.upto <= last), first) into first
        from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral (
          select (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)'))[1]::timestamptz
            at time zone 'UTC' as upto) b
        where i.inhparent = t.name::regclass;
      part := t.name || '_' || to_char(first, 'YYYYMMDD');
      begin
        if first < last then
          execute format('create table %I partition of %I for values from (%L) to (%L)', part, t.name,
            first at time zone 'UTC', last at time zone 'UTC');
        end if;
      exception when check_violation then
        -- Rows of that time already stand in the default partition: they stay there.
        null;
      end;
      first := last;
    end loop;
  end loop;
end $$;
