-- Public keys of drivers' passkeys, by the credential's id in base64url.
create table passkey (
  id text primary key,
  user_id text not null,
  public_key bytea not null,
  -- How often its authenticator says it has signed; 0 for those that do not count.
  counter bigint not null,
  transports jsonb not null,
  browser text,
  system text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges that were answered, so that none is answered twice; what was never answered leaves no row.
create table passkey_challenge_used (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index passkey_challenge_used_expires on passkey_challenge_used (expires_at);
