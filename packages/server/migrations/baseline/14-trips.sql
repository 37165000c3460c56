-- Plans of trips with charging stops: a driver's last ten, and those with a name.
create table trip (
  user_id text not null,
  id text not null,
  -- Null: one of the last ten.
  name text,
  -- What is shown of it, whole.
  plan jsonb not null,
  -- What the plan was made for, and how it says that its driver drives. Null: made before these were stored.
  vehicle_id text,
  charge_percent int,
  style text,
  -- Of the link that shows the plan; null: there is none.
  share_key text,
  created_at timestamptz not null,
  -- When the present plan was made; null: with the trip.
  planned_at timestamptz,
  -- Since when its driver is on the way, and when that ends by itself.
  begun_at timestamptz,
  ends_at timestamptz,
  -- How many notifications about its stops were sent since then.
  warned int not null default 0,
  primary key (user_id, id)
);
create unique index trip_begun on trip (user_id) where begun_at is not null;

-- Which plan a link shows.
create table trip_share (
  key text primary key,
  user_id text not null,
  trip_id text not null,
  created_at timestamptz not null,
  -- What the driver calls start and destination for those who have the link; null: nothing.
  start_name text,
  end_name text,
  -- What the link shows, and when the plan that it shows was made; null: nobody has looked yet.
  shown jsonb,
  shown_of timestamptz
);
create index trip_share_of on trip_share (user_id);

-- What links show for a driver's places: each was moved at random once, so that many links reveal no more than one. A place
-- near an earlier one is that place.
create table trip_place (
  user_id text not null,
  latitude float8 not null,
  longitude float8 not null,
  shown_latitude float8 not null,
  shown_longitude float8 not null,
  created_at timestamptz not null,
  primary key (user_id, latitude, longitude)
);

-- Stops ahead of trips under way: a station whose status changes is looked up here.
create table trip_stop_watch (
  user_id text not null,
  trip_id text not null,
  -- Its place among the stops of the plan.
  nth int not null,
  location_id text not null,
  arrives_at timestamptz not null,
  -- Until when it counts as ahead.
  until_at timestamptz not null,
  -- The station at the last look: the sum of the versions of its rows.
  seen_mark float8 not null default 0,
  -- LOST or TAKEN at the last look; null: neither.
  trouble text,
  -- When the driver was last notified of each.
  lost_at timestamptz,
  taken_at timestamptz,
  primary key (user_id, trip_id, nth)
);
create index trip_stop_watch_at on trip_stop_watch (location_id);
create index trip_stop_watch_age on trip_stop_watch (until_at);
