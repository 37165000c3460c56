-- A driver's books are one row: it is the lock for everything that touches their money, and a move writes it once.
-- Companies and the system keep their rows in ledger_account.
create table ledger_wallet (
  owner text primary key,
  wallet bigint not null default 0,
  held bigint not null default 0,
  -- On its way back to the payments it came from.
  withdrawing bigint not null default 0,
  -- What bills took beyond their holds; the next top-up pays it first.
  overdraft bigint not null default 0,
  constraint ledger_wallet_floor check (wallet >= 0 and held >= 0 and withdrawing >= 0 and overdraft <= 0)
) with (fillfactor = 70);

insert into ledger_wallet (owner, wallet, held, overdraft)
  select owner, sum(balance) filter (where kind = 'wallet'), sum(balance) filter (where kind = 'held'),
    sum(balance) filter (where kind = 'overdraft')
  from ledger_account where kind in ('wallet', 'held', 'overdraft') group by owner;
delete from ledger_account where kind in ('wallet', 'held', 'overdraft');

create or replace function ledger_open_driver(p_user text) returns void language sql as $$
  insert into ledger_wallet (owner) values (p_user) on conflict do nothing;
$$;

-- Ids sort by age, so the primary key serves the statement; a driver has one hold a session.
drop index ledger_transfer_time;
drop index ledger_hold_session;
alter table ledger_hold drop constraint ledger_hold_pkey;
alter table ledger_hold add primary key (user_id, session_id);
-- Settling a hold changes its row in place.
alter table ledger_hold set (fillfactor = 80);
-- A transfer carries its postings: one row is written once, whole or not at all. Each paise leaves one account and
-- reaches another, so that the postings of a transfer sum to zero by construction.
alter table ledger_transfer
  add column source_owner text[],
  add column source_kind text[],
  add column destination_owner text[],
  add column destination_kind text[],
  add column amount bigint[];
update ledger_transfer t set (source_owner, source_kind, destination_owner, destination_kind, amount) = (
  select array_agg(p.source_owner order by seq), array_agg(p.source_kind order by seq),
    array_agg(p.destination_owner order by seq), array_agg(p.destination_kind order by seq), array_agg(p.amount order by seq)
  from ledger_posting p where p.scope = t.scope and p.transfer_id = t.id);
drop table ledger_posting;
alter table ledger_transfer
  alter column source_owner set not null,
  alter column source_kind set not null,
  alter column destination_owner set not null,
  alter column destination_kind set not null,
  alter column amount set not null,
  add constraint ledger_transfer_postings check (
    cardinality(amount) > 0 and 0 <= all (amount) and array_position(amount, null) is null
    and cardinality(source_owner) = cardinality(amount) and cardinality(source_kind) = cardinality(amount)
    and cardinality(destination_owner) = cardinality(amount) and cardinality(destination_kind) = cardinality(amount));
create view ledger_posting as
  select t.scope, t.id as transfer_id, p.seq::int as seq, p.source_owner, p.source_kind, p.destination_owner,
    p.destination_kind, p.amount
  from ledger_transfer t cross join lateral
    unnest(t.source_owner, t.source_kind, t.destination_owner, t.destination_kind, t.amount)
    with ordinality as p (source_owner, source_kind, destination_owner, destination_kind, amount, seq);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed: a mistake is mended by a move that reverses it', tg_table_name using errcode = 'VM003';
end $$;
create trigger ledger_transfer_immutable before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();

drop function ledger_move;
drop function ledger_hold_place;
drop function ledger_hold_release;
drop function ledger_hold_capture;

-- What the row of a driver's books stands at, in the kinds of account postings name.
create view ledger_wallet_account as
  select owner, kind, balance from ledger_wallet w cross join lateral (values
    ('wallet', w.wallet), ('held', w.held), ('withdrawing', w.withdrawing), ('overdraft', w.overdraft)) v (kind, balance);

