-- A station that the staff took out of the app. Null: shown. What its operator sends changes none of it.
alter table location add column hidden_at timestamptz;
alter table location add column hidden_by text;
alter table location add column hidden_because text;

-- The list of all stations: by name, with its filters.
create index location_by_name on location ((lower(name) collate "C"), id);
create index location_by_operator on location (operator_id, (lower(name) collate "C"), id);
create index location_by_city on location (lower(body ->> 'city'), (lower(name) collate "C"), id);
create index location_by_state on location (lower(body ->> 'state'), (lower(name) collate "C"), id);
create index location_hidden on location ((lower(name) collate "C"), id) where hidden_at is not null;
create index location_of_ocpi on location (lower(ocpi_id));
create index evse_of_uid on evse (lower(uid));

-- What happened at one station.
create index station_problem_place on station_problem (location_id, created_at);
create index evse_state_interval_place on evse_state_interval (location_id, ended);
