-- The ledger's functions as they are now. This file is applied again at the next start whenever its text has changed, so a
-- function is changed here and nowhere else (docs/decisions/0042-functions-applied-repeatably.md).
--
-- Replicas of the release before call the functions too: a function keeps its name, the names and types of its arguments
-- and the type of its result. A different signature is a new function under a new name.

create or replace function ledger_open_driver(p_user text) returns void language sql as $$
  insert into ledger_wallet (owner) values (p_user) on conflict do nothing;
$$;

create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed: a mistake is mended by a move that reverses it', tg_table_name using errcode = 'VM003';
end $$;

-- The transfer this key made; null: none yet. VM001 when it was made of another input.
create or replace function ledger_is_replay(p_scope text, p_idem text, p_hash text) returns text language plpgsql as $$
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

-- One move: idempotent by (scope, idem), the balances of its scope locked, floors checked. Only the scope (a driver or a
-- company) has balances that are stored; system and operator accounts are sums of their postings. So a move locks and
-- changes rows of one owner, which lie on one machine where the ledger is distributed.
-- Raises VM001 when the key was used for another input, VM002 for a driver without books or for a stored balance of
-- another owner than the scope, 23514 when a floor would be crossed.
create or replace function ledger_move(
  p_scope text, p_id text, p_idem text, p_hash text, p_kind text, p_reason text, p_at timestamptz,
  p_session text, p_cdr text,
  p_source_owner text[], p_source_kind text[], p_destination_owner text[], p_destination_kind text[], p_amount bigint[]
) returns table (transfer_id text, replayed boolean) language plpgsql as $$
declare
  v_id text;
  v_has_wallet boolean;
begin
  perform 1 from ledger_wallet w where w.owner = p_scope for update;
  v_has_wallet := found;
  perform 1 from ledger_account a where a.owner = p_scope and a.cached order by a.kind for update;
  v_id := ledger_is_replay(p_scope, p_idem, p_hash);
  if v_id is not null then
    return query select v_id, true;
    return;
  end if;
  if exists (
    select from unnest(p_source_owner || p_destination_owner, p_source_kind || p_destination_kind) as u (owner, kind)
    where kind in ('wallet', 'held', 'withdrawing', 'overdraft') and (owner <> p_scope or not v_has_wallet)
      or kind = 'receivable' and owner <> p_scope) then
    raise exception 'a driver without books in %, or a balance of another owner than %',
      p_source_owner || p_destination_owner, p_scope using errcode = 'VM002';
  end if;

  with leg as (
    select dk as kind, am as delta from unnest(p_destination_owner, p_destination_kind, p_amount) as u (d_o, dk, am)
      where d_o = p_scope
    union all
    select sk, -am from unnest(p_source_owner, p_source_kind, p_amount) as u (so, sk, am) where so = p_scope
  ), driver as (
    update ledger_wallet w set wallet = w.wallet + d.wallet, held = w.held + d.held,
        withdrawing = w.withdrawing + d.withdrawing, overdraft = w.overdraft + d.overdraft
      from (
        select coalesce(sum(delta) filter (where kind = 'wallet'), 0) as wallet,
          coalesce(sum(delta) filter (where kind = 'held'), 0) as held,
          coalesce(sum(delta) filter (where kind = 'withdrawing'), 0) as withdrawing,
          coalesce(sum(delta) filter (where kind = 'overdraft'), 0) as overdraft
        from leg where kind in ('wallet', 'held', 'withdrawing', 'overdraft') having count(*) > 0) d
      where w.owner = p_scope)
  update ledger_account a set balance = a.balance + m.delta
    from (select kind, sum(delta)::bigint as delta from leg group by kind) m
    where a.owner = p_scope and a.kind = m.kind and a.cached and m.delta <> 0;

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

-- Many moves of one posting each in one call, for system accounts and backfills. A row that fails is refused alone and
-- the others are booked. Answers in the order of the input: BOOKED, REPLAYED, REUSED (the key, for another input) or
-- REFUSED (the paying wallet has less, or there are no such books). Of drivers' accounts only wallets.
create or replace function ledger_move_many(
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

-- Sets money of the wallet aside for a session, once. 23514 when the wallet has less.
create or replace function ledger_hold_place(
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

-- Holds money again for a charge that was given up and came to life, once. 23514 when the wallet has less.
create or replace function ledger_hold_renew(
  p_user text, p_hold text, p_session text, p_transfer text, p_amount bigint, p_reason text, p_at timestamptz
) returns boolean language plpgsql as $$
declare v_balance bigint;
begin
  -- Under an id of its own, so that it can be released again.
  update ledger_hold set id = p_hold, status = 'HELD', amount = p_amount, captured = 0, settled_at = null
    where user_id = p_user and session_id = p_session and status in ('RELEASED', 'EXPIRED');
  if not found then return false; end if;
  update ledger_wallet set wallet = wallet - p_amount, held = held + p_amount
    where owner = p_user and wallet >= p_amount returning wallet + held + overdraft into v_balance;
  if not found then
    raise exception 'the wallet of % has less than %', p_user, p_amount using errcode = '23514';
  end if;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    values (p_user, p_transfer, 'hold:' || p_hold, p_amount::text, 'HOLD', p_reason, p_at, p_session, v_balance,
      array[p_user], array['wallet'], array[p_user], array['held'], array[p_amount]);
  return true;
end $$;

-- Holds more for a charge that already has a hold: as much of the wanted amount as the wallet has. Answers what was
-- added; zero when nothing is held any more or the wallet is empty. The hold's row is locked before the books.
create or replace function ledger_hold_grow(
  p_user text, p_session text, p_transfer text, p_wanted bigint, p_reason text, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_added bigint;
  v_balance bigint;
begin
  perform 1 from ledger_hold where user_id = p_user and session_id = p_session and status = 'HELD' for update;
  if not found then return 0; end if;
  -- A debt is paid before anything more is held.
  select greatest(0, least(p_wanted, wallet + overdraft)) into v_added from ledger_wallet where owner = p_user for update;
  if coalesce(v_added, 0) = 0 then return 0; end if;
  update ledger_hold set amount = amount + v_added where user_id = p_user and session_id = p_session;
  update ledger_wallet set wallet = wallet - v_added, held = held + v_added where owner = p_user
    returning wallet + held + overdraft into v_balance;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    values (p_user, p_transfer, 'grow:' || p_transfer, v_added::text, 'HOLD', p_reason, p_at, p_session, v_balance,
      array[p_user], array['wallet'], array[p_user], array['held'], array[v_added]);
  return v_added;
end $$;

-- Gives a hold back whole. Nothing happens when it is settled already. The hold's row is locked before the books.
create or replace function ledger_hold_release(
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
create or replace function ledger_hold_capture(
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
