-- What release 0.9 had only for the releases before it. Nothing uses it any more, but databases that come from 0.9 have it too:
-- a numbered migration of a later release drops it from all (decision 0014).

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

create sequence session_version increment by 1000000;

create function top_up_keep_order() returns trigger language plpgsql as $$
begin
  insert into payment_order (order_id, user_id, top_up_id) values (new.order_id, new.user_id, new.id)
    on conflict do nothing;
  return null;
end $$;
create trigger payment_order_kept after insert or update of order_id on top_up
  for each row when (new.order_id is not null) execute function top_up_keep_order();

create function fill_partner_session_key() returns trigger language plpgsql as $$
begin
  new.key := lower(new.country_code) || '/' || lower(new.party_id) || '/' || lower(new.ocpi_id);
  return new;
end $$;
create trigger key_filled before insert on partner_session
  for each row when (new.key is null) execute function fill_partner_session_key();
create unique index partner_session_natural on partner_session (lower(country_code), lower(party_id), lower(ocpi_id));

create function fill_ended_version() returns trigger language plpgsql as $$
begin
  new.ended_version := case when not new.open then new.version end;
  return new;
end $$;
create trigger ended_version_filled before insert or update on session
  for each row when (new.ended_version is distinct from case when not new.open then new.version end)
  execute function fill_ended_version();

create function company_number_limit_follow() returns trigger language plpgsql as $$
begin
  insert into company_number_limit (company_id, mobile, monthly_limit)
    values (new.company_id, new.mobile, new.monthly_limit)
    on conflict (company_id, mobile) do update set monthly_limit = excluded.monthly_limit;
  return null;
end $$;
create trigger company_number_limit_follows after update of monthly_limit on company_number
  for each row when (new.monthly_limit is distinct from old.monthly_limit and new.company_id = old.company_id)
  execute function company_number_limit_follow();

create function invoice_seal_it() returns trigger language plpgsql as $$
begin
  perform seal_invoice(new.user_id, new.number);
  return null;
end $$;
create trigger invoice_sealed after insert on invoice for each row execute function invoice_seal_it();

create table parked_credit (
  original_key text not null,
  id text primary key,
  operator_id text not null,
  body jsonb not null,
  received_at timestamptz not null
);
create index parked_credit_original on parked_credit (original_key);
create function set_credit_aside() returns trigger language plpgsql as $$
begin
  insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
    values (new.id, new.operator_id, new.body ->> 'id', 'the record it takes back is not billed yet', new.body, new.received_at)
    on conflict do nothing;
  return null;
end $$;
create trigger parked_credit_aside before insert on parked_credit for each row execute function set_credit_aside();

-- How many accounts last changed on a day (UTC), in eight rows a day.
create table account_count (
  day date not null,
  slot smallint not null,
  total int not null,
  primary key (day, slot)
) with (fillfactor = 50);
create function account_count_keep() returns trigger language plpgsql as $$
begin
  insert into account_count as c (day, slot, total)
    select day, slot, sum(total) from (
      select (greatest(old.created_at, old.deactivated_at) at time zone 'UTC')::date as day,
        hashtext(old.id) & 7 as slot, -1 as total where tg_op <> 'INSERT'
      union all
      select (greatest(new.created_at, new.deactivated_at) at time zone 'UTC')::date,
        hashtext(new.id) & 7, 1 where tg_op <> 'DELETE') d
    group by 1, 2 having sum(total) <> 0 order by 1, 2
    on conflict (day, slot) do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger account_counted after insert or delete or update of created_at, deactivated_at on app_user
  for each row execute function account_count_keep();

create index app_user_mobile_end on app_user (reverse(mobile) text_pattern_ops);
create index app_user_name on app_user (lower(name) text_pattern_ops) where name is not null;
create index location_name on location (lower(name) text_pattern_ops);
create index desk_audit_ticket_reads on desk_audit ((parameters ->> 'id'), at)
  where method = 'GET' and route = '/provider/v1/tickets/:id';
