-- The failed refund that this one tries again, once.
alter table withdrawal_refund add column retry_of text;
create unique index withdrawal_refund_retry on withdrawal_refund (user_id, retry_of) where retry_of is not null;
-- The staff name a top-up by its id alone.
create index top_up_by_id on top_up (id);
