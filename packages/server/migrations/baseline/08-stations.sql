-- The version of a location is the highest of its own and its EVSEs'.
create sequence location_version;

create table location (
  id text primary key,
  operator_id text not null references operator (id),
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  -- A cell of 0.05 degrees, row by row: the search works without an extension of PostgreSQL.
  cell int not null,
  publish boolean not null,
  search_text text not null,
  body jsonb not null,
  -- As a member of the staff confirmed it; null: nobody did. What the operator sends does not change it.
  gst_state text,
  -- A member of the staff took it out of the app; null: it is shown. What the operator sends does not change it.
  hidden_at timestamptz,
  hidden_by text,
  hidden_because text,
  last_updated timestamptz not null,
  seen_at timestamptz not null,
  closed_at timestamptz,
  version bigint not null default nextval('location_version'),
  -- The transaction that wrote what search indexes hold of the row. By it a replica finds what became visible since it last
  -- looked, in whatever order transactions commit (changed_stations). Null: so old that every look has seen it.
  written_by xid8
);
create unique index location_natural on location (lower(country_code), lower(party_id), lower(ocpi_id));
-- The order in which a search index is loaded.
create index location_cell on location (cell, id) where closed_at is null;
-- What a full pull did not name.
create index location_operator on location (operator_id) where closed_at is null;
create index location_of_ocpi on location (lower(ocpi_id));
create index location_written on location (written_by) where written_by is not null;
-- The list of all stations in the console: by name, with its filters.
create index location_by_name on location ((lower(name) collate "C"), id);
create index location_by_operator on location (operator_id, (lower(name) collate "C"), id);
create index location_by_city on location (lower(body ->> 'city'), (lower(name) collate "C"), id);
create index location_by_state on location (lower(body ->> 'state'), (lower(name) collate "C"), id);
create index location_hidden on location ((lower(name) collate "C"), id) where hidden_at is not null;
create function location_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.version, new.operator_id, new.country_code, new.party_id, new.name, new.latitude, new.longitude,
      new.publish, new.closed_at, new.hidden_at, new.last_updated, new.body)
    is distinct from (old.version, old.operator_id, old.country_code, old.party_id, old.name, old.latitude, old.longitude,
      old.publish, old.closed_at, old.hidden_at, old.last_updated, old.body)
  then new.written_by := pg_current_xact_id(); end if;
  return new;
end $$;
create trigger location_written before insert or update on location for each row execute function location_written();

create table evse (
  location_id text not null references location (id),
  uid text not null,
  -- Its place in the location's list; null: it came alone and is shown last.
  position int,
  status text not null,
  status_since timestamptz not null,
  -- Since when the present state counts: never in the future, and never before the end of the interval before it. Null:
  -- since status_since.
  state_from timestamptz,
  body jsonb not null,
  -- What is printed on the charger, without separators.
  code text generated always as (upper(regexp_replace(body ->> 'evse_id', '[^A-Za-z0-9]', '', 'g'))) stored,
  last_updated timestamptz not null,
  version bigint not null default nextval('location_version'),
  -- As in `location`; `content_by`: the transaction that wrote more than a status.
  written_by xid8,
  content_by xid8,
  primary key (location_id, uid)
);
create index evse_code on evse (code);
create index evse_of_uid on evse (lower(uid));
create index evse_written on evse (written_by) where written_by is not null;
create function evse_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.version, new.status, new.status_since, new.position, new.body)
    is distinct from (old.version, old.status, old.status_since, old.position, old.body)
  then new.written_by := pg_current_xact_id(); end if;
  if tg_op = 'INSERT' or (new.position, new.body -> 'connectors', new.body -> 'evse_id', new.body -> 'physical_reference')
    is distinct from (old.position, old.body -> 'connectors', old.body -> 'evse_id', old.body -> 'physical_reference')
  then new.content_by := pg_current_xact_id(); end if;
  return new;
end $$;
create trigger evse_written before insert or update on evse for each row execute function evse_written();

create table favourite (
  user_id text not null,
  location_id text not null,
  created_at timestamptz not null,
  primary key (user_id, location_id)
);
-- The console shows how many drivers have a station among their favourites.
create index favourite_of_location on favourite (location_id);

-- Drivers who want to hear when a plug becomes free. evse_uid null: any plug of the location.
create table station_watch (
  user_id text not null,
  id text not null,
  location_id text not null references location (id),
  evse_uid text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  told_at timestamptz,
  -- Until then it remains as a notice.
  seen_at timestamptz,
  primary key (user_id, id)
);
create index station_watch_waiting on station_watch (location_id) where told_at is null;
create index station_notice on station_watch (user_id) where told_at is not null and seen_at is null;

-- What drivers report about stations, for the staff.
create table station_problem (
  id text primary key,
  user_id text not null,
  location_id text not null references location (id),
  evse_uid text,
  kind text not null,
  -- Of a report that came from a check-in: why charging did not work.
  reason text,
  body text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz
);
create index station_problem_of_driver on station_problem (user_id, created_at);
create index station_problem_newest on station_problem (created_at desc, id);
create index station_problem_open on station_problem (created_at) where closed_at is null;
create index station_problem_place on station_problem (location_id, created_at);

