-- What the link of a trip shows for a driver's places: each was moved at random once, so that many links tell no more
-- than one. A place near an earlier one is that place.
create table trip_place (
  user_id text not null,
  latitude float8 not null,
  longitude float8 not null,
  shown_latitude float8 not null,
  shown_longitude float8 not null,
  created_at timestamptz not null,
  primary key (user_id, latitude, longitude)
);

alter table trip_share
  -- What the driver calls start and destination for whoever has the link; null: nothing.
  add column start_name text,
  add column end_name text,
  -- What the link shows, and of the plan that was made when; null: nobody has looked yet.
  add column shown jsonb,
  add column shown_of timestamptz;

-- How the plan says that its driver drives; null: made by an earlier release.
alter table trip add column style text;
