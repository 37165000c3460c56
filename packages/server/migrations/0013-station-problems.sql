-- What drivers report about stations, for the provider's desk.
create table station_problem (
  id text primary key,
  user_id text not null,
  location_id text not null references location (id),
  evse_uid text,
  kind text not null,
  body text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz
);
create index station_problem_of_driver on station_problem (user_id, created_at);
create index station_problem_newest on station_problem (created_at desc, id);

-- An answered watch stays as a notice until its driver has seen it.
alter table station_watch add column seen_at timestamptz;
create index station_notice on station_watch (user_id) where told_at is not null and seen_at is null;
