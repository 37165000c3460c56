-- A charging session, from the press on Start on. A running one changes every 30 seconds: an update that changes no column of
-- an index stays on its page and writes no index, so no index may contain `version` (decision 0012).
create table session (
  user_id text not null,
  id text not null,
  operator_id text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'COMPLETED', 'INVALID', 'FAILED')),
  step text not null,
  open boolean not null,
  version bigint not null,
  -- The version of a session that has ended; null while it is open. Streams look for both.
  ended_version bigint,
  idempotency_key text,
  request_hash text,
  -- Where, with what and at which price: as it was when the driver asked.
  snapshot jsonb not null,
  timeline jsonb not null,
  failure jsonb,
  -- How the start ended, as it is counted in evse_start_day. Null: it is not counted.
  counted text,
  ocpi_session_id text,
  ocpi_last_updated timestamptz,
  requested_at timestamptz not null,
  start_at timestamptz,
  end_at timestamptz,
  kwh double precision,
  -- The operator sent less energy than before: the highest value counts.
  meter_fell boolean not null default false,
  power_kw double precision,
  state_of_charge double precision,
  cost_minor bigint,
  duration_s double precision,
  -- From when on a full vehicle that stays plugged in costs money, on the session's clock; null: never, or not known.
  parking_fee_at timestamptz,
  -- Paise a minute, GST included.
  parking_fee_minor bigint,
  news_at timestamptz,
  -- Until when the operator may still answer the start.
  answer_due_at timestamptz not null,
  limit_due_at timestamptz,
  -- Until when its watch was last put off, so that not each update writes the outbox row again.
  watch_due_at timestamptz,
  stop_reason text,
  stop_asked_at timestamptz,
  stop_sent_at timestamptz,
  -- When we ended it after a long silence of the operator. Null: the operator ended it, or nobody yet.
  given_up_at timestamptz,
  cdr_id text,
  -- When its CDR was last asked for.
  record_asked_at timestamptz,
  -- Since when its bill is one that we made without a CDR; null once the CDR came or never will.
  provisional_since timestamptz,
  -- Since when no bill is expected of a session that has none: its driver was told that it cost nothing, or it had neither
  -- price nor CDR for thirty days. Null: not so, or not yet. One that its operator withdrew is INVALID instead.
  closed_at timestamptz,
  -- Kinds of notifications that the driver got of it: each is sent once.
  told text[] not null default '{}',
  primary key (user_id, id)
) with (fillfactor = 70);
create unique index session_key on session (user_id, idempotency_key) where idempotency_key is not null;
create index session_newest on session (user_id, requested_at desc);
create index session_open on session (user_id) where open;
create index session_ended on session (user_id, ended_version) where ended_version is not null;
create index session_of_operator on session (ocpi_session_id) where ocpi_session_id is not null;
create index session_unsettled on session (operator_id)
  where open or step = 'ENDED' or provisional_since is not null;
-- Which starts at a station failed lately.
create index session_place on session ((snapshot -> 'location' ->> 'id'), requested_at);
-- Starts that ended without anybody knowing whether they charged.
create index session_unclear on session (requested_at)
  where step = 'EXPIRED' and failure ->> 'not_charged' = 'false';
-- Lists of the console, over all drivers.
create index session_by_time on session (requested_at, id);
create index session_by_operator on session (operator_id, requested_at, id);
create index session_failed on session (requested_at, id) where failure is not null;

-- Ids that others know a session by: ours (authorization_reference) and the operator's.
create table session_reference (
  key text primary key,
  user_id text not null,
  session_id text not null
);

-- A session's charging periods as the operator sent them, on the session's clock: each lasts until the next one.
create table meter_value (
  user_id text not null,
  session_id text not null,
  at timestamptz not null,
  until timestamptz,
  kwh numeric not null,
  charging boolean not null,
  power_kw double precision,
  state_of_charge double precision,
  primary key (user_id, session_id, at)
) partition by range (at);
create table meter_value_rest partition of meter_value default;

-- Meter values that a bill without a CDR rests on: kept as long as the bill when their month is dropped.
create table meter_evidence (
  user_id text not null,
  session_id text not null,
  at timestamptz not null,
  until timestamptz,
  kwh numeric not null,
  charging boolean not null,
  power_kw double precision,
  state_of_charge double precision,
  primary key (user_id, session_id, at)
);

-- Drops the months of meter values that ended before an instant, and older rows of the default partition. A month stays whole
-- until every session in it is settled. Returns the partitions dropped.
create function drop_meter_months(before timestamptz) returns setof text language plpgsql as $$
declare
  p record;
  needed boolean;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  -- The parent is locked for a moment: who meters now comes first, and the next try is an hour away.
  perform set_config('lock_timeout', '2s', true);
  for p in
    select c.relname as part, b = 'DEFAULT' as is_rest,
      (regexp_match(b, 'TO \(''([^'']+)'))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) b
    where i.inhparent = 'meter_value'::regclass order by c.relname
  loop
    continue when not p.is_rest and p.ends > before;
    execute format(
      'select exists (select from %I m join session s on s.user_id = m.user_id and s.id = m.session_id
         where m.at < $1 and (s.open or s.step = ''ENDED'' and s.closed_at is null and s.status <> ''INVALID''
           or s.provisional_since is not null))', p.part)
      into needed using before;
    continue when needed;
    execute format(
      'insert into meter_evidence select m.user_id, m.session_id, m.at, m.until, m.kwh, m.charging, m.power_kw, m.state_of_charge
         from %I m join provisional_bill b on b.user_id = m.user_id and b.session_id = m.session_id
         where m.at < $1 and b.outcome is distinct from ''REPLACED'' on conflict do nothing', p.part) using before;
    if p.is_rest then
      execute format('delete from %I where at < $1', p.part) using before;
    else
      execute format('drop table %I', p.part);
      return next p.part;
    end if;
  end loop;
end $$;
