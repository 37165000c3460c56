-- What every pushed status runs. In a function because PostgreSQL then plans it once for each connection: the service sends
-- statements without names, as PgBouncer needs it, and planning these took longer than running them. Applied again whenever
-- this text has changed; the rules for changing it are in ledger-functions.sql.

-- Since when an EVSE's state counts after a status told at `p_told` by the operator's clock. It never lies in the future and
-- never before the interval that is closed: an operator's clock may jump.
create or replace function evse_state_from(
  p_was text, p_status text, p_from timestamptz, p_told timestamptz, p_now timestamptz
) returns timestamptz language sql immutable parallel safe as $$
  select case when evse_state(p_status) is not distinct from evse_state(p_was) then p_from
    else greatest(least(p_told, p_now), least(p_from, p_now)) end
$$;

-- Patches many EVSEs and keeps the states that ended; no EVSE may occur twice. `at` is the index in the given lists, from 0;
-- EVSEs that do not exist are missing in the result. `status` and `status_since` are the row's afterwards, for those who show
-- it without reading it. A patch older than the row changes nothing: its `version` is null. Rows
-- are locked in the order in which whole locations are written, so that replicas do not deadlock. States that lasted less
-- than `p_shortest` say nothing and are not kept.
create or replace function write_evse_patches(
  p_country text[], p_party text[], p_location text[], p_uid text[], p_status text[], p_body text[], p_updated timestamptz[],
  p_now timestamptz, p_shortest interval
) returns table (
  at int, operator_id text, location_id text, uid text, version float8, freed boolean, status text, status_since timestamptz
)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with news as (
    select n.* from unnest(p_country, p_party, p_location, p_uid, p_status, p_body, p_updated)
      with ordinality as n (country_code, party_id, ocpi_id, uid, status, body, last_updated, ord)),
  target as (
    select n.ord, n.status, n.body::jsonb as body, n.last_updated, l.operator_id, e.location_id, e.uid,
      e.status as was, coalesce(e.state_from, e.status_since) as began
    from news n
      join location l on lower(l.country_code) = lower(n.country_code) and lower(l.party_id) = lower(n.party_id)
        and lower(l.ocpi_id) = lower(n.ocpi_id)
      join evse e on e.location_id = l.id and lower(e.uid) = lower(n.uid)
    order by lower(l.country_code || '/' || l.party_id || '/' || l.ocpi_id) collate "C", lower(e.uid) collate "C"
    for no key update of e),
  changed as (
    update evse e set body = e.body || t.body,
      status_since = case when t.status is null or e.status = t.status then e.status_since else t.last_updated end,
      state_from = evse_state_from(t.was, coalesce(t.status, t.was), t.began, t.last_updated, p_now),
      status = coalesce(t.status, e.status), last_updated = t.last_updated, version = nextval('location_version')
    from target t
    where e.location_id = t.location_id and e.uid = t.uid and e.last_updated <= t.last_updated
    returning t.ord, e.version::float8 as version, e.status = 'AVAILABLE' and e.status_since = e.last_updated as freed,
      e.location_id, e.uid, e.status, e.status_since, evse_state(t.was) as was, t.began, e.state_from as ended,
      evse_state(e.status) is distinct from evse_state(t.was) as moved),
  kept as (
    insert into evse_state_interval (location_id, evse_uid, state, began, ended)
    select c.location_id, c.uid, c.was, c.began, c.ended from changed c
    where c.moved and c.was is not null and c.ended - c.began >= p_shortest)
  select (t.ord - 1)::int, t.operator_id, t.location_id, t.uid, c.version, c.freed, c.status, c.status_since
  from target t left join changed c on c.ord = t.ord;
end $$;

-- Unused since 0.9, as what is in baseline/17-unused.sql.
create or replace function patch_evses(
  p_country text[], p_party text[], p_location text[], p_uid text[], p_status text[], p_body text[], p_updated timestamptz[],
  p_now timestamptz, p_shortest interval
) returns table (at int, operator_id text, location_id text, uid text, version float8, freed boolean)
language sql as $$
  select at, operator_id, location_id, uid, version, freed
  from write_evse_patches(p_country, p_party, p_location, p_uid, p_status, p_body, p_updated, p_now, p_shortest)
$$;

