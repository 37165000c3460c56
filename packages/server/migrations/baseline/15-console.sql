-- Members of the provider's staff, who sign in to the console. A name is never used again, not even for a credential.
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

-- One-time links, as hashes.
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

-- Members who sign in with the company's OpenID provider instead of a passkey: an account is issuer and `sub`.
create table staff_openid (
  issuer text not null,
  sub text not null,
  name text not null unique,
  created_at timestamptz not null,
  primary key (issuer, sub)
);

-- Sign-ins in a browser, by the hash of the cookie.
create table staff_session (
  token_hash bytea primary key,
  name text not null,
  by_openid boolean not null default false,
  created_at timestamptz not null,
  -- To a minute.
  used_at timestamptz not null,
  -- When the passkey was last used.
  fresh_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_name on staff_session (name);
create index staff_session_age on staff_session (created_at);

-- Named credentials of staff for programs, as hashes.
create table desk_credential (
  name text primary key,
  role text not null check (role in ('read', 'support', 'finance', 'admin')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz
);

-- Every call of the back office, written in its transaction. Rows are only added, and deleted by age alone. Each has the hash of
-- the one before: whoever changes or removes a row in the database breaks the chain there.
create table desk_audit (
  -- Also their order.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  credential text not null,
  method text not null,
  route text not null,
  parameters jsonb,
  outcome text not null,
  request_id text not null,
  -- Null: written before there was a chain.
  prior bytea,
  hash bytea
);
create index desk_audit_at on desk_audit (at);
-- What staff did to one thing: a session, a bill, a ticket.
create index desk_audit_about on desk_audit ((parameters ->> 'id')) where method <> 'GET';
-- By the id of what was read or changed, wherever it is in the input.
create index desk_audit_object on desk_audit using gin (parameters);
-- Who changed the same thing since it was read: asked before each change of the back office.
create index desk_audit_edits on desk_audit (route, at) where method <> 'GET';
create function desk_audit_hash(a desk_audit) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at)::text, a.credential, a.method, a.route,
    a.parameters, a.outcome, a.request_id, encode(a.prior, 'hex'))::text, 'UTF8'))
$$;
create function desk_audit_chain() returns trigger language plpgsql as $$
begin
  -- One after the other until each commits, so that the order of ids is that of the chain.
  perform pg_advisory_xact_lock(hashtextextended('desk_audit', 17));
  new.id := nextval(pg_get_serial_sequence('desk_audit', 'id'));
  new.prior := (select coalesce(hash, '\x') from desk_audit order by id desc limit 1);
  new.hash := desk_audit_hash(new);
  return new;
end $$;
create trigger desk_audit_chained before insert on desk_audit for each row execute function desk_audit_chain();
create function desk_audit_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('voltmarg.forgets', true) = 'desk_audit' then return null; end if;
  raise exception '% is written once', tg_table_name using errcode = 'VM004';
end $$;
create trigger desk_audit_append_only before update or delete or truncate on desk_audit
  for each statement execute function desk_audit_keep();

-- Reads of the back office by day. Lists and polls are only counted; of one driver's data the first read within a quarter of an
-- hour is a row of desk_audit as well (noted_at). `subject`: the path's parameters; empty for a list.
create table desk_read (
  day date not null,
  credential text not null,
  route text not null,
  subject jsonb not null default '{}',
  reads int not null default 1,
  last_at timestamptz not null,
  noted_at timestamptz not null,
  -- Which of the reads that was.
  noted_read int not null default 1,
  primary key (day, credential, route, subject)
);
-- Who reads a ticket now.
create index desk_read_of_subject on desk_read ((subject ->> 'id'), last_at);

-- What staff did with a driver's money: goodwill, corrections of bills, refunds by bank transfer. From an amount on it waits for
-- a second member of finance; below it is BOOKED by one alone, and counts towards what the same person gives the driver. A
-- CHANGE of prices or app versions may wait too: it is an operation of the back office with its input.
create table desk_approval (
  id text primary key,
  kind text not null check (kind in ('GOODWILL', 'CORRECTION', 'BANK_REFUND', 'CHANGE')),
  state text not null check (state in ('BOOKED', 'WAITING', 'CONFIRMED', 'REJECTED', 'EXPIRED')),
  user_id text,
  amount bigint check (amount >= 0),
  operation text,
  input jsonb,
  -- What its reference belongs to: the driver, the bill, or all bank transfers.
  subject text not null,
  reference text not null,
  reason text not null,
  proposed_by text not null,
  -- Whose name that is: a credential belongs to the member who made it.
  person text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  because text,
  constraint desk_approval_is_whole check (case kind
    when 'CHANGE' then operation is not null and input is not null
    else user_id is not null and amount is not null end)
);
-- A reference is used once; what was rejected or has expired may be proposed again.
create unique index desk_approval_reference on desk_approval (kind, subject, reference)
  where state not in ('REJECTED', 'EXPIRED');
create index desk_approval_of_driver on desk_approval (user_id, proposed_at);
create index desk_approval_by_time on desk_approval (proposed_at, id);
create index desk_approval_waiting on desk_approval (proposed_at, id) where state = 'WAITING';
