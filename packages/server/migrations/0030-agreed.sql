-- What a driver agreed to, and the end of charges that get no bill.

-- Holds more for a charge that already has a hold: as much of the wanted amount as the wallet has. Answers what was
-- added; zero when nothing is held any more or the wallet is empty. The hold's row is locked before the books.
create function ledger_hold_grow(
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

-- Since when no bill is expected of a charge that has none: its driver was told that it cost nothing, or it had neither a
-- price nor a record for thirty days. Null: not so, or not yet. One that its operator withdrew is INVALID instead.
alter table session add column closed_at timestamptz;

-- Paise that were agreed to for a charge whose price is above them. Null: the dispute is about the price alone.
alter table cdr_dispute add column agreed bigint;
-- What the desk decided that the operator is owed of what was disputed, in paise, and why; null: nothing yet.
alter table cdr_dispute add column owed bigint, add column decided_because text;

-- The operator's credit that took a cost back; null: none, or before there was this column.
alter table operator_cost add column reversed_by text;

-- As in 0025; charges that get no bill no longer keep their month.
create or replace function drop_meter_months(before timestamptz) returns setof text language plpgsql as $$
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
