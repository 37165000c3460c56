-- The ledger's functions as they are now. This file is applied again at the next start whenever its text has changed, so a
-- function is changed here and nowhere else (docs/decisions/0014-releases-and-operations.md).
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

-- A debt is paid by what the wallet has, in the transaction that makes that possible: no driver has money and a debt. The
-- caller has locked the books, and adds the posting. Answers what was paid.
create or replace function ledger_net(p_user text) returns bigint language plpgsql as $$
declare v_paid bigint;
begin
  select least(wallet, -overdraft) into v_paid from ledger_wallet
    where owner = p_user and wallet > 0 and overdraft < 0;
  if not found then return 0; end if;
  update ledger_wallet set wallet = wallet - v_paid, overdraft = overdraft + v_paid where owner = p_user;
  return v_paid;
end $$;

-- What a transfer changes of the goodwill in a driver's wallet, after it has changed the balances; null: nothing. The caller
-- has locked the books. Charging spends goodwill first. A credited bill gives it back as if the bill had been the smaller one
-- from the start. What the wallet does not have any more has paid a debt, or a dispute has it: of that as much comes back with
-- that dispute when it is won, and with the credit of a bill that was a debt. So nothing that was given is ever the driver's own money.
create or replace function ledger_goodwill_step(
  p_user text, p_session text, p_given bigint, p_charged bigint, p_credited bigint, p_undisputed bigint
) returns bigint[] language plpgsql as $$
declare
  v_before bigint;
  v_most bigint;
  v_spent bigint;
  v_lost bigint := 0;
  v_of_session bigint;
  v_pool bigint;
  v_billed bigint;
  v_owed bigint;
begin
  select goodwill, wallet + held into v_before, v_most from ledger_wallet where owner = p_user;
  v_spent := least(v_before, p_charged);
  if p_credited > 0 or p_undisputed > 0 then
    select coalesce(sum(goodwill[2]) filter (where session_id = p_session), 0), coalesce(sum(goodwill[3]), 0)
      into v_of_session, v_pool from ledger_transfer where scope = p_user and goodwill is not null;
    v_lost := -least(v_pool, p_undisputed);
    if p_credited > 0 and v_of_session + v_pool > 0 then
      select coalesce(sum(case when p.destination_kind = 'sales' then p.amount else -p.amount end), 0),
          coalesce(sum(p.amount) filter (where p.source_kind = 'overdraft'), 0)
        into v_billed, v_owed
        from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
        where t.scope = p_user and t.session_id = p_session
          and (t.kind = 'CHARGE' and p.destination_kind = 'sales' or t.kind = 'REFUND' and p.destination_kind = 'wallet');
      v_spent := -greatest(0, v_of_session - greatest(0, v_billed - p_credited));
      v_lost := -least(v_pool, v_owed, p_credited + v_spent);
    end if;
  end if;
  v_lost := v_lost + greatest(0, v_before + p_given - v_spent - v_lost - v_most);
  if p_given = 0 and v_spent = 0 and v_lost = 0 then return null; end if;
  update ledger_wallet set goodwill = goodwill + p_given - v_spent - v_lost where owner = p_user;
  return array[p_given, v_spent, v_lost];
end $$;

-- One move: idempotent by (scope, idem), the balances of its scope locked, floors checked. Only the scope (a driver or a
-- company) has balances that are stored; system and operator accounts are sums of their postings. So a move locks and
-- changes rows of one owner, which lie on one machine where the ledger is distributed.
-- Raises VM001 when the key was used for another input, VM002 for a driver without books or for a stored balance of
-- another owner than the scope, 23514 when a floor would be crossed or goodwill would be paid out.
create or replace function ledger_move(
  p_scope text, p_id text, p_idem text, p_hash text, p_kind text, p_reason text, p_at timestamptz,
  p_session text, p_cdr text,
  p_source_owner text[], p_source_kind text[], p_destination_owner text[], p_destination_kind text[], p_amount bigint[]
) returns table (transfer_id text, replayed boolean) language plpgsql as $$
declare
  v_id text;
  v_has_wallet boolean;
  v_net bigint := 0;
  v_had bigint;
  v_given bigint;
  v_charged bigint;
  v_credited bigint;
  v_undisputed bigint;
  v_goodwill bigint[];
