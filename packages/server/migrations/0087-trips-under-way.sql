-- Trips that are under way, and what is watched for them.
alter table trip
  -- What the plan was made for; null: made by an earlier release.
  add column vehicle_id text,
  add column charge_percent int,
  -- When the plan was made that stands now; null: with the trip.
  add column planned_at timestamptz,
  -- Since when its driver is on the way, and when that ends by itself.
  add column begun_at timestamptz,
  add column ends_at timestamptz,
  -- How many notifications about its stops were sent since it was begun.
  add column warned int not null default 0;
create unique index trip_begun on trip (user_id) where begun_at is not null;

-- Planned stops of trips under way that lie ahead: a station whose status changes is looked up here.
create table trip_stop_watch (
  user_id text not null,
  trip_id text not null,
  -- place among the stops of the plan
  nth int not null,
  location_id text not null,
  arrives_at timestamptz not null,
  -- until when it counts as ahead
  until_at timestamptz not null,
  -- the station as it was looked at last: the sum of the versions of its rows
  seen_mark float8 not null default 0,
  -- LOST or TAKEN, as it was looked at last; null: neither
  trouble text,
  -- when the driver was notified of each last
  lost_at timestamptz,
  taken_at timestamptz,
  primary key (user_id, trip_id, nth)
);
create index trip_stop_watch_at on trip_stop_watch (location_id);
create index trip_stop_watch_age on trip_stop_watch (until_at);

alter table notification drop constraint notification_subject_type_check;
alter table notification add constraint notification_subject_type_check
  check (subject_type in ('SESSION', 'BILL', 'TICKET', 'LOCATION', 'WALLET', 'TRIP')) not valid;
