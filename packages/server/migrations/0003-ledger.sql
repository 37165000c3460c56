-- Double entry in paise. An account belongs to a driver, a company or the system; cached ones keep a balance that
-- every move updates under lock, uncached ones (hot, system) are summed from postings when somebody asks.
create table ledger_account (
  owner text not null,
  kind text not null,
  cached boolean not null,
  balance bigint not null default 0,
  floor bigint,
  primary key (owner, kind),
  constraint ledger_floor check (floor is null or balance >= floor)
);

create table ledger_transfer (
  scope text not null,
  id text not null,
  idem text not null,
  input_hash text not null,
  kind text not null,
  reason text not null,
  at timestamptz not null,
  session_id text,
  cdr_id text,
  balance_after bigint,
  primary key (scope, id),
  unique (scope, idem)
);
create index ledger_transfer_time on ledger_transfer (scope, at desc, id desc);

create table ledger_posting (
  scope text not null,
  transfer_id text not null,
  seq int not null,
  source_owner text not null,
  source_kind text not null,
  destination_owner text not null,
  destination_kind text not null,
  amount bigint not null check (amount >= 0),
  primary key (scope, transfer_id, seq),
  foreign key (scope, transfer_id) references ledger_transfer (scope, id)
);

create table ledger_hold (
  user_id text not null,
  id text not null,
  session_id text not null,
  amount bigint not null check (amount > 0),
  captured bigint not null default 0,
  status text not null check (status in ('HELD', 'CAPTURED', 'RELEASED', 'EXPIRED')),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, id)
);
create unique index ledger_hold_session on ledger_hold (user_id, session_id);

insert into ledger_account (owner, kind, cached) values
  ('system', 'payments', false),
  ('system', 'sales', false),
  ('system', 'gst', false),
  ('system', 'suspense', false);

create function ledger_open_driver(p_user text) returns void language sql as $$
  insert into ledger_account (owner, kind, cached, floor) values
    (p_user, 'wallet', true, 0), (p_user, 'held', true, 0), (p_user, 'overdraft', true, null)
  on conflict do nothing;
$$;

-- One move: idempotent by (scope, idem), all accounts locked in order, balances kept, floors checked.
-- Raises VM001 when the key was used for another input; 23514 when a floor would be crossed.
create function ledger_move(
  p_scope text, p_id text, p_idem text, p_hash text, p_kind text, p_reason text, p_at timestamptz,
  p_session text, p_cdr text,
  p_source_owner text[], p_source_kind text[], p_destination_owner text[], p_destination_kind text[], p_amount bigint[]
) returns table (transfer_id text, replayed boolean) language plpgsql as $$
declare
  v_hash text;
  v_id text;
begin
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id)
    values (p_scope, p_id, p_idem, p_hash, p_kind, p_reason, p_at, p_session, p_cdr)
    on conflict (scope, idem) do nothing;
  if not found then
    select t.id, t.input_hash into v_id, v_hash from ledger_transfer t where t.scope = p_scope and t.idem = p_idem;
    if v_hash <> p_hash then
      raise exception 'the key % was used for another move', p_idem using errcode = 'VM001';
    end if;
    return query select v_id, true;
    return;
  end if;

  perform 1 from ledger_account a
    where a.cached and (a.owner, a.kind) in (
      select * from unnest(p_source_owner, p_source_kind) union select * from unnest(p_destination_owner, p_destination_kind))
    order by a.owner, a.kind for update;

  insert into ledger_posting (scope, transfer_id, seq, source_owner, source_kind, destination_owner, destination_kind, amount)
    select p_scope, p_id, n, so, sk, d_o, dk, am
    from unnest(p_source_owner, p_source_kind, p_destination_owner, p_destination_kind, p_amount)
      with ordinality as u (so, sk, d_o, dk, am, n)
    -- A move of nothing (a free charge) keeps one posting, so that a transfer without any is always a fault.
    where am > 0 or (n = 1 and 0 = all (p_amount));

  update ledger_account a set balance = a.balance + m.delta
    from (
      select owner, kind, sum(delta)::bigint as delta from (
        select d_o as owner, dk as kind, am as delta from unnest(p_destination_owner, p_destination_kind, p_amount) as u (d_o, dk, am)
        union all
        select so, sk, -am from unnest(p_source_owner, p_source_kind, p_amount) as u (so, sk, am)
      ) moves group by owner, kind
    ) m
    where a.owner = m.owner and a.kind = m.kind and a.cached and m.delta <> 0;

  update ledger_transfer t set balance_after = (
      select sum(a.balance) from ledger_account a where a.owner = p_scope and a.kind in ('wallet', 'held', 'overdraft'))
    where t.scope = p_scope and t.id = p_id;
  return query select p_id, false;
