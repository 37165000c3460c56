-- Side effects wait here until their transaction has committed; a row is due when due_at has passed on our clock.
create table outbox (
  id text not null,
  topic text not null,
  payload jsonb not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  failures int not null default 0,
  leased_until timestamptz,
  done_at timestamptz,
  last_error text,
  primary key (created_at, id)
) partition by range (created_at);
create table outbox_rest partition of outbox default;
create index outbox_due on outbox (due_at) where done_at is null;

-- What came in, by its natural key: the second arrival of the same thing is known by its row here.
create table inbox (
  source text not null,
  key text not null,
  body_hash text not null,
  received_at timestamptz not null,
  primary key (source, key)
);

create table setting (
  name text primary key,
  value jsonb not null
);

-- Partitions for the days and months around an instant. Tables that want them register here.
create table partitioned_table (name text primary key, unit text not null check (unit in ('day', 'month')));
insert into partitioned_table values ('outbox', 'day');

create function ensure_partitions(at timestamptz) returns void language plpgsql as $$
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
    for i in 0..3 loop
      last := first + step;
      part := t.name || '_' || to_char(first, 'YYYYMMDD');
      begin
        if to_regclass(part) is null then
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
