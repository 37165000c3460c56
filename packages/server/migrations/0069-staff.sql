-- Members of the provider's staff, who sign in to the console by passkey. A name is never used again, not even for a
-- credential.
create table staff (
  name text primary key,
  role text not null check (role in ('read', 'support', 'finance', 'admin')),
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz,
  -- Passkeys refused one after the other, and when the last was: too many lock the sign-in for a while.
  refusals int not null default 0,
  refused_at timestamptz
);

-- One-time links, of which only the hash is stored.
create table staff_invitation (
  token_hash bytea primary key,
  name text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invitation_name on staff_invitation (name);
create index staff_invitation_age on staff_invitation (expires_at);

-- Public keys, by the credential's id in base64url.
create table staff_passkey (
  id text primary key,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_name on staff_passkey (name);

-- Sign-ins in a browser, by the hash of the cookie.
create table staff_session (
  token_hash bytea primary key,
  name text not null,
  created_at timestamptz not null,
  -- To a minute.
  used_at timestamptz not null,
  -- When the passkey was last used.
  fresh_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_name on staff_session (name);
create index staff_session_age on staff_session (created_at);
