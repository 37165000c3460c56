create table company (
  id text primary key,
  name text not null unique,
  created_at timestamptz not null
);
create table company_number (
  mobile text primary key,
  company_id text not null references company (id)
);

create table app_user (
  id text primary key,
  mobile text not null unique,
  name text,
  email text,
  gst_in text,
  customer_type text not null check (customer_type in ('PERSONAL', 'CORPORATE')),
  company_id text references company (id),
  allow_multi_charging boolean not null default false,
  created_at timestamptz not null,
  deactivated_at timestamptz
);

create table otp_challenge (
  id text primary key,
  mobile text not null,
  otp_type text not null check (otp_type in ('SU', 'LG', 'CCS')),
  customer_type text not null,
  device_type text not null,
  code_hash bytea not null,
  salt bytea not null,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  used_at timestamptz
);
create index otp_challenge_mobile on otp_challenge (mobile, created_at desc);
create index otp_challenge_address on otp_challenge (address, created_at desc);

-- Wrong codes are counted per number, so that a new code does not reset the count.
create table otp_failure (
  mobile text not null,
  at timestamptz not null,
  id text not null,
  primary key (mobile, at, id)
);

create table sign_in (
  user_id text not null,
  sid text not null,
  device_type text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, sid)
);
create table refresh_token (
  user_id text not null,
  hash bytea not null,
  sid text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

create table vehicle (
  user_id text not null,
  id text not null,
  is_primary boolean not null,
  make text not null,
  model text not null,
  vehicle_type text not null check (vehicle_type in ('TWO_WHEELER', 'THREE_WHEELER', 'FOUR_WHEELER')),
  battery_capacity double precision not null,
  range double precision not null,
  max_dc_intake double precision,
  onboard_charger_capacity double precision,
  registration text,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index vehicle_one_primary on vehicle (user_id) where is_primary;

-- Messages handed to their carrier; outside PROD the carrier is this table.
create table sent_message (
  id text primary key,
  channel text not null check (channel in ('sms', 'mail', 'push')),
  recipient text not null,
  body text not null,
  code text,
  at timestamptz not null
);
create index sent_message_recipient on sent_message (recipient, at desc);
