-- Drivers.
create table app_user (
  id text primary key,
  mobile text not null unique,
  name text,
  email text,
  gst_in text,
  -- Name and address of the business of the GSTIN: an invoice to one has to name them. Null: not asked yet.
  business_name text,
  business_address text,
  business_city text,
  business_postal_code text,
  customer_type text not null check (customer_type in ('PERSONAL', 'CORPORATE')),
  company_id text references company (id),
  allow_multi_charging boolean not null default false,
  created_at timestamptz not null,
  -- The driver was told then that an account that nobody uses is closed.
  inactive_warned_at timestamptz,
  deactivated_at timestamptz,
  -- It is closed and nothing is left to settle: what it had is in restricted_row.
  restricted_at timestamptz,
  -- Nobody is behind this account any more. Its number is free; its row remains for what the books still name.
  erased_at timestamptz
);
-- OCPI's GET tokens, by the last change.
create index app_user_changed on app_user (greatest(created_at, deactivated_at), id);
create index app_user_company on app_user (company_id) where company_id is not null;
-- Staff search by the last digits of a number. Many drivers share them, each on a page of its own: the index alone answers.
create index app_user_digits on app_user (reverse(mobile) text_pattern_ops) include (mobile, id, created_at)
  where erased_at is null;
-- And by the beginning of a name. A usual one has thousands: the first ones in the order of the index are shown.
create index app_user_named on app_user (lower(name) collate "C", created_at desc)
  where name is not null and erased_at is null;
-- The accounts that the nightly job looks at.
create index app_user_closed on app_user (id) where deactivated_at is not null and erased_at is null;

-- Devices that are signed in.
create table sign_in (
  user_id text not null,
  sid text not null,
  device_type text not null,
  -- As the browser says.
  browser text,
  system text,
  created_at timestamptz not null,
  -- When it last asked for new tokens.
  last_seen_at timestamptz,
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
create index refresh_token_age on refresh_token (expires_at);

create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

-- One-time codes.
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
  -- Tries from the address that asked for the code, and from others.
  tries int not null default 0,
  tries_elsewhere int not null default 0,
  used_at timestamptz
);
create index otp_challenge_mobile on otp_challenge (mobile, created_at desc);
create index otp_challenge_address on otp_challenge (address, created_at desc);
create index otp_challenge_age on otp_challenge (created_at);

-- Wrong codes are counted by number and address, so that a new code does not reset the count.
create table otp_failure (
  mobile text not null,
  at timestamptz not null,
  id text not null,
  address text,
  primary key (mobile, at, id)
);
create index otp_failure_age on otp_failure (at);

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

-- An account at another provider, and whose it is.
create table social_identity (
  provider text not null,
  subject text not null,
  user_id text not null,
  linked_at timestamptz not null,
  primary key (provider, subject)
);
create index social_identity_user on social_identity (user_id);

-- One row for each sign-in that goes to a provider and comes back. Secrets are stored as hashes, or sealed where they are
-- needed again.
create table social_attempt (
  state_hash bytea primary key,
  provider text not null,
  device_type text not null,
  -- Who began: an address has only so many tries in an hour.
  address text not null default '',
  -- SHA-256 of the verifier that only the device has.
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
  -- Set when the ticket was used and there is no account to sign in to.
  link_hash bytea unique,
  finished_at timestamptz,
  linked_at timestamptz
);
create index social_attempt_expires on social_attempt (expires_at);
create index social_attempt_address on social_attempt (address, created_at);

-- What somebody who takes over an account would do, written in the transaction that does it. Rows go by age, and addresses
-- earlier; only the job that deletes old rows may do that, and it can change nothing else.
create table account_audit (
  -- Also their order.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text not null,
  act text not null,
  details jsonb not null
);
create index account_audit_user on account_audit (user_id, id desc);
create index account_audit_at on account_audit (at);
create index account_audit_addresses on account_audit (at) where details ? 'address';
create function account_audit_keep() returns trigger language plpgsql as $$
begin
  if current_setting('voltmarg.forgets', true) = 'account_audit' then
    if tg_op = 'DELETE' then return old; end if;
    if (new.id, new.at, new.user_id, new.act, new.details)
        is not distinct from (old.id, old.at, old.user_id, old.act, old.details - 'address') then return new; end if;
  end if;
  raise exception '% is written once', tg_table_name using errcode = 'VM004';
end $$;
create trigger account_audit_kept before update or delete on account_audit
  for each row execute function account_audit_keep();
create trigger account_audit_append_only before truncate on account_audit
  for each statement execute function desk_refuse_change();
