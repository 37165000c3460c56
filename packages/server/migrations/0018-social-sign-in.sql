-- An account at another provider, and whose it is.
create table social_identity (
  provider text not null,
  subject text not null,
  user_id text not null,
  linked_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identity_user on social_identity (user_id);

-- One row for each way to a provider and back; secrets are kept as hashes, or sealed where they are needed again.
create table social_attempt (
  state_hash bytea primary key,
  provider text not null,
  device_type text not null,
  -- SHA-256 of the verifier only the device knows.
  challenge text not null,
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the driver has come back.
  ticket_hash bytea unique,
  subject text,
  name text,
  email text,
  -- Set when the ticket was traded without an account to sign in to.
  link_hash bytea unique,
  finished_at timestamptz,
  linked_at timestamptz
);
create index social_attempt_expires on social_attempt (expires_at);