-- Whether charging worked for a driver at a station, one for each day there (by the station's clock).
create table check_in (
  user_id text not null,
  id text not null,
  location_id text not null,
  -- Null: the station as a whole.
  evse_uid text,
  day date not null,
  worked boolean not null,
  -- Null exactly where it worked.
  reason text,
  body text not null,
  photo_id text,
  -- Make and model.
  vehicle text,
  -- Whether the account had charged anywhere by then: without it, a check-in is weak evidence.
  has_charged boolean not null,
  created_at timestamptz not null,
  hidden_at timestamptz,
  primary key (user_id, id),
  check (worked = (reason is null))
);
create unique index check_in_of_day on check_in (user_id, location_id, day);
create index check_in_newest on check_in (location_id, created_at desc, id);
create index check_in_id on check_in (id);
create index check_in_age on check_in (created_at);

-- A driver says that a check-in should not be shown.
create table check_in_report (
  user_id text not null,
  check_in_id text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (user_id, check_in_id)
);
create index check_in_report_of on check_in_report (check_in_id);
create index check_in_report_age on check_in_report (created_at);

-- A driver's stars for a finished charging session.
create table session_rating (
  user_id text not null,
  session_id text not null,
  location_id text not null,
  stars int not null check (stars between 1 and 5),
  tags text[] not null,
  body text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, session_id)
);
create index session_rating_location on session_rating (location_id);

-- Who may charge where not everybody may: a driver or a company, at a location or everywhere at an operator.
create table whitelist_entry (
  id text primary key,
  user_id text references app_user (id),
  company_id text references company (id),
  location_id text,
  operator_id text references operator (id),
  created_at timestamptz not null,
  check (num_nonnulls(user_id, company_id) = 1),
  check (num_nonnulls(location_id, operator_id) = 1),
  unique nulls not distinct (user_id, company_id, location_id, operator_id)
);

-- What EVSEs were from when to when, and the same by the hour of the week (decision 0016).

-- What a status means for somebody who wants to charge. Null: nothing, so no interval of it is stored.
create function evse_state(status text) returns text language sql immutable parallel safe
return case
  when status = 'AVAILABLE' then 'free'
  when status in ('CHARGING', 'BLOCKED', 'RESERVED') then 'used'
  when status in ('OUTOFORDER', 'INOPERATIVE') then 'down'
end;

-- Written when a state ends; the present one is in `evse`.
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
create index evse_state_interval_place on evse_state_interval (location_id, ended);

-- Drops the months that ended before an instant, and older rows of the default partition. Returns the partitions dropped.
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

-- Seconds by the local hour of the week (0: Monday 00:00). Older ones count less: half after 28 days.
create table evse_hour (
  location_id text not null,
  evse_uid text not null,
  hour_of_week smallint not null,
  free_s double precision not null,
  used_s double precision not null,
  down_s double precision not null,
  -- The last local day that was added, and how many days there was something to add of.
  day date not null,
  days int not null,
  primary key (location_id, evse_uid, hour_of_week)
);
-- The local days that were added.
create table evse_hour_day (day date primary key);

-- The local hours of each of the last two weeks' days: "free on 8 of the last 10 evenings". One bit for each hour, the first
-- for midnight. Known: at least half of the hour. Free: most of what is known of it.
create table evse_day (
  location_id text not null,
  evse_uid text not null,
  day date not null,
  known_hours int not null,
  free_hours int not null,
  primary key (location_id, evse_uid, day)
);
create index evse_day_day on evse_day (day);

-- Adds a local day of every station to `evse_hour` and `evse_day`; a second time it changes nothing. To be called when the
-- day has ended everywhere. `heard_for`: how long after its operator's last message a state still counts. Returns the hours
-- that changed.
create function add_evse_hours(the_day date, at timestamptz, heard_for interval, home_zone text) returns int language plpgsql as $$
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

-- Starts of an EVSE by the day (UTC) they were asked for: how many worked, and how many failed by the fault of the charger or
-- its operator. Nothing in it leads to a driver.
create table evse_start_day (
  location_id text not null,
  evse_uid text not null,
  day date not null,
  worked int not null,
  failed int not null,
  -- The search index reads what changed since it last looked.
  changed_at timestamptz not null default now(),
  primary key (location_id, evse_uid, day)
);
create index evse_start_day_age on evse_start_day (day);
create index evse_start_day_changed on evse_start_day (changed_at);

-- When the last charging session that delivered energy ended, to the quarter of an hour, and its highest power.
create table evse_last_charge (
  location_id text not null,
  evse_uid text not null,
  at timestamptz not null,
  -- Whole kW; null: the operator sent none.
  power_kw int,
  changed_at timestamptz not null default now(),
  primary key (location_id, evse_uid)
);
create index evse_last_charge_changed on evse_last_charge (changed_at);