-- What the search index holds of those locations that are shown. One statement, so one snapshot: with two, an EVSE's newer
-- version could hide an earlier change of its location. `evses` is one text, which costs half of JSON: between EVSEs stands
-- the character 30, between the fields of one the character 31, which JSON writes as escapes. Instants are in milliseconds.
-- Removed EVSEs are included for their versions. enable_bitmapscan is off, as index scans give rows by location, nearly in the
-- order in which they are joined.
create or replace function searchable_locations(p_ids text[]) returns table (
  id text, operator_id text, country_code text, party_id text, name text, latitude float8, longitude float8, publish boolean,
  last_updated timestamptz, operator_name text, operator_phone text, version float8, address text, city text, state text,
  postal_code text, time_zone text, opening_times text, charging_when_closed jsonb, photo_url text, publish_allowed_to jsonb,
  evses text
) language plpgsql stable set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select l.id, l.operator_id, l.country_code, l.party_id, l.name, l.latitude, l.longitude, l.publish,
    l.last_updated, coalesce(l.body->'operator'->>'name', o.name), o.phone, l.version::float8, l.body->>'address',
    l.body->>'city', l.body->>'state', l.body->>'postal_code', l.body->>'time_zone', l.body->>'opening_times',
    l.body->'charging_when_closed', l.body->'images'->0->>'url',
    case when not l.publish then l.body->'publish_allowed_to' end, e.evses
  from location l join operator o on o.id = l.operator_id
  left join (
    -- Sorted once, not for each location.
    select s.location_id, string_agg(s.evse, chr(30)) as evses
    from (
      select location_id, to_json(uid)::text || chr(31) || to_json(status)::text || chr(31)
        || floor(date_part('epoch', status_since) * 1000 + 0.0005) || chr(31) || version || chr(31)
        || coalesce((body->'evse_id')::text, 'null') || chr(31)
        || coalesce((body->'physical_reference')::text, 'null') || chr(31) || coalesce(body->>'connectors', '') as evse
      from evse where location_id = any(p_ids) order by location_id, position nulls last, uid) s
    group by s.location_id) e on e.location_id = l.id
  where l.closed_at is null and l.hidden_at is null and l.id = any(p_ids);
end $$;

-- What search indexes hold of operators, locations and EVSEs, as far as its writer was not visible in the snapshot `p_seen`
-- and is in this statement's, which comes as `snapshot`, in a row of its own. A row restored from a dump may name a
-- transaction that is yet to come: it is none of them. `place` says where transactions are counted: cluster, timeline and
-- database. `is_status`: of an EVSE, whatever else it has was visible. enable_seqscan is off, as nothing is known of `p_seen` when
-- this is planned.
create or replace function changed_stations(p_seen pg_snapshot) returns table (
  snapshot text, place text, operator_id text, id text, uid text, version float8, is_status boolean, status text, since float8
) language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  seen_to xid8 := pg_snapshot_xmax(p_seen);
  running xid8[] := array(select pg_snapshot_xip(p_seen));
  ended xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  return query
  select pg_current_snapshot()::text, concat_ws('/', (select system_identifier from pg_control_system()),
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
      (select d.oid from pg_database d where d.datname = current_database())),
    null::text, null::text, null::text, null::float8, null::boolean, null::text, null::float8
  union all
  select null, null, o.id, null, null, null, null, null, null from operator o
  where o.written_by >= seen_to and o.written_by < ended or o.written_by = any(running)
  union all
  select null, null, null, l.id, null, l.version::float8, false, null, null from location l
  where l.written_by >= seen_to and l.written_by < ended
  union all
  select null, null, null, l.id, null, l.version::float8, false, null, null from location l where l.written_by = any(running)
  union all
  select null, null, null, e.location_id, e.uid, e.version::float8,
    coalesce(pg_visible_in_snapshot(e.content_by, p_seen), true), e.status,
    floor(date_part('epoch', e.status_since) * 1000 + 0.0005) from evse e
  where e.written_by >= seen_to and e.written_by < ended
  union all
  select null, null, null, e.location_id, e.uid, e.version::float8,
    coalesce(pg_visible_in_snapshot(e.content_by, p_seen), true), e.status,
    floor(date_part('epoch', e.status_since) * 1000 + 0.0005) from evse e where e.written_by = any(running);
end $$;

-- Unused since 0.9, as what is in baseline/17-unused.sql.
create or replace function indexed_locations(p_ids text[]) returns table (
  id text, operator_id text, country_code text, party_id text, name text, latitude float8, longitude float8, publish boolean,
  body jsonb, last_updated timestamptz, operator_name text, operator_phone text, version float8, evses json
) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select l.id, l.operator_id, l.country_code, l.party_id, l.name, l.latitude, l.longitude, l.publish, l.body,
    l.last_updated, o.name, o.phone, l.version::float8,
    (select json_agg(json_build_array(e.uid, e.status, e.status_since, e.version, e.body)
       order by e.position nulls last, e.uid) from evse e where e.location_id = l.id)
  from location l join operator o on o.id = l.operator_id
  where l.closed_at is null and l.hidden_at is null and l.id = any(p_ids);
end $$;
