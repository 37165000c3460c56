-- A cardholder's dispute moves money: what of it was set aside from the driver's wallet, and what it came to.
alter table payment_dispute
  add column user_id text,
  -- Paise; null: nothing was booked yet.
  add column set_aside bigint,
  -- Paise that the payment provider took for good; null: not decided.
  add column loss bigint,
  -- Until when the provider wants evidence.
  add column respond_by timestamptz;

-- Paise of a payment that are under dispute, or that disputes took: they take no refund.
alter table wallet_payment add column disputed bigint not null default 0;

update payment_dispute d set user_id = p.user_id from wallet_payment p where p.payment_id = d.payment_id;
-- Of the release before, nothing was booked: what was decided stays as it is.
update payment_dispute set set_aside = 0, loss = 0 where status in ('won', 'lost', 'closed');
update wallet_payment p set disputed = d.amount
from (
  select payment_id, sum(amount) as amount from payment_dispute where status = 'lost' group by payment_id) d
where d.payment_id = p.payment_id;

insert into ledger_account (owner, kind, cached) values ('system', 'disputed', false), ('system', 'bad_debts', false)
  on conflict do nothing;
