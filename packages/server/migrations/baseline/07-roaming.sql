-- A partner: an operator of charge points, or a hub that speaks for several of them.
create table operator (
  id text primary key,
  name text not null,
  -- The name that staff gave it.
  desk_name text,
  kind text not null default 'CPO' check (kind in ('CPO', 'HUB')),
  country_code text,
  party_id text,
  phone text,
  -- As the partner introduced itself.
  roles jsonb not null default '[]',
  -- What it says of itself and staff have not decided: parties it may not speak for yet, and a name.
  waiting jsonb,
  versions_url text unique,
  ocpi_version text not null default '2.2.1',
  endpoints jsonb,
  -- Hosts (with port) it may name beyond the one of versions_url.
  hosts text[] not null default '{}',
  token_encoding text not null default 'base64' check (token_encoding in ('base64', 'raw')),
  -- The token it must send us, as a hash. A new one is pending until the partner has used it.
  our_token_hash text unique,
  pending_token_hash text unique,
  -- The token we must send, sealed with the service key.
  their_token text,
  -- TOKEN_A: as a hash when we gave it out, sealed when the partner did. Removed when the handshake is over.
  introduction_hash text unique,
  their_introduction text,
  -- The first token it was added with, as a hash: adding it again with the same one is a repetition.
  introduced_with text,
  -- Since when a rotation of ours has waited for its answer.
  rotating_since timestamptz,
  created_at timestamptz not null,
  registered_at timestamptz,
  removed_at timestamptz,
  last_contact_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  -- What of our calls it fails, over all replicas: by the traffic concerned (ANY: it does not answer at all), since when, and
  -- whether it fails or rejects our token.
  failing jsonb not null default '{}',
  -- Pulls: the last one of each kind, the newest `last_updated` that each brought, and when to pull again.
  locations_pulled_at timestamptz,
  whole_pulled_at timestamptz,
  seen_until timestamptz,
  sessions_seen_until timestamptz,
  cdrs_seen_until timestamptz,
  invoices_seen_until timestamptz,
  sync_due_at timestamptz,
  sync_asked_at timestamptz,
  -- How often its lists are pulled whole, learnt from what the last whole pull corrected. Null: not learnt yet.
  whole_every_s int,
  whole_healed int,
  whole_of int,
  whole_pages int,
  -- When it last sent something of sessions that could not be read: its silence about a start before then says nothing.
  sessions_unread_at timestamptz,
  -- The transaction that wrote what search indexes hold of it (see `location`).
  written_by xid8
);
create function operator_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.name, new.phone) is distinct from (old.name, old.phone)
  then new.written_by := pg_current_xact_id(); end if;
  return new;
end $$;
create trigger operator_written before insert or update of name, phone on operator
  for each row execute function operator_written();

-- For whom a partner may speak: its own party, or the parties of a hub. No party belongs to two partners.
create table partner_party (
  country_code text not null,
  party_id text not null,
  operator_id text not null references operator (id),
  role text not null,
  name text,
  -- What the hub says of it; null where there is no hub.
  status text,
  -- The hub cannot reach it (OFFLINE, SUSPENDED or PLANNED): nothing is known of its EVSEs, and no start is sent to it.
  is_unreachable boolean not null generated always as (coalesce(status <> 'CONNECTED', false)) stored,
  last_updated timestamptz
);
create unique index partner_party_natural on partner_party (lower(country_code), lower(party_id));
create index partner_party_operator on partner_party (operator_id);

-- Sessions as partners sent them, to answer their GET. Ours are in `session`.
create table partner_session (
  -- Country, party and id in small letters: one column, so that the table can be spread over several machines (decision 0013).
  key text,
  country_code text not null,
  party_id text not null,
  ocpi_id text not null,
  operator_id text not null references operator (id),
  body jsonb not null,
  last_updated timestamptz not null,
  -- When the partner first announced it. Old rows are found by it: last_updated may be in no index, as it changes every 30
  -- seconds (decision 0012).
  announced_on date not null default current_date
) with (fillfactor = 80);
create unique index partner_session_key on partner_session (key);
create index partner_session_announced on partner_session (announced_on);