-- The transfer this key made; null: none yet. VM001 when it was made of another input.
create function ledger_is_replay(p_scope text, p_idem text, p_hash text) returns text language plpgsql as $$
declare
  v_hash text;
  v_id text;
begin
  select t.id, t.input_hash into v_id, v_hash from ledger_transfer t where t.scope = p_scope and t.idem = p_idem;
  if v_hash <> p_hash then
    raise exception 'the key % was used for another move', p_idem using errcode = 'VM001';
  end if;
  return v_id;
end $$;

-- One move: idempotent by (scope, idem), all accounts locked in order (drivers by id, then companies), floors checked.
-- Raises VM001 when the key was used for another input, VM002 for a driver without books, 23514 when a floor would be
-- crossed.
create function ledger_move(
  p_scope text, p_id text, p_idem text, p_hash text, p_kind text, p_reason text, p_at timestamptz,
  p_session text, p_cdr text,
  p_source_owner text[], p_source_kind text[], p_destination_owner text[], p_destination_kind text[], p_amount bigint[]
) returns table (transfer_id text, replayed boolean) language plpgsql as $$
declare v_id text;
begin
  perform 1 from ledger_wallet w where w.owner = any (p_source_owner || p_destination_owner || p_scope)
    order by w.owner for update;
  perform 1 from ledger_account a where a.cached and a.owner = any (p_source_owner || p_destination_owner)
    order by a.owner, a.kind for update;
  v_id := ledger_is_replay(p_scope, p_idem, p_hash);
  if v_id is not null then
    return query select v_id, true;
    return;
  end if;
  if exists (
    select from unnest(p_source_owner || p_destination_owner, p_source_kind || p_destination_kind) as u (owner, kind)
    where kind in ('wallet', 'held', 'withdrawing', 'overdraft')
      and not exists (select from ledger_wallet w where w.owner = u.owner)) then
    raise exception 'a driver without books in %', p_source_owner || p_destination_owner using errcode = 'VM002';
  end if;

  with leg as (
    select d_o as owner, dk as kind, am as delta from unnest(p_destination_owner, p_destination_kind, p_amount) as u (d_o, dk, am)
    union all
    select so, sk, -am from unnest(p_source_owner, p_source_kind, p_amount) as u (so, sk, am)
  ), driver as (
    update ledger_wallet w set wallet = w.wallet + d.wallet, held = w.held + d.held,
        withdrawing = w.withdrawing + d.withdrawing, overdraft = w.overdraft + d.overdraft
      from (
        select owner,
          coalesce(sum(delta) filter (where kind = 'wallet'), 0) as wallet,
          coalesce(sum(delta) filter (where kind = 'held'), 0) as held,
          coalesce(sum(delta) filter (where kind = 'withdrawing'), 0) as withdrawing,
          coalesce(sum(delta) filter (where kind = 'overdraft'), 0) as overdraft
        from leg where kind in ('wallet', 'held', 'withdrawing', 'overdraft') group by owner) d
      where w.owner = d.owner)
  update ledger_account a set balance = a.balance + m.delta
    from (select owner, kind, sum(delta)::bigint as delta from leg group by owner, kind) m
    where a.owner = m.owner and a.kind = m.kind and a.cached and m.delta <> 0;

  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select p_scope, p_id, p_idem, p_hash, p_kind, p_reason, p_at, p_session, p_cdr,
      (select w.wallet + w.held + w.overdraft from ledger_wallet w where w.owner = p_scope),
      array_agg(so order by n), array_agg(sk order by n), array_agg(d_o order by n), array_agg(dk order by n),
      array_agg(am order by n)
    from unnest(p_source_owner, p_source_kind, p_destination_owner, p_destination_kind, p_amount)
      with ordinality as u (so, sk, d_o, dk, am, n)
    -- A move of nothing (a free charge) keeps one posting.
    where am <> 0 or (n = 1 and 0 = all (p_amount))
    on conflict (scope, idem) do nothing;
  if not found then
    -- Books without a row to lock: another one was first. The caller runs again and finds it.
    raise exception 'the move % is being booked', p_idem using errcode = '40001';
  end if;
  return query select p_id, false;
