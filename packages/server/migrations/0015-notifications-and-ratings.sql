-- What a driver was told. `key` says of what: the same thing is told once.
create table notification (
  user_id text not null,
  id text not null,
  kind text not null,
  key text not null,
  title text not null,
  body text not null,
  subject_type text not null check (subject_type in ('SESSION', 'BILL', 'TICKET', 'LOCATION', 'WALLET')),
  subject_id text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (user_id, id)
);
create unique index notification_key on notification (user_id, key);
create index notification_newest on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id) where read_at is null;

-- Where a driver's wish differs from how it is without one.
create table notification_preference (
  user_id text not null,
  kind text not null,
  channel text not null check (channel in ('PUSH', 'MAIL')),
  wanted boolean not null,
  primary key (user_id, kind, channel)
);
-- Minutes of the day on India's clock.
create table quiet_hours (
  user_id text primary key,
  from_minute int not null check (from_minute between 0 and 1439),
  until_minute int not null check (until_minute between 0 and 1439)
);

-- Where pushes can reach a driver. A token belongs to whoever registered it last.
create table device_token (
  token_hash bytea primary key,
  user_id text not null,
  token text not null,
  transport text not null check (transport in ('NATIVE', 'OTHER')),
  registered_at timestamptz not null
);
create index device_token_user on device_token (user_id);

-- What a driver says of a finished charge: one for each.
create table session_rating (
  user_id text not null,
  session_id text not null,
  location_id text not null,
  stars int not null check (stars between 1 and 5),
  tags text[] not null,
  body text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, session_id)
);
create index session_rating_location on session_rating (location_id);