-- By which uid of a token an operator knows a driver: another one at each operator, so that two of them cannot find out that
-- they have the same driver.
create table driver_token (
  operator_id text not null,
  -- In small letters.
  uid text not null,
  user_id text not null,
  created_at timestamptz not null,
  primary key (operator_id, uid)
);
create unique index driver_token_driver on driver_token (user_id, operator_id);

-- Our answers when a partner asked whether a token may charge.
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
create index token_authorization_age on token_authorization (created_at);

create table operator_command (
  id text primary key,
  operator_id text not null references operator (id),
  kind text not null,
  user_id text not null,
  session_id text not null,
  -- The EVSE it is for, with its party: behind a hub two parties may have a location of the same id. A partner's later
  -- question about the token is answered from it.
  country_code text,
  party_id text,
  location_id text,
  evse_uid text,
  created_at timestamptz not null,
  sent_at timestamptz,
  response text,
  result text,
  result_at timestamptz,
  -- The W3C traceparent of what asked for it, so that the operator's later answer is part of it.
  trace text
);
create index operator_command_user on operator_command (user_id, created_at desc);
create index operator_command_age on operator_command (created_at);

-- The last pull of an operator's sessions and of its CDRs that charging sessions asked for: they share it.
create table operator_pull (
  operator_id text not null,
  module text not null check (module in ('sessions', 'cdrs')),
  -- When the last pull that has ended began, and its date_from.
  began_at timestamptz,
  since timestamptz,
  outcome text,
  -- The earliest date_from that charges asked for since `wanted_from`, and in the time before it.
  wanted timestamptz not null,
  wanted_before timestamptz,
  wanted_from timestamptz not null,
  primary key (operator_id, module)
);

-- What of an operator's objects was refused, left out or read differently: where in the object, what is wrong, an example.
create table operator_finding (
  operator_id text not null,
  module text not null,
  path text not null,
  message text not null,
  outcome text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  object text not null,
  raw text not null,
  primary key (operator_id, module, path, message, outcome)
);

-- The OCPI message log: one row for each request and its answer (decision 0021).
create table ocpi_log (
  id text not null,
  -- When the request came or left.
  at timestamptz not null,
  operator_id text not null,
  -- IN: the partner asked us; OUT: we asked it.
  direction text not null check (direction in ('IN', 'OUT')),
  method text not null,
  path text not null,
  -- Null: an address that belongs to none.
  module text,
  -- The object's id in OCPI; of commands our command's.
  object_id text,
  -- What joins it to a charge: authorization_reference, session_id or reservation_id of the request.
  reference text,
  -- Null: no answer came, and why.
  http_status int,
  failure text,
  -- OCPI's; null: the answer has none.
  status_code int,
  milliseconds int not null,
  request_id text not null,
  correlation_id text not null,
  -- Null: left out.
  request text,
  answer text,
  -- A body was longer than what is kept of it.
  cut boolean not null,
  primary key (operator_id, at, id)
) partition by range (at);
create table ocpi_log_rest partition of ocpi_log default;
create index ocpi_log_object on ocpi_log (operator_id, object_id, at) where object_id is not null;
create index ocpi_log_reference on ocpi_log (operator_id, reference, at) where reference is not null;

-- Drops the months that ended before an instant, and older rows of the default partition. Returns the partitions dropped.
create function drop_ocpi_log_months(before timestamptz) returns setof text language plpgsql as $$
declare
  p record;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  -- The parent is locked for a moment: who writes now comes first, and the next try is a day away.
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'ocpi_log'::regclass order by c.relname
  loop
    if p.is_rest then
      execute format('delete from %I where at < $1', p.part) using before;
    elsif p.ends <= before then
      execute format('drop table %I', p.part);
      return next p.part;
    end if;
  end loop;
end $$;

-- Seconds from our stop to the operator's end of the session, learnt from the sessions we stopped.
create table stop_lead (
  operator_id text primary key,
  mean double precision not null,
  deviation double precision not null,
  samples int not null,
  updated_at timestamptz not null
);

-- While an operator sent nothing, nothing is known of its EVSEs.
create table operator_silence (
  operator_id text not null,
  began timestamptz not null,
  ended timestamptz not null,
  primary key (operator_id, ended)
);
create index operator_silence_ended on operator_silence (ended);
