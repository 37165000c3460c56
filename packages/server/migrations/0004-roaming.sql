create table operator (
  id text primary key,
  name text not null,
  versions_url text not null unique,
  country_code text,
  party_id text,
  phone text,
  -- What we answer to, as a hash; the one before stays valid while the partner has not confirmed the new one.
  our_token_hash text unique,
  pending_token_hash text unique,
  -- What we must send to the partner.
  their_token text,
  endpoints jsonb,
  registered_at timestamptz,
  last_contact_at timestamptz,
  locations_pulled_at timestamptz,
  created_at timestamptz not null
);
create unique index operator_party on operator (lower(country_code), lower(party_id));

create table operator_command (
  id text primary key,
  operator_id text not null references operator (id),
  kind text not null,
  user_id text not null,
  session_id text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  response text,
  result text,
  result_at timestamptz
);

create table tariff (
  id text primary key,
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  body jsonb not null,
  last_updated timestamptz not null,
  removed_at timestamptz
);
create unique index tariff_natural on tariff (lower(country_code), lower(party_id), lower(ocpi_id));

create table location (
  id text primary key,
  operator_id text not null references operator (id),
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  -- 0.05 degree cell, row-major: the search without any extension
  cell int not null,
  publish boolean not null,
  search_text text not null,
  body jsonb not null,
  last_updated timestamptz not null,
  seen_at timestamptz not null,
  closed_at timestamptz
);
create unique index location_natural on location (lower(country_code), lower(party_id), lower(ocpi_id));
create index location_cell on location (cell) where closed_at is null;

create table evse (
  location_id text not null references location (id),
  uid text not null,
  -- place in the location's own list; null: came alone, stands last
  position int,
  status text not null,
  status_since timestamptz not null,
  body jsonb not null,
  last_updated timestamptz not null,
  primary key (location_id, uid)
);

create table favourite (
  user_id text not null,
  location_id text not null,
  created_at timestamptz not null,
  primary key (user_id, location_id)
);
