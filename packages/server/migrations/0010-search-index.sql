-- What a replica's search index has seen of a location is one number: the highest of its own and its EVSEs' versions.
create sequence location_version;
alter table location add column version bigint not null default nextval('location_version');
alter table evse add column version bigint not null default nextval('location_version');
create index location_changed on location (version);
create index evse_changed on evse (version);

-- The order in which an index is loaded.
drop index location_cell;
create index location_cell on location (cell, id) where closed_at is null;

-- What is printed on a charger, without its separators.
alter table evse add column code text generated always as
  (upper(regexp_replace(body ->> 'evse_id', '[^A-Za-z0-9]', '', 'g'))) stored;
create index evse_code on evse (code);

-- Drivers who want to hear when a plug turns free. evse_uid null: any plug of the location.
create table station_watch (
  user_id text not null,
  id text not null,
  location_id text not null references location (id),
  evse_uid text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  told_at timestamptz,
  primary key (user_id, id)
);
create index station_watch_waiting on station_watch (location_id) where told_at is null;

-- Which starts at a place went wrong of late.
create index session_place on session ((snapshot -> 'location' ->> 'id'), requested_at);