end $$;

-- Sets money of the wallet aside for a session, once. 23514 when the wallet has less.
create function ledger_hold_place(
  p_user text, p_hold text, p_session text, p_transfer text, p_hash text, p_amount bigint, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare v_replayed boolean;
begin
  select m.replayed into v_replayed from ledger_move(
    p_user, p_transfer, 'hold:' || p_session, p_hash, 'HOLD', p_reason, p_at, p_session, null,
    array[p_user], array['wallet'], array[p_user], array['held'], array[p_amount]) m;
  if not v_replayed then
    insert into ledger_hold (user_id, id, session_id, amount, status, created_at)
      values (p_user, p_hold, p_session, p_amount, 'HELD', p_at);
  end if;
  return not v_replayed;
end $$;

-- Gives a hold back whole. Nothing happens when it is settled already.
create function ledger_hold_release(
  p_user text, p_session text, p_transfer text, p_status text, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare v ledger_hold;
begin
  select * into v from ledger_hold h where h.user_id = p_user and h.session_id = p_session for update;
  if not found or v.status <> 'HELD' then return false; end if;
  perform ledger_move(
    p_user, p_transfer, 'release:' || v.id, v.id, 'RELEASE', p_reason, p_at, p_session, null,
    array[p_user], array['held'], array[p_user], array['wallet'], array[v.amount]);
  update ledger_hold set status = p_status, settled_at = p_at where user_id = p_user and id = v.id;
  return true;
end $$;

-- Takes a bill from a session's hold, gives the rest back, and what the hold does not cover goes to the overdraft.
-- Returns false when this bill was taken before.
create function ledger_hold_capture(
  p_user text, p_session text, p_cdr text, p_transfer text, p_hash text, p_total bigint, p_gst bigint, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  v ledger_hold;
  v_held bigint := 0;
  v_from_hold bigint;
  v_replayed boolean;
begin
  select * into v from ledger_hold h where h.user_id = p_user and h.session_id = p_session for update;
  if found and v.status = 'HELD' then v_held := v.amount; end if;
  v_from_hold := least(p_total, v_held);
  select m.replayed into v_replayed from ledger_move(
    p_user, p_transfer, 'bill:' || p_cdr, p_hash, 'CHARGE', p_reason, p_at, p_session, p_cdr,
    array[p_user, p_user, 'system', p_user],
    array['held', 'overdraft', 'sales', 'held'],
    array['system', 'system', 'system', p_user],
    array['sales', 'sales', 'gst', 'wallet'],
    array[v_from_hold, p_total - v_from_hold, p_gst, v_held - v_from_hold]) m;
  if v_replayed then return false; end if;
  if v_held > 0 then
    update ledger_hold set status = 'CAPTURED', captured = v_from_hold, settled_at = p_at where user_id = p_user and id = v.id;
  end if;
  return true;
end $$;

create table top_up (
  user_id text not null,
  id text not null,
  amount bigint not null check (amount > 0),
  order_id text,
  status text not null check (status in ('CREATED', 'PROCESSING', 'CREDITED', 'FAILED')),
  payment_id text,
  idempotency_key text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, id)
);
create unique index top_up_key on top_up (user_id, idempotency_key) where idempotency_key is not null;
-- The provider's notices name its order only.
create unique index top_up_order on top_up (order_id) where order_id is not null;
