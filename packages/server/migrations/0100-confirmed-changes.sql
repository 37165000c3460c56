-- Besides money of one driver, a change of prices or of app versions may wait for a second member: which operation of
-- the back office, with what input. It names no driver and no amount.
alter table desk_approval
  drop constraint desk_approval_kind_check,
  add constraint desk_approval_kind_check check (kind in ('GOODWILL', 'CORRECTION', 'BANK_REFUND', 'CHANGE')) not valid,
  alter column user_id drop not null,
  alter column amount drop not null,
  add column operation text,
  add column input jsonb,
  add constraint desk_approval_is_whole check (case kind
    when 'CHANGE' then operation is not null and input is not null
    else user_id is not null and amount is not null end) not valid;
