-- Work to do after the commit of the transaction that asks for it. A row is due when the service's clock has passed due_at.
create table outbox (
  id text not null,
  topic text not null,
  payload jsonb not null,
  -- Work of one kind must not block another: a slow push service never makes a charging session wait.
  queue text not null default 'main',
  -- Where the database is spread over several machines (decision 0013), an outbox row is on the shard of its driver, so
  -- that it commits with the driver's rows on one machine. `shard` is a key that is there: a claim reads one shard and must
  -- name it. It is empty for rows of nobody, and for all rows while one PostgreSQL has everything.
  shard text not null default '',
  created_at timestamptz not null,
  -- When the row was first written, if it was moved to a later day since.
  first_at timestamptz,
  due_at timestamptz not null,
  leased_until timestamptz,
  done_at timestamptz,
  attempts int not null default 0,
  failures int not null default 0,
  last_error text,
  -- Some work has one unfinished row, such as the watch of a charging session: who asks for it while it runs gets one more
  -- run, due at `again_at`. `attempts_before`: the attempts until it was last asked for anew.
  again_at timestamptz,
  attempts_before int not null default 0,
  -- The W3C traceparent of what asked for it. Null: nothing was traced.
  trace text,
  primary key (created_at, id)
) partition by range (created_at);
create table outbox_rest partition of outbox default;
create index outbox_due on outbox (queue, due_at) where done_at is null;

-- The shards of drivers, each with its key. Empty: one PostgreSQL has everything.
create table outbox_shard (
  shard bigint primary key,
  key text not null unique
);

-- Messages that came in, by their natural key: a second one of the same key is a repetition.
create table inbox (
  source text not null,
  key text not null,
  body_hash text not null,
  received_at timestamptz not null,
  primary key (source, key)
);
create index inbox_age on inbox (received_at);

create table setting (
  name text primary key,
  value jsonb not null
);

-- Which replica does what only one may do at a time, and until when it counts as alive.
create table lease (
  name text primary key,
  holder text not null,
  until timestamptz not null
);

-- Tasks of the schedule, each run by one replica.
create table scheduled_task (
  name text primary key,
  -- The time it ran for last, or when its row was made.
  ran_for timestamptz not null,
  -- When a run that failed is tried again.
  again_at timestamptz,
  last_error text
);

-- Tables with partitions by time. Bills have years: they are found by ids that name no month, and such a look-up is planned
-- over all partitions.
create table partitioned_table (name text primary key, unit text not null check (unit in ('day', 'month', 'year')));
insert into partitioned_table values
  ('outbox', 'day'), ('ocpi_log', 'month'), ('evse_state_interval', 'month'), ('meter_value', 'month'), ('cdr', 'year');

-- Creates the partitions from the one that an instant is in: four days or months, two years.
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

-- For tables whose rows are only added.
create function desk_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name using errcode = 'VM004';
end $$;