begin
  select w.goodwill into v_had from ledger_wallet w where w.owner = p_scope for update;
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
  if v_has_wallet then
    v_net := ledger_net(p_scope);
    if p_kind = 'WITHDRAWAL' and exists (select from ledger_wallet w where w.owner = p_scope and w.goodwill > w.wallet + w.held) then
      raise exception 'goodwill of % would be paid out', p_scope using errcode = '23514';
    end if;
    select coalesce(sum(case when sk = 'goodwill' then am when dk = 'goodwill' then -am end), 0),
        coalesce(sum(am) filter (where s_o = p_scope and dk = 'sales'), 0),
        coalesce(sum(am) filter (where d_o = p_scope and sk = 'sales'), 0),
        coalesce(sum(am) filter (where d_o = p_scope and sk = 'disputed'), 0)
      into v_given, v_charged, v_credited, v_undisputed
      from unnest(p_source_owner, p_source_kind, p_destination_owner, p_destination_kind, p_amount) as u (s_o, sk, d_o, dk, am);
    -- Of goodwill as much comes back as this very dispute took.
    if v_undisputed > 0 then
      select least(v_undisputed, coalesce(sum(t.goodwill[3]), 0)) into v_undisputed
        from ledger_transfer t where t.scope = p_scope and t.idem = regexp_replace(p_idem, 'end$', 'begin');
    end if;
    if v_had > 0 or v_given <> 0 or v_credited > 0 or v_undisputed > 0 then
      v_goodwill := ledger_goodwill_step(p_scope, p_session, v_given, v_charged, v_credited, v_undisputed);
    end if;
  end if;

  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id, goodwill, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select p_scope, p_id, p_idem, p_hash, p_kind, p_reason, p_at, p_session, p_cdr, v_goodwill,
      (select w.wallet + w.held + w.overdraft from ledger_wallet w where w.owner = p_scope),
      array_agg(so order by n), array_agg(sk order by n), array_agg(d_o order by n), array_agg(dk order by n),
      array_agg(am order by n)
    from unnest(p_source_owner || p_scope, p_source_kind || 'wallet'::text, p_destination_owner || p_scope,
        p_destination_kind || 'overdraft'::text, p_amount || v_net)
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
  v_net bigint;
  v_goodwill bigint[];
begin
  update ledger_hold set status = p_status, settled_at = p_at
    where user_id = p_user and session_id = p_session and status = 'HELD' returning * into h;
  if not found then return false; end if;
  update ledger_wallet set wallet = wallet + h.amount, held = held - h.amount where owner = p_user
    returning wallet + held + overdraft into v_balance;
  v_net := ledger_net(p_user);
  if v_net > 0 then v_goodwill := ledger_goodwill_step(p_user, p_session, 0, 0, 0, 0); end if;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, goodwill, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select p_user, p_transfer, 'release:' || h.id, h.id, 'RELEASE', p_reason, p_at, p_session, v_goodwill, v_balance,
      array_agg(p_user order by n), array_agg(u.f order by n), array_agg(p_user order by n), array_agg(u.t order by n),
      array_agg(u.am order by n)
    from (values (1, 'held', 'wallet', h.amount), (2, 'wallet', 'overdraft', v_net)) u (n, f, t, am) where n = 1 or u.am > 0;
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
  v_net bigint;
  v_step bigint[];
  v_had bigint;
  v_goodwill bigint[];
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
    where owner = p_user returning wallet + held + overdraft, goodwill into v_balance, v_had;
  v_net := ledger_net(p_user);
  if v_had > 0 then v_goodwill := ledger_goodwill_step(p_user, p_session, 0, p_total, 0, 0); end if;
  -- From hold to sales, from overdraft to sales, from sales to GST, from hold to wallet, from wallet to overdraft; what
  -- is nothing is left out, and a bill of nothing keeps one posting.
  v_step := case when v_taken > 0 or p_total = 0 and v_held = 0 then array[1] else '{}' end
    || case when p_total > v_taken then array[2] else '{}' end
    || case when p_gst > 0 then array[3] else '{}' end
    || case when v_held > v_taken then array[4] else '{}' end
    || case when v_net > 0 then array[5] else '{}' end;
  insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, session_id, cdr_id, goodwill, balance_after,
      source_owner, source_kind, destination_owner, destination_kind, amount)
    select p_user, p_transfer, v_idem, p_hash, 'CHARGE', p_reason, p_at, p_session, p_cdr, v_goodwill, v_balance,
      array_agg((array[p_user, p_user, 'system', p_user, p_user])[i]),
      array_agg((array['held', 'overdraft', 'sales', 'held', 'wallet'])[i]),
      array_agg((array['system', 'system', 'system', p_user, p_user])[i]),
      array_agg((array['sales', 'sales', 'gst', 'wallet', 'overdraft'])[i]),
      array_agg((array[v_taken, p_total - v_taken, p_gst, v_held - v_taken, v_net])[i])
    from unnest(v_step) i;
  return true;
end $$;
