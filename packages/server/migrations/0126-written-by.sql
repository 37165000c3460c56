-- Which transaction wrote what search indexes hold of a row. By it a replica finds all that was not visible when it last
-- looked, in whatever order transactions commit (changed_stations). Null: older than this migration, so visible to every look.
-- By triggers, as the release before writes these tables too.
alter table location add column written_by xid8;
alter table operator add column written_by xid8;
-- `content_by`: the same for what is more than a status.
alter table evse add column written_by xid8, add column content_by xid8;

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

create function operator_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.name, new.phone) is distinct from (old.name, old.phone)
  then new.written_by := pg_current_xact_id(); end if;
  return new;
end $$;
create trigger operator_written before insert or update of name, phone on operator for each row execute function operator_written();

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

create index location_written on location (written_by) where written_by is not null;
create index evse_written on evse (written_by) where written_by is not null;