end $$;

-- Sets money of the wallet aside for a session, once. 23514 when the wallet has less.
create function ledger_hold_place(
  p_user text, p_hold text, p_session text, p_transfer text, p_hash text, p_amount bigint, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare v_balance bigint;
begin
  -- The update is the lock: the same hold at once waits here, and then finds the money or the transfer of the other.
  update ledger_wallet set wallet = wallet - p_amount, held = held + p_amount
    where owner = p_user and wallet >= p_amount returning wallet + held + overdraft into v_balance;
  if not found then
    if ledger_is_replay(p_user, 'hold:' || p_session, p_hash) is not null then return false; end if;
    if not exists (select from ledger_wallet where owner = p_user) then
      raise exception 'no books of %', p_user using errcode = 'VM002';
    end if;
    raise exception 'the wallet of % has less than %', p_user, p_amount using errcode = '23514';
  end if;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    values (p_user, p_transfer, 'hold:' || p_session, p_hash, 'HOLD', p_reason, p_at, p_session, v_balance,
      array[p_user], array['wallet'], array[p_user], array['held'], array[p_amount])
    on conflict (scope, idem) do nothing;
  if not found then
    -- Placed before: nothing of this one stays.
    update ledger_wallet set wallet = wallet + p_amount, held = held - p_amount where owner = p_user;
    perform ledger_is_replay(p_user, 'hold:' || p_session, p_hash);
    return false;
  end if;
  insert into ledger_hold (user_id, id, session_id, amount, status, created_at)
    values (p_user, p_hold, p_session, p_amount, 'HELD', p_at);
  return true;
end $$;

-- Gives a hold back whole. Nothing happens when it is settled already. The hold's row is locked before the books.
create function ledger_hold_release(
  p_user text, p_session text, p_transfer text, p_status text, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  h ledger_hold;
  v_balance bigint;
begin
  update ledger_hold set status = p_status, settled_at = p_at
    where user_id = p_user and session_id = p_session and status = 'HELD' returning * into h;
  if not found then return false; end if;
  update ledger_wallet set wallet = wallet + h.amount, held = held - h.amount where owner = p_user
    returning wallet + held + overdraft into v_balance;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    values (p_user, p_transfer, 'release:' || h.id, h.id, 'RELEASE', p_reason, p_at, p_session, v_balance,
      array[p_user], array['held'], array[p_user], array['wallet'], array[h.amount]);
  return true;
end $$;

-- Takes a bill from a session's hold, gives the rest back, and what the hold does not cover goes to the overdraft.
-- Returns false when this bill was taken before. The hold's row is locked before the books.
create function ledger_hold_capture(
  p_user text, p_session text, p_cdr text, p_transfer text, p_hash text, p_total bigint, p_gst bigint, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  v_idem text := 'bill:' || p_cdr;
  v_held bigint;
  v_taken bigint;
  v_balance bigint;
  v_step bigint[];
begin
  if ledger_is_replay(p_user, v_idem, p_hash) is not null then return false; end if;
  update ledger_hold set status = 'CAPTURED', captured = least(p_total, amount), settled_at = p_at
    where user_id = p_user and session_id = p_session and status = 'HELD' returning amount, captured into v_held, v_taken;
  if not found then
    -- Nothing held any more: this bill may have waited for itself.
    perform 1 from ledger_wallet where owner = p_user for update;
    if not found then raise exception 'no books of %', p_user using errcode = 'VM002'; end if;
    if ledger_is_replay(p_user, v_idem, p_hash) is not null then return false; end if;
    v_held := 0;
    v_taken := 0;
  end if;
  update ledger_wallet set wallet = wallet + v_held - v_taken, held = held - v_held, overdraft = overdraft - (p_total - v_taken)
    where owner = p_user returning wallet + held + overdraft into v_balance;
  -- From hold to sales, from overdraft to sales, from sales to GST, from hold to wallet; what is nothing is left out,
  -- and a bill of nothing keeps one posting.
  v_step := case when v_taken > 0 or p_total = 0 and v_held = 0 then array[1] else '{}' end
    || case when p_total > v_taken then array[2] else '{}' end
    || case when p_gst > 0 then array[3] else '{}' end
    || case when v_held > v_taken then array[4] else '{}' end;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select p_user, p_transfer, v_idem, p_hash, 'CHARGE', p_reason, p_at, p_session, p_cdr, v_balance,
      array_agg((array[p_user, p_user, 'system', p_user])[i]), array_agg((array['held', 'overdraft', 'sales', 'held'])[i]),
      array_agg((array['system', 'system', 'system', p_user])[i]), array_agg((array['sales', 'sales', 'gst', 'wallet'])[i]),
      array_agg((array[v_taken, p_total - v_taken, p_gst, v_held - v_taken])[i])
    from unnest(v_step) i;
  return true;
end $$;

-- Many moves of one posting each in one call, for system accounts and backfills. A row that fails is refused alone and
-- the others are booked. Answers in the order of the input: BOOKED, REPLAYED, REUSED (the key, for another input) or
-- REFUSED (the paying wallet has less, or there are no such books). Of drivers' accounts only wallets.
create function ledger_move_many(
  p_scope text[], p_id text[], p_idem text[], p_hash text[], p_kind text[], p_reason text[], p_at timestamptz,
  p_source_owner text[], p_source_kind text[], p_destination_owner text[], p_destination_kind text[], p_amount bigint[]
) returns text[] language plpgsql as $$
declare
  v_owner text[];
  v_wallet bigint[];
  v_other bigint[];
  v_from int[];
  v_to int[];
  v_of int[];
  v_first int[];
  v_outcome text[];
  v_after bigint[] := array_fill(null::bigint, array[cardinality(p_id)]);
begin
  perform 1 from ledger_wallet w where w.owner = any (p_scope || p_source_owner || p_destination_owner)
    order by w.owner for update;
  select array_agg(w.owner order by w.owner), array_agg(w.wallet order by w.owner),
      array_agg(w.held + w.overdraft order by w.owner)
    into v_owner, v_wallet, v_other
    from ledger_wallet w where w.owner = any (p_scope || p_source_owner || p_destination_owner);

  -- Of each row: what is known of its key, and the places of its wallets in the arrays above (null: not a wallet).
  select array_agg(case
        when t.input_hash is not null then case when t.input_hash = u.hash then 'REPLAYED' else 'REUSED' end
        when u.first_n < u.n then case when u.first_hash = u.hash then 'SAME' else 'OTHER' end
        when u.am <= 0
          or (u.sk = 'wallet' and s.place is null) or (u.dk = 'wallet' and d.place is null)
          or u.sk in ('held', 'withdrawing', 'overdraft') or u.dk in ('held', 'withdrawing', 'overdraft')
          or exists (select from ledger_account a where a.cached
            and (a.owner, a.kind) in ((u.so, u.sk), (u.d_o, u.dk))) then 'REFUSED' end order by u.n),
      array_agg(case when u.sk = 'wallet' then s.place end order by u.n),
      array_agg(case when u.dk = 'wallet' then d.place end order by u.n),
      array_agg(o.place order by u.n), array_agg(u.first_n order by u.n)
    into v_outcome, v_from, v_to, v_of, v_first
    from (
      select *, first_value(n) over first as first_n, first_value(hash) over first as first_hash
      from unnest(p_scope, p_idem, p_hash, p_source_owner, p_source_kind, p_destination_owner, p_destination_kind, p_amount)
        with ordinality as r (scope, idem, hash, so, sk, d_o, dk, am, n)
      window first as (partition by scope, idem order by n)) u
    left join ledger_transfer t on t.scope = u.scope and t.idem = u.idem
    left join unnest(v_owner) with ordinality s (owner, place) on s.owner = u.so
    left join unnest(v_owner) with ordinality d (owner, place) on d.owner = u.d_o
    left join unnest(v_owner) with ordinality o (owner, place) on o.owner = u.scope;

  for i in 1..cardinality(p_id) loop
    if v_outcome[i] in ('SAME', 'OTHER') then
      -- The same key twice in this batch: the first decides.
      v_outcome[i] := case when v_outcome[v_first[i]] = 'REFUSED' then 'REFUSED'
        when v_outcome[i] = 'SAME' then 'REPLAYED' else 'REUSED' end;
    elsif v_outcome[i] is null then
      if v_from[i] is not null and v_wallet[v_from[i]] < p_amount[i] then
        v_outcome[i] := 'REFUSED';
      else
        if v_from[i] is not null then v_wallet[v_from[i]] := v_wallet[v_from[i]] - p_amount[i]; end if;
        if v_to[i] is not null then v_wallet[v_to[i]] := v_wallet[v_to[i]] + p_amount[i]; end if;
        if v_of[i] is not null then v_after[i] := v_wallet[v_of[i]] + v_other[v_of[i]]; end if;
        v_outcome[i] := 'BOOKED';
      end if;
    end if;
  end loop;

  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select scope, id, idem, hash, kind, reason, p_at, after, array[so], array[sk], array[d_o], array[dk], array[am]
    from unnest(p_scope, p_id, p_idem, p_hash, p_kind, p_reason, v_after, v_outcome,
        p_source_owner, p_source_kind, p_destination_owner, p_destination_kind, p_amount)
      as u (scope, id, idem, hash, kind, reason, after, outcome, so, sk, d_o, dk, am)
    where outcome = 'BOOKED';
  update ledger_wallet w set wallet = u.wallet
    from unnest(v_owner, v_wallet) as u (owner, wallet) where w.owner = u.owner and w.wallet <> u.wallet;
  return v_outcome;
end $$;

-- What a top-up's payment brought, and what may still go back to it.
create table wallet_payment (
  user_id text not null,
  payment_id text not null,
  top_up_id text not null,
  amount bigint not null check (amount > 0),
  -- As the driver knows it: UPI, card ••1234.
  source text not null,
  credited_at timestamptz not null,
  -- The provider takes no more refunds to it.
  closed_at timestamptz,
  primary key (user_id, payment_id)
);
insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
  select t.scope, substr(t.idem, 8), coalesce(u.id, ''), p.amount,
    case t.reason when 'Added by UPI' then 'UPI' when 'Added by card' then 'card' else 'your payment' end, t.at
  from ledger_transfer t
    join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id and p.seq = 1
    left join top_up u on u.user_id = t.scope and u.payment_id = substr(t.idem, 8)
  where t.kind = 'TOP_UP' and t.idem like 'top-up:%';

create table withdrawal (
  user_id text not null,
  id text not null,
  amount bigint not null check (amount > 0),
  -- What was asked for; null: everything.
  asked bigint,
  cause text not null check (cause in ('REQUEST', 'CLOSURE')),
  idempotency_key text,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index withdrawal_key on withdrawal (user_id, idempotency_key) where idempotency_key is not null;

create table withdrawal_refund (
  user_id text not null,
  id text not null,
  withdrawal_id text not null,
  payment_id text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('REQUESTED', 'SENT', 'DONE', 'FAILED')),
  -- The provider's id, once it is known.
  refund_id text,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, withdrawal_id) references withdrawal (user_id, id),
  foreign key (user_id, payment_id) references wallet_payment (user_id, payment_id)
);
create index withdrawal_refund_of on withdrawal_refund (user_id, withdrawal_id);
-- The provider's notices name the refund's receipt, which is our id.
create unique index withdrawal_refund_id on withdrawal_refund (id);

-- Accounts that were closed: what still comes in goes back by itself.
create table wallet_closure (
  user_id text primary key,
  at timestamptz not null
);

-- What the bank or the driver disputes; the provider's desk answers it.
create table payment_dispute (
  id text primary key,
  payment_id text not null,
  amount bigint not null,
  status text not null,
  body jsonb not null,
  received_at timestamptz not null
);

