-- What EVSEs were from when to when, and the same by the hour of the week (decision 0016).

-- What a status means for who wants to charge. Null: nothing, so no interval of it is kept.
create function evse_state(status text) returns text language sql immutable parallel safe
return case
  when status = 'AVAILABLE' then 'free'
  when status in ('CHARGING', 'BLOCKED', 'RESERVED') then 'used'
  when status in ('OUTOFORDER', 'INOPERATIVE') then 'down'
end;

-- Since when the present state counts: never in the future, and never before the end of the interval before it.
-- Null: since `status_since`.
alter table evse add column state_from timestamptz;

-- Written when a state ends; the present one is in `evse`. What is unknown has no row.
create table evse_state_interval (
  location_id text not null,
  evse_uid text not null,
  state text not null,
  began timestamptz not null,
  ended timestamptz not null
) partition by range (ended);
create table evse_state_interval_rest partition of evse_state_interval default;
-- Rows come nearly in the order of their end.
create index evse_state_interval_ended on evse_state_interval using brin (ended) with (pages_per_range = 32, autosummarize = on);
insert into partitioned_table values ('evse_state_interval', 'month');

-- While an operator said nothing, nothing is known of its EVSEs.
create table operator_silence (
  operator_id text not null,
  began timestamptz not null,
  ended timestamptz not null,
  primary key (operator_id, ended)
);
create index operator_silence_ended on operator_silence (ended);

-- Seconds by the local hour of the week (0: Monday 00:00); what is older counts less (half after 28 days).
create table evse_hour (
  location_id text not null,
  evse_uid text not null,
  hour_of_week smallint not null,
  free_s double precision not null,
  used_s double precision not null,
  down_s double precision not null,
  -- The last local day that was added, and of how many there was something.
  day date not null,
  days int not null,
  primary key (location_id, evse_uid, hour_of_week)
);
-- The local days that were added.
create table evse_hour_day (day date primary key);

-- Adds a local day of every station to `evse_hour`; a second time it changes nothing. To be called when the day has
-- ended everywhere. `heard_for`: how long after its operator's last word a state still counts.
create function add_evse_hours(the_day date, at timestamptz, heard_for interval, home_zone text) returns int language plpgsql as $$
declare
  added int;
begin
  insert into evse_hour_day values (the_day) on conflict do nothing;
  if not found then
    return 0;
  end if;
  with zone as (
    select z.asked, coalesce(n.name, home_zone) as name
    from (select distinct body ->> 'time_zone' as asked from location) z
      left join pg_timezone_names n on n.name = z.asked),
  hour as (
    select z.asked, ((extract(isodow from the_day) - 1) * 24 + h)::smallint as hour_of_week,
      tstzrange((the_day + h * interval '1 hour') at time zone z.name,
        greatest((the_day + (h + 1) * interval '1 hour') at time zone z.name, (the_day + h * interval '1 hour') at time zone z.name)) as span
    from zone z, generate_series(0, 23) h),
  -- Zones are at most 14 hours ahead of UTC and 12 behind it.
  told as (
    select location_id, evse_uid, state, began, ended from evse_state_interval
    where ended > (the_day::timestamp at time zone 'UTC') - interval '15 hours'
      and began < (the_day::timestamp at time zone 'UTC') + interval '37 hours'
    union all
    select e.location_id, e.uid, evse_state(e.status), coalesce(e.state_from, e.status_since),
      least(at, o.last_contact_at + heard_for)
    from evse e join location l on l.id = e.location_id and l.closed_at is null join operator o on o.id = l.operator_id
    where evse_state(e.status) is not null),
  silence as (
    select operator_id, range_agg(tstzrange(began, ended)) as spans from operator_silence
    where ended > (the_day::timestamp at time zone 'UTC') - interval '15 hours' and began < ended group by operator_id),
  known as (
    select t.location_id, t.evse_uid, t.state, l.body ->> 'time_zone' as zone,
      tstzmultirange(tstzrange(t.began, greatest(t.began, t.ended))) - coalesce(s.spans, '{}') as spans
    from told t join location l on l.id = t.location_id left join silence s on s.operator_id = l.operator_id
    where t.began < t.ended),
  seconds as (
    select k.location_id, k.evse_uid, k.state, h.hour_of_week,
      (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)
       from unnest(k.spans * tstzmultirange(h.span)) r)::float8 as s
    from known k join hour h on h.asked is not distinct from k.zone and k.spans && h.span),
  summed as (
    select location_id, evse_uid, hour_of_week, coalesce(sum(s) filter (where state = 'free'), 0) as free_s,
      coalesce(sum(s) filter (where state = 'used'), 0) as used_s, coalesce(sum(s) filter (where state = 'down'), 0) as down_s
    from seconds group by 1, 2, 3 having sum(s) > 0)
  insert into evse_hour as w (location_id, evse_uid, hour_of_week, free_s, used_s, down_s, day, days)
  select location_id, evse_uid, hour_of_week, free_s, used_s, down_s, the_day, 1 from summed
  on conflict (location_id, evse_uid, hour_of_week) do update set
    free_s = excluded.free_s + w.free_s * 0.5 ^ ((excluded.day - w.day) / 28.0),
    used_s = excluded.used_s + w.used_s * 0.5 ^ ((excluded.day - w.day) / 28.0),
    down_s = excluded.down_s + w.down_s * 0.5 ^ ((excluded.day - w.day) / 28.0),
    day = excluded.day, days = w.days + 1
  where w.day < excluded.day;
  get diagnostics added = row_count;
  return added;
end $$;

-- Drops the months that ended before an instant, and what older rows the default partition has. Answers the months that
-- went.
create function drop_interval_months(before timestamptz) returns setof text language plpgsql as $$
declare
  p record;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  -- The parent is locked for a moment: who writes now comes first, and the next try is a day away.
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'evse_state_interval'::regclass order by c.relname
  loop
    if p.is_rest then
      execute format('delete from %I where ended < $1', p.part) using before;
    elsif p.ends <= before then
      execute format('drop table %I', p.part);
      return next p.part;
    end if;
  end loop;
end $$;
