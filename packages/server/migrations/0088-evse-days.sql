-- What EVSEs were at each local hour of the last two weeks: "free on 8 of the last 10 evenings" (decision 0016).

-- One bit for each hour, the first for midnight. Known: at least half of the hour. Free: most of what is known of it.
create table evse_day (
  location_id text not null,
  evse_uid text not null,
  day date not null,
  known_hours int not null,
  free_hours int not null,
  primary key (location_id, evse_uid, day)
);
create index evse_day_day on evse_day (day);

-- As in 0057, and keeps the day by itself too.
create or replace function add_evse_hours(the_day date, at timestamptz, heard_for interval, home_zone text) returns int language plpgsql as $$
declare
  added int;
begin
  insert into evse_hour_day values (the_day) on conflict do nothing;
  if not found then
    return 0;
  end if;
  delete from evse_day where day < the_day - 14;
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
    from seconds group by 1, 2, 3 having sum(s) > 0),
  days as (
    insert into evse_day (location_id, evse_uid, day, known_hours, free_hours)
    select location_id, evse_uid, the_day,
      coalesce(bit_or(1 << (hour_of_week % 24)) filter (where free_s + used_s + down_s >= 1800), 0),
      coalesce(bit_or(1 << (hour_of_week % 24)) filter (where free_s + used_s + down_s >= 1800 and free_s > used_s + down_s), 0)
    from summed group by 1, 2
    on conflict do nothing)
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
