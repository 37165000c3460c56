-- Plans of trips with charging stops: a driver's last ten, and those with a name. What is shown of one is stored whole.
create table trip (
  user_id text not null,
  id text not null,
  -- null: one of the last ten
  name text,
  plan jsonb not null,
  -- of the link that shows the plan; null: there is none
  share_key text,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- Whose plan a link shows.
create table trip_share (
  key text primary key,
  user_id text not null,
  trip_id text not null,
  created_at timestamptz not null
);
create index trip_share_of on trip_share (user_id);
