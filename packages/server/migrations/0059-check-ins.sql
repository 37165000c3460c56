-- Whether charging worked for a driver at a station, one for each day there (the station's clock).
create table check_in (
  user_id text not null,
  id text not null,
  location_id text not null,
  -- null: the station as a whole
  evse_uid text,
  day date not null,
  worked boolean not null,
  -- null exactly where it worked
  reason text,
  body text not null,
  photo_id text,
  -- make and model, as drivers say them
  vehicle text,
  -- Whether the account had charged anywhere by then: without it, a check-in is little evidence.
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

-- What a check-in said, where a report came from one.
alter table station_problem add column reason text;
