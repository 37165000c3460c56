-- A partner is an operator of charge points, or a hub that speaks for several of them.
alter table operator
  alter column versions_url drop not null,
  add column kind text not null default 'CPO' check (kind in ('CPO', 'HUB')),
  -- As the partner introduced itself.
  add column roles jsonb not null default '[]',
  -- Hosts (with port) it may name beyond the one of versions_url.
  add column hosts text[] not null default '{}',
  add column token_encoding text not null default 'base64' check (token_encoding in ('base64', 'raw')),
  -- TOKEN_A: as a hash when we gave it out, sealed when the partner did. Gone when the handshake is over.
  add column introduction_hash text unique,
  add column their_introduction text,
  -- Since when a rotation of ours has waited for its answer.
  add column rotating_since timestamptz,
  add column removed_at timestamptz,
  add column last_success_at timestamptz,
  add column last_failure_at timestamptz,
  add column last_failure text,
  -- Synchronisation: the last full pull, the partner's own clock as far as we have seen it, and when to look again.
  add column whole_pulled_at timestamptz,
  add column seen_until timestamptz,
  add column sessions_seen_until timestamptz,
  add column cdrs_seen_until timestamptz,
  add column sync_due_at timestamptz,
  add column sync_asked_at timestamptz;
comment on column operator.their_token is 'sealed with the service key; rows of before are sealed at the next start';

-- For whom a partner may speak: its own party, or the parties of a hub. No party belongs to two partners.
create table partner_party (
  country_code text not null,
  party_id text not null,
  operator_id text not null references operator (id),
  role text not null,
  name text,
  -- What the hub says of it; null where there is no hub.
  status text,
  last_updated timestamptz
);
create unique index partner_party_natural on partner_party (lower(country_code), lower(party_id));
create index partner_party_operator on partner_party (operator_id);
insert into partner_party (country_code, party_id, operator_id, role, name)
  select country_code, party_id, id, 'CPO', name from operator where country_code is not null and party_id is not null;
drop index operator_party;

-- Where a command is to take effect: what a partner asks us about a token later is answered from it.
alter table operator_command add column location_id text, add column evse_uid text;
create index operator_command_user on operator_command (user_id, created_at desc);

-- Sessions as partners told them, to answer their GET. Charges live in the table session.
create table partner_session (
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  operator_id text not null references operator (id),
  body jsonb not null,
  last_updated timestamptz not null
);
create unique index partner_session_natural on partner_session (lower(country_code), lower(party_id), lower(ocpi_id));
create index partner_session_age on partner_session (last_updated);

-- What we answered when a partner asked whether a token may charge.
create table token_authorization (
  id text primary key,
  operator_id text not null references operator (id),
  user_id text not null,
  allowed text not null,
  authorization_reference text,
  location_id text not null,
  evse_uids text[] not null,
  created_at timestamptz not null
);
create index token_authorization_reference on token_authorization (authorization_reference);
