-- No charge stays open, no hold stays held.
alter table session
  -- When we ended it without the operator's word, after a long silence. Null: the operator ended it, or nobody yet.
  add column given_up_at timestamptz,
  -- Since when its bill is one of ours, made without the operator's charge record; null once that came or never will.
  add column provisional_since timestamptz,
  -- From when a car that is full but still plugged in costs money, on the session's own clock; null: not, or not known.
  add column parking_fee_at timestamptz,
  -- Paise per minute, GST included.
  add column parking_fee_minor bigint,
  -- When its charge record was last asked for.
  add column record_asked_at timestamptz,
  -- What the driver was told of this charge outside the app, by kind; each is told once.
  add column told text[] not null default '{}';
create index session_unsettled on session (operator_id)
  where open or step = 'ENDED' or provisional_since is not null;

-- Holds money again for a charge that was given up and came to life, once. 23514 when the wallet has less.
create function ledger_hold_renew(
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

-- Bills made from our own meter record because no charge record came. What became of one is added when it is read.
create table provisional_bill (
  user_id text not null,
  cdr_id text not null,
  session_id text not null,
  operator_id text not null,
  created_at timestamptz not null,
  -- REPLACED by the bill of the record that came after all; FINAL: none came, and the bill stands.
  outcome text check (outcome in ('REPLACED', 'FINAL')),
  replaced_by text,
  settled_at timestamptz,
  primary key (user_id, cdr_id),
  check ((outcome is null) = (settled_at is null)),
  check ((replaced_by is not null) = (outcome is not distinct from 'REPLACED'))
);

-- What the desk decided of a record that was set aside: billed after all, or never.
alter table quarantined_cdr
  add column decision text check (decision in ('RELEASED', 'REJECTED')),
  add column decided_at timestamptz,
  add column decided_because text,
  add constraint quarantined_cdr_decided check ((decision is null) = (decided_at is null));

-- What a company's charge was expected to cost when it began; may_cost follows what it will cost until the next look.
alter table company_charge add column expected bigint;
update company_charge set expected = may_cost;
alter table company_charge alter column expected set not null;
